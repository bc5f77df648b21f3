using System.Diagnostics;

namespace Cenote.Collections;

/// <summary>The state of a collection with keys in unmanaged memory.</summary>
/// <example>
/// How many keys were stored with one byte a char:
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

    /// <summary>Keys that are stored with one byte for each char.</summary>
    public int NarrowKeys { get; init; }

    /// <summary>Keys of about 64 KiB and more, which have memory of their own.</summary>
    public int LongKeys { get; init; }

    /// <summary>Bytes of the text of all keys, as it is stored.</summary>
    public long TextBytes { get; init; }

    /// <summary>Bytes of unmanaged memory, as <see cref="PooledStringDictionary{TValue}.BytesReserved"/> says.</summary>
    public long BytesReserved { get; init; }

    /// <summary>Bytes of managed memory, as <see cref="PooledStringDictionary{TValue}.ManagedBytes"/> says.</summary>
    public long ManagedBytes { get; init; }

    /// <summary>Bytes of the table that finds the keys; part of <see cref="BytesReserved"/>.</summary>
    public long TableBytes { get; init; }

    /// <summary>
    /// Bytes that removed keys left for others; <see cref="PooledStringDictionary{TValue}.Trim"/> gives them back.
    /// </summary>
    public long FreeBytes { get; init; }

    /// <summary>Buckets of the table, with room for twelve keys each.</summary>
    public long Buckets { get; init; }

    /// <summary>
    /// How many times keys collided as only keys made for that purpose do, so that the collection changed to a hash with a new
    /// secret. 0 unless under attack.
    /// </summary>
    public int Rehashes { get; init; }

    /// <summary>Share of the unmanaged memory that is not text, from 0 to 1.</summary>
    public double Overhead => BytesReserved == 0 ? 0 : 1 - ((double)TextBytes / BytesReserved);

    /// <summary>The statistics of two parts of a collection as one.</summary>
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
