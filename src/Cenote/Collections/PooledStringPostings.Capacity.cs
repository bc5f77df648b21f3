using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <content>Clearing, memory use and disposal.</content>
public sealed partial class PooledStringPostings
{
    /// <summary>Unmanaged bytes held, in steps of 64 KiB; 0 once the index is disposed.</summary>
    /// <remarks>Includes untouched pages.</remarks>
    public long BytesReserved => _keys.BytesReserved + _space.BytesLent;

    int IMeasuredDictionary.Rehashes => ((IMeasuredDictionary)_keys).Rehashes;

    /// <summary>Approximate managed bytes.</summary>
    public long ManagedBytes => ObjectBytes + PostingHeap.ManagedBytes + _keys.ManagedBytes + _space.ManagedBytes;

    /// <summary>
    /// Removes every key. The index keeps the memory of the table and keys, and 64 KiB of lists; <see cref="Trim"/> releases
    /// more. O(keys + table size).
    /// </summary>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    public void Clear()
    {
        _keys.ThrowIfDisposed();
        KeyWalk walk = _keys.Walk();
        while (_keys.MoveNext(ref walk, out PostingList list))
        {
            _lists.Free(in list);
        }

        _keys.Clear();
        NumberCount = 0;
    }

    /// <summary>
    /// Releases the memory of removed keys, of an oversized table, and of each empty 64 KiB granule of short lists
    /// except the first. Compacts the remaining keys; lists do not move; enumerators throw. O(keys + removed lists).
    /// </summary>
    /// <returns>Unmanaged bytes released.</returns>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    public long Trim()
    {
        long before = BytesReserved;
        _keys.Trim();
        _lists.Merge();
        return before - BytesReserved;
    }

    /// <summary>Disposes the index and releases its memory.</summary>
    public void Dispose()
    {
        if (!Interlocked.Exchange(ref _disposed, true))
        {
            if (_keys.ClearsFreed)
            {
                Clear();
            }

            _keys.Dispose();
            NumberCount = 0;

            // The next owner of the memory expects zeros.
            _space.WipeWarm(ulong.MaxValue);
            _space.Dispose();
        }
    }
}
