namespace Cenote.Collections;

/// <summary>Counts and memory sizes of a dictionary of unmanaged keys and values.</summary>
/// <example>
/// The memory of an entry, without its share of the table:
/// <code>
/// using var prices = new NativeDictionary&lt;int, double>();
/// prices.Add(17, 4.5);
/// Console.WriteLine(prices.GetStatistics().EntryBytes);   // prints 16
/// </code>
/// </example>
[DebuggerDisplay("Count = {Count}, {BytesUsed} of {BytesReserved} bytes")]
public readonly struct NativeDictionaryStatistics
{
    /// <summary>Entries in the dictionary.</summary>
    public int Count { get; init; }

    /// <summary>Bytes of one entry.</summary>
    public int EntryBytes { get; init; }

    /// <summary>Bytes of unmanaged memory, in steps of 64 KiB.</summary>
    public long BytesReserved { get; init; }

    /// <summary>Bytes of all entries; part of <see cref="BytesReserved"/>.</summary>
    public long BytesUsed { get; init; }

    /// <summary>Bytes of the hash table; part of <see cref="BytesReserved"/>.</summary>
    public long TableBytes { get; init; }

    /// <summary>Approximate bytes of managed memory.</summary>
    public long ManagedBytes { get; init; }

    /// <inheritdoc cref="PooledStringDictionaryStatistics.Buckets"/>
    public long Buckets { get; init; }

    /// <inheritdoc cref="PooledStringDictionaryStatistics.Rehashes"/>
    public int Rehashes { get; init; }

    /// <summary>
    /// Keys that are not in the hash table, because hundreds of other keys have the same hash code. Looking up one of these keys
    /// takes time proportional to their number.
    /// </summary>
    public int CollidingKeys { get; init; }

    /// <summary>Sums the statistics of two parts of a dictionary.</summary>
    internal static NativeDictionaryStatistics Add(in NativeDictionaryStatistics one, in NativeDictionaryStatistics other) =>
        new()
        {
            Count = one.Count + other.Count,
            EntryBytes = other.EntryBytes,
            BytesReserved = one.BytesReserved + other.BytesReserved,
            BytesUsed = one.BytesUsed + other.BytesUsed,
            TableBytes = one.TableBytes + other.TableBytes,
            ManagedBytes = one.ManagedBytes + other.ManagedBytes,
            Buckets = one.Buckets + other.Buckets,
            Rehashes = one.Rehashes + other.Rehashes,
            CollidingKeys = one.CollidingKeys + other.CollidingKeys,
        };
}
