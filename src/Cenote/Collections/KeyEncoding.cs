namespace Cenote.Collections;

/// <summary>How a collection stores its keys.</summary>
/// <example>
/// Keys that are mostly not ASCII need not be looked at:
/// <code>
/// var options = new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf16 };
/// using var places = new PooledStringSet(["Юкатан", "Кинтана-Роо"], options);
/// Console.WriteLine(places.Contains("Юкатан"));   // prints True
/// </code>
/// </example>
public enum KeyEncoding
{
    /// <summary>Keys of ASCII with one byte for each char, all others in UTF-16.</summary>
    Compact,

    /// <summary>All keys in UTF-16: saves looking at each new key, and widening each key that is enumerated.</summary>
    Utf16,

    /// <summary>
    /// Keys in UTF-8, for those that come as UTF-8 and are often not ASCII: they are hashed and compared as they are. Asking for
    /// such a key in UTF-16 encodes it first, and enumerating decodes it. A key that is no valid UTF-16 is stored as it is. One
    /// that is not ASCII can have a third of the chars that others can. With
    /// <see cref="PooledStringDictionaryOptions.IgnoreCase"/> as <see cref="Compact"/>.
    /// </summary>
    Utf8,
}
