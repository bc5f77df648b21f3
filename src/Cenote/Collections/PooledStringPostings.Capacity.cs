namespace Cenote.Collections;

/// <content>Memory.</content>
public sealed partial class PooledStringPostings
{
    /// <summary>Bytes of unmanaged memory the index holds, in steps of 64 KiB; 0 once it is disposed.</summary>
    /// <remarks>Pages that were never touched count here.</remarks>
    public long BytesReserved => _keys.BytesReserved + _space.BytesLent;

    /// <summary>Bytes of managed memory the index holds, approximately.</summary>
    public long ManagedBytes => ObjectBytes + PostingHeap.ManagedBytes + _keys.ManagedBytes + _space.ManagedBytes;

    /// <summary>
    /// Removes every key. The memory stays with the index for the next ones, except that of lists of more than 32 KiB. O(memory
    /// of the table).
    /// </summary>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    public void Clear()
    {
        foreach (var entry in _keys)
        {
            _lists.Free(in entry.Value);
        }

        _keys.Clear();
        NumberCount = 0;
    }

    /// <summary>Disposes the index and gives its memory back. A second call does nothing.</summary>
    public void Dispose()
    {
        if (!IsDisposed)
        {
            if (_keys.ClearsFreed)
            {
                Clear();
            }

            _keys.Dispose();
            NumberCount = 0;

            // The next owner of the addresses counts on zeros.
            _space.WipeWarm(ulong.MaxValue);
            _space.Dispose();
        }
    }
}
