namespace Cenote.Collections;

/// <summary>The encoding in which a collection stores its keys.</summary>
/// <example>
/// Skip the ASCII check for keys that are mostly not ASCII:
/// <code>
/// var options = new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf16 };
/// using var places = new PooledStringSet(["Юкатан", "Кинтана-Роо"], options);
/// Console.WriteLine(places.Contains("Юкатан"));   // prints True
/// </code>
/// </example>
public enum KeyEncoding
{
    /// <summary>ASCII keys as one byte per char, all others as UTF-16.</summary>
    Compact,

    /// <summary>All keys as UTF-16. Saves the ASCII check of each new key, and widening during enumeration.</summary>
    Utf16,

    /// <summary>
    /// Keys as UTF-8, for keys that arrive as UTF-8 and are often not ASCII: they are hashed and compared without conversion.
    /// Looking up a UTF-16 key that is not ASCII encodes the key first; enumeration decodes keys. A key that is not valid UTF-16
    /// is stored as UTF-16. For keys that are not ASCII, the maximum length is a third of the usual maximum. The same as
    /// <see cref="Compact"/> if <see cref="PooledStringDictionaryOptions.IgnoreCase"/> is set.
    /// </summary>
    Utf8,
}
