using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Memory.Keys;

/// <summary>
/// Hashes and the indexes of their cells, by the part of a table that they belong to. A table of millions of keys is filled part
/// by part, each of which fits the cache, several times as fast as in the order of the keys.
/// </summary>
internal sealed unsafe class HashPartitions : IDisposable
{
    /// <summary>The most that a part takes: as many as 1,024 buckets have ways.</summary>
    public const int MostEntries = 1024 * Bucket.Ways;

    private readonly int[] _counts;
    private ulong* _entries;

    /// <param name="parts">How many parts there are.</param>
    /// <exception cref="OutOfMemoryException">There is no memory. Only what is used of it is touched.</exception>
    public HashPartitions(int parts)
    {
        _counts = new int[parts];
        _entries = (ulong*)NativeMemory.Alloc((nuint)parts * MostEntries, sizeof(ulong));
    }

    public int Parts => _counts.Length;

    /// <summary>Adds the hash of a cell to a part; false if that is full.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAdd(uint part, uint hash, uint cell)
    {
        ref int count = ref _counts[part];
        if (count == MostEntries)
        {
            return false;
        }

        _entries[((nuint)part * MostEntries) + (uint)count++] = ((ulong)hash << 32) | cell;
        return true;
    }

    /// <summary>What a part has: hashes in the upper halves, indexes of cells in the lower ones. Valid until it is disposed.</summary>
    public ReadOnlySpan<ulong> this[int part] => new(_entries + ((nuint)part * MostEntries), _counts[part]);

    public void Dispose()
    {
        NativeMemory.Free(_entries);
        _entries = null;
        Array.Clear(_counts);
    }
}
