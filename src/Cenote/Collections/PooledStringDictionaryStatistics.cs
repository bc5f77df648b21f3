namespace Cenote.Collections;

/// <summary>Counts and memory sizes of a collection with keys in unmanaged memory.</summary>
/// <example>
/// The number of keys that are stored with one byte per char:
/// <code>
/// using var names = new PooledStringSet(["Dos Ojos", "El Zapote", "Chichén Itzá"]);
/// PooledStringDictionaryStatistics statistics = names.GetStatistics();
/// Console.WriteLine($"{statistics.NarrowKeys} of {statistics.Count}");   // prints 2 of 3
/// </code>
/// </example>
[DebuggerDisplay("Count = {Count}, {TextBytes} of {BytesReserved} bytes")]
public readonly struct PooledStringDictionaryStatistics
{
    /// <summary>Keys in the collection.</summary>
    public int Count { get; init; }

    /// <summary>Keys that are stored as bytes, in ASCII or UTF-8, and not as UTF-16.</summary>
    public int NarrowKeys { get; init; }

    /// <summary>Keys of about 64 KiB or more, each in dedicated memory.</summary>
    public int LongKeys { get; init; }

    /// <summary>Bytes of all keys, in their stored encoding.</summary>
    public long TextBytes { get; init; }

    /// <summary>Unmanaged bytes held; see <see cref="PooledStringDictionary{TValue}.BytesReserved"/>.</summary>
    public long BytesReserved { get; init; }

    /// <summary>Approximate managed bytes; see <see cref="PooledStringDictionary{TValue}.ManagedBytes"/>.</summary>
    public long ManagedBytes { get; init; }

    /// <summary>Bytes of the hash table; part of <see cref="BytesReserved"/>.</summary>
    public long TableBytes { get; init; }

    /// <summary>
    /// Bytes of removed keys and other gaps between keys, which new keys can reuse.
    /// <see cref="PooledStringDictionary{TValue}.Trim"/> releases the memory of removed keys.
    /// </summary>
    public long FreeBytes { get; init; }

    /// <summary>Buckets of the hash table. A bucket holds up to twelve keys.</summary>
    public long Buckets { get; init; }

    /// <summary>
    /// Number of rehashes with a new secret seed, each after more collisions than would occur by chance. Normally 0; higher only
    /// under a hash-flooding attack.
    /// </summary>
    public int Rehashes { get; init; }

    /// <summary>Fraction of the unmanaged memory that does not hold key data, from 0 to 1.</summary>
    public double Overhead => BytesReserved == 0 ? 0 : 1 - ((double)TextBytes / BytesReserved);

    /// <summary>Sums the statistics of two parts of a collection.</summary>
    internal static PooledStringDictionaryStatistics Add(
        in PooledStringDictionaryStatistics one, in PooledStringDictionaryStatistics other) =>
        new()
        {
            Count = one.Count + other.Count,
            NarrowKeys = one.NarrowKeys + other.NarrowKeys,
            LongKeys = one.LongKeys + other.LongKeys,
            TextBytes = one.TextBytes + other.TextBytes,
            BytesReserved = one.BytesReserved + other.BytesReserved,
            ManagedBytes = one.ManagedBytes + other.ManagedBytes,
            TableBytes = one.TableBytes + other.TableBytes,
            FreeBytes = one.FreeBytes + other.FreeBytes,
            Buckets = one.Buckets + other.Buckets,
            Rehashes = one.Rehashes + other.Rehashes,
        };
}
