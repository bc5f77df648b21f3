namespace Cenote.Collections;

/// <summary>How a collection stores its keys.</summary>
public enum KeyEncoding
{
    /// <summary>Keys of ASCII with one byte for each char, all others in UTF-16.</summary>
    Compact,

    /// <summary>All keys in UTF-16: saves looking at each new key, and widening each key that is enumerated.</summary>
    Utf16,
}
