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
    /// is stored as UTF-16. The maximum length of a key that is not ASCII is a third of
    /// <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>. If <see cref="PooledStringDictionaryOptions.IgnoreCase"/>
    /// is set, this encoding is the same as <see cref="Compact"/>.
    /// </summary>
    Utf8,
}
