using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>Options for a collection with keys in unmanaged memory. The constructor reads them once.</summary>
/// <example>
/// Set a capacity and a limit, and ignore case:
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
    /// <summary>The encoding of stored keys. <see cref="KeyEncoding.Compact"/> by default.</summary>
    public KeyEncoding KeyEncoding { get; set; }

    /// <summary>
    /// Whether keys that differ only in case are equal, as with <see cref="StringComparison.OrdinalIgnoreCase"/>. The key that
    /// was added first is kept. Lookups then take several times as long. Off by default; a
    /// <see cref="ConcurrentPooledStringDictionary{TValue}"/> rejects it.
    /// </summary>
    public bool IgnoreCase { get; set; }

    /// <summary>
    /// Initial capacity of the table in keys; 0 by default. Growth is cheap, so presizing saves only 5 % of the time to fill a
    /// large collection. The table takes physical memory only as keys are added. A table of more than 64 MiB takes physical
    /// memory in steps of 2 MiB if the system grants huge pages.
    /// </summary>
    public int Capacity { get; set; }

    /// <summary>
    /// Maximum unmanaged bytes of the collection, in steps of 64 KiB. At the limit, adding a key throws
    /// <see cref="OutOfMemoryException"/>, or a <c>Try</c> method returns false, and the collection is unchanged. New keys reuse
    /// the memory of removed keys. No limit by default; the minimum for one key is 128 KiB.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Whether keys and values are cleared in memory when a key is removed or moved, and when the collection is cleared, trimmed
    /// or disposed. Use it for secrets. It does not clear strings, spans and values that were passed in or copied out, the buffer
    /// of a <c>foreach</c> loop that stops early, or a collection that is not disposed. If set, exception messages omit the key,
    /// and removal is O(length). Off by default.
    /// </summary>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// The value of the tag <c>cenote.dictionary.name</c> for this collection in the meter <c>Cenote</c>. The metrics of
    /// collections with the same name are summed. Null, the default, disables the metrics. Metrics cost nothing until a listener
    /// observes the meter.
    /// </summary>
    public string? MetricsName { get; set; }

    /// <summary>The name of the public type, for exception messages.</summary>
    internal string Owner { get; init; } = nameof(PooledStringDictionary<>);

    /// <summary>Bytes of address space to reserve. Memory beyond the reservation is located through a table.</summary>
    internal long ReservedAddressBytes { get; init; } = AddressSpace.DefaultReservation;

    /// <summary>
    /// Whether keys must never move, because other code holds their addresses. The owner then neither trims the collection nor
    /// removes keys.
    /// </summary>
    internal bool KeysArePinned { get; init; }

    /// <summary>A limit that the collection shares with other collections, in addition to <see cref="MaximumBytes"/>.</summary>
    internal SharedLimit? SharedLimit { get; init; }

    /// <summary>
    /// The address space, with its limits, that the collection shares with other collections; null for a separate one.
    /// </summary>
    internal AddressSpace? SharedSpace { get; init; }

    /// <summary>Returns a copy with another encoding, case sensitivity and capacity.</summary>
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
