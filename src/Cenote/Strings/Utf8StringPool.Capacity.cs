using Cenote.Memory;

namespace Cenote.Strings;

/// <content>Memory: how much there is, how to get it early and how to give it back.</content>
public sealed partial class Utf8StringPool
{
    /// <summary>Number of live strings; the empty string is none.</summary>
    public int ActiveAllocations => (int)Math.Min(int.MaxValue, _heap.LiveCount);

    /// <summary>Number of slabs in use or reserved.</summary>
    public int SlabCount => _heap.SlabCount;

    /// <summary>Number of arena segments.</summary>
    public int SegmentCount => _heap.SegmentCount;

    /// <summary>
    /// Makes room for strings with so many bytes in all, so that allocating them asks the operating system for nothing: in the
    /// slab tier, if they have 32 bytes or more (each length of up to 8 bytes more needs slabs of its own), and in the arena tier.
    /// </summary>
    /// <param name="bytes">Bytes of text.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is negative.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Reserve(int bytes) => Reserve(bytes, bytes, nameof(bytes));

    /// <summary>Makes room for small strings only, as <see cref="Reserve(int)"/> does.</summary>
    /// <inheritdoc cref="Reserve(int)"/>
    public void ReserveSmall(int bytes) => Reserve(bytes, 0, nameof(bytes));

    /// <summary>Makes room for large strings only, side by side: for a single string of so many bytes as well as for many.</summary>
    /// <inheritdoc cref="Reserve(int)"/>
    public void ReserveLarge(int bytes) => Reserve(0, bytes, nameof(bytes));

    /// <summary>
    /// Frees every string: each handle given out so far is stale. The memory stays with the pool for the next strings, but for
    /// segments that were made for a single long string. O(cells of all slabs), about 3 ms for a million.
    /// </summary>
    /// <exception cref="InvalidOperationException">A <see cref="Create"/> callback is running.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Clear()
    {
        ThrowIfDisposed();
        _fills.ThrowIfInProgress(nameof(Clear));
        _heap.Clear();
    }

    /// <summary>
    /// Gives the memory of empty slabs and segments back to the operating system, and reserved slabs with it. Handles stay as
    /// they are. O(cells and segments).
    /// </summary>
    /// <returns>Bytes given back.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public long Trim()
    {
        ThrowIfDisposed();
        return _heap.Trim();
    }

    /// <summary>
    /// Bytes of unmanaged memory the pool holds: slabs and segments, in use or reserved, counted whole, and 64 KiB of tables.
    /// Pages that were never touched count here, though the operating system has not backed them yet.
    /// </summary>
    /// <returns>Bytes; 0 once the pool is disposed.</returns>
    public long GetTotalBytesUnmanaged() => _texts.Space.BytesLent;

    /// <summary>Bytes of managed memory the pool holds, about: its objects, and the descriptors of slabs and segments.</summary>
    /// <returns>Bytes.</returns>
    public long GetTotalBytesManaged() => TextSpace.PoolObjectBytes + _heap.ManagedBytes;

    /// <summary>
    /// Walks over the whole pool and adds it up. O(cells and free blocks), allocates nothing. Not beside a thread that changes the
    /// pool: the walk follows lists through free memory.
    /// </summary>
    /// <returns>The statistics.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public StringPoolStatistics GetStatistics()
    {
        ThrowIfDisposed();
        return StringPoolStatistics.Of(in _heap, _heap.Count(), GetTotalBytesManaged());
    }

    /// <summary>Ends the pool and gives its memory back. Handles are stale from now on, and spans must not be used. A second call does nothing.</summary>
    /// <remarks>The process keeps up to 4 MiB of each of the last four disposed pools, of whatever kind, so that the next pools start warm.</remarks>
    /// <exception cref="InvalidOperationException">A <see cref="Create"/> callback is running.</exception>
    public void Dispose()
    {
        if (_texts.IsClosed)
        {
            return;
        }

        _fills.ThrowIfInProgress(nameof(Dispose));
        _texts.Close();
        _longestSmall = _longestKept = 0;
        _heap.Close();
        _texts.Space.Dispose();
    }

    private void Reserve(int smallBytes, int largeBytes, string parameter)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(Math.Min(smallBytes, largeBytes), parameter);
        ThrowIfDisposed();
        _heap.Reserve((ulong)smallBytes, (ulong)largeBytes);
        _texts.Follow();
    }
}
