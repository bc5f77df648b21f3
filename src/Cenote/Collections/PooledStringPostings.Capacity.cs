using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <content>Memory.</content>
public sealed partial class PooledStringPostings
{
    /// <summary>Bytes of unmanaged memory the index holds, in steps of 64 KiB; 0 once it is disposed.</summary>
    /// <remarks>Pages that were never touched count here.</remarks>
    public long BytesReserved => _keys.BytesReserved + _space.BytesLent;

    int IMeasuredDictionary.Rehashes => ((IMeasuredDictionary)_keys).Rehashes;

    /// <summary>Bytes of managed memory the index holds, approximately.</summary>
    public long ManagedBytes => ObjectBytes + PostingHeap.ManagedBytes + _keys.ManagedBytes + _space.ManagedBytes;

    /// <summary>
    /// Removes every key. The memory of the table and of keys stays with the index for the next ones, and 64 KiB of that of lists;
    /// <see cref="Trim"/> gives back more. O(keys + memory of the table).
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
    /// Gives back what keys and lists do not need: the memory of removed keys, a table that is too large, and every 64 KiB of
    /// short lists of which none is left. The keys that are left move together, lists stay where they are; enumerators throw.
    /// O(keys + removed lists).
    /// </summary>
    /// <returns>Unmanaged bytes given back.</returns>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    public long Trim()
    {
        long before = BytesReserved;
        _keys.Trim();
        _lists.Merge();
        return before - BytesReserved;
    }

    /// <summary>Disposes the index and gives its memory back. A second call does nothing.</summary>
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

            // The next owner of the addresses relies on zeros.
            _space.WipeWarm(ulong.MaxValue);
            _space.Dispose();
        }
    }
}
