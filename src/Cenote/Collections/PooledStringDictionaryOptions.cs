using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>How a collection with keys in unmanaged memory is made. The collection reads them once.</summary>
/// <example>
/// Room for a million keys from the start, and a limit:
/// <code>
/// using var ports = new PooledStringDictionary&lt;ushort>(new PooledStringDictionaryOptions
/// {
///     Capacity = 1_000_000,
///     MaximumBytes = 256 &lt;&lt; 20,
///     IgnoreCase = true,
/// });
/// Console.WriteLine(ports.TryAdd("Example.org", 5222) &amp;&amp; ports.ContainsKey("example.ORG"));   // prints True
/// </code>
/// </example>
public sealed class PooledStringDictionaryOptions
{
    /// <summary>How keys are stored. <see cref="KeyEncoding.Compact"/> by default.</summary>
    public KeyEncoding KeyEncoding { get; set; }

    /// <summary>
    /// Whether keys that differ only in case are the same key, as with <see cref="StringComparison.OrdinalIgnoreCase"/>. The form
    /// that was added first stays. Looking a key up takes a few times as long. Off by default; a
    /// <see cref="ConcurrentPooledStringDictionary{TValue}"/> refuses it.
    /// </summary>
    public bool IgnoreCase { get; set; }

    /// <summary>
    /// How many keys to make room for in the table from the start. 0 by default. It saves a twentieth of the time of filling a
    /// large collection, because growth is cheap; the keys themselves take memory when they are added.
    /// </summary>
    public int Capacity { get; set; }

    /// <summary>
    /// The most unmanaged bytes the collection may hold, counted in steps of 64 KiB. At the limit adding a key throws
    /// <see cref="OutOfMemoryException"/> and leaves the collection as it was; removed keys make room for others. No limit by
    /// default; the smallest that holds a key is 128 KiB.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Asks the operating system for huge pages after the first 4 MiB, where it offers them on request (Linux). Looking up one of
    /// ten million keys is then faster by a third. Filling the collection for the first time can be slower by a fifth, and a
    /// single addition, within which a page of 2 MiB is made, took up to 22 ms in a virtual machine. Memory that was given back
    /// can return in the background. Off by default.
    /// </summary>
    public bool UseHugePages { get; set; }

    /// <summary>
    /// Whether the text of a key and its value are overwritten wherever they were, when the key is removed or moves, and when the
    /// collection is cleared, trimmed or disposed: for secrets. What others hold of them is not covered: strings, spans and
    /// values that were passed in or copied out, and the buffer of an enumeration that was left before its end; nor is a
    /// collection that is forgotten instead of being disposed. Messages of exceptions then name no key, and removing takes longer
    /// by the length of the key. Off by default.
    /// </summary>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// The name under which the meter <c>Cenote</c> shows this collection, as its tag <c>cenote.dictionary.name</c>; those
    /// of one name are added up. Null, the default: it is not shown. Showing costs nothing until somebody observes.
    /// </summary>
    public string? MetricsName { get; set; }

    /// <summary>The type that a user sees, for messages.</summary>
    internal string Owner { get; init; } = nameof(PooledStringDictionary<>);

    /// <summary>Bytes of addresses to reserve; what lies beyond is found through a table.</summary>
    internal long ReservedAddressBytes { get; init; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    /// <summary>
    /// Whether keys never move, because other code knows where they are. Such a collection is not trimmed, and keys are not
    /// removed.
    /// </summary>
    internal bool KeysStay { get; init; }

    /// <summary>A limit that the collection keeps together with others, besides its own.</summary>
    internal SharedLimit? SharedLimit { get; init; }

    /// <summary>The address space that the collection uses a part of, with its limits; null for a separate one.</summary>
    internal AddressSpace? WholeSpace { get; init; }

    /// <summary>The same options for keys that are stored in another way.</summary>
    internal PooledStringDictionaryOptions With(KeyEncoding encoding, bool ignoreCase, int capacity)
    {
        var options = (PooledStringDictionaryOptions)MemberwiseClone();
        options.KeyEncoding = encoding;
        options.IgnoreCase = ignoreCase;
        options.Capacity = capacity;
        return options;
    }

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Capacity, 0);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
        CommonThrow.IfNameEmpty(MetricsName);
        if (!Enum.IsDefined(KeyEncoding))
        {
            CommonThrow.OptionNotDefined(KeyEncoding, "Compact, Utf16 or Utf8");
        }
    }
}
