using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>Memory: how much there is, how to get it early and how to give it back.</content>
public sealed partial class Utf8StringPool
{
    /// <inheritdoc/>
    public override int ActiveAllocations => (int)Math.Min(int.MaxValue, _heap.LiveCount);

    internal override (long Allocated, long Freed)? Turnover => _heap.Turnover;

    internal override int SlabCount => _heap.SlabCount;

    internal override int SegmentCount => _heap.SegmentCount;

    /// <inheritdoc cref="SlabTier.Walks"/>
    internal long Walks => _heap.Cells.Walks;

    /// <summary>
    /// Makes room for strings with this many bytes in all, so that allocating them asks the operating system for nothing: in the
    /// slab tier, if they have 32 bytes or more (each length of up to 8 bytes more needs slabs of its own), and in the block
    /// tier.
    /// </summary>
    /// <param name="bytes">Bytes of text.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is negative.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Reserve(int bytes) => Reserve(bytes, bytes, nameof(bytes));

    /// <summary>Makes room for small strings only, as <see cref="Reserve(int)"/> does.</summary>
    /// <inheritdoc cref="Reserve(int)"/>
    public void ReserveSmall(int bytes) => Reserve(bytes, 0, nameof(bytes));

    /// <summary>
    /// Makes room for large strings only, in contiguous memory: for a single string of this many bytes as well as for many.
    /// </summary>
    /// <inheritdoc cref="Reserve(int)"/>
    public void ReserveLarge(int bytes) => Reserve(0, bytes, nameof(bytes));

    /// <inheritdoc/>
    public override void Clear()
    {
        ThrowIfDisposed();
        _fills.ThrowIfInProgress(nameof(Clear));
        _texts.CheckFollowed();
        _heap.Clear();
        _managedTexts.Clear();
    }

    /// <inheritdoc/>
    public override long Trim()
    {
        ThrowIfDisposed();
        _texts.CheckFollowed();
        return _heap.Trim();
    }

    /// <inheritdoc/>
    public override long ManagedBytes => TextSpace.PoolObjectBytes + _heap.ManagedBytes + _managedTexts.ManagedBytes;

    /// <inheritdoc/>
    /// <remarks>Not to be called while another thread changes the pool: the walk follows lists through free memory.</remarks>
    public override StringPoolStatistics GetStatistics()
    {
        ThrowIfDisposed();
        return StringPoolStatistics.Of(in _heap, _heap.Count(), ManagedBytes);
    }

    /// <inheritdoc/>
    /// <remarks>
    /// The process keeps up to 16 MiB of the last disposed pools, of whatever kind, up to 4 MiB of each, so that the next pools
    /// start warm.
    /// </remarks>
    public override void Dispose()
    {
        if (_texts.IsClosed)
        {
            return;
        }

        _fills.ThrowIfInProgress(nameof(Dispose));
        if (!_texts.TryClose())
        {
            return;
        }

        _fast = _fastLarge = default;
        _heap.Close();
        _texts.Space.Dispose();
        _managedTexts.Clear();
    }

    private void Reserve(int smallBytes, int largeBytes, string parameter)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(Math.Min(smallBytes, largeBytes), parameter);
        ThrowIfDisposed();
        _texts.CheckFollowed();
        try
        {
            _heap.Reserve((ulong)smallBytes, (ulong)largeBytes);
        }
        finally
        {
            // Memory that was committed without a result stays committed.
            _texts.Follow();
        }
    }
}
