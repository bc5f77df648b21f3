using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>Memory: how much there is, how to get it early and how to give it back.</content>
public sealed partial class SegmentedStringPool
{
    /// <inheritdoc/>
    public override int ActiveAllocations => (int)Math.Min(int.MaxValue, _heap.LiveCount);

    internal override (long Allocated, long Freed)? Turnover => _heap.Turnover;

    internal override int SlabCount => _heap.SlabCount;

    internal override int SegmentCount => _heap.SegmentCount;

    /// <inheritdoc cref="SlabTier.Walks"/>
    internal long Walks => _heap.Cells.Walks;

    /// <summary>
    /// Makes room for strings with this many chars in all, so that allocating them asks the operating system for nothing: in the
    /// slab tier, if they have 16 chars or more (each length of up to 4 chars more needs slabs of its own), and in the block
    /// tier.
    /// </summary>
    /// <param name="chars">Chars of text.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="chars"/> is negative.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Reserve(int chars) => Reserve(chars, chars, nameof(chars));

    /// <summary>Makes room for small strings only, as <see cref="Reserve(int)"/> does.</summary>
    /// <inheritdoc cref="Reserve(int)"/>
    public void ReserveSmall(int chars) => Reserve(chars, 0, nameof(chars));

    /// <summary>
    /// Makes room for large strings only, in contiguous memory: for a single string of this many chars as well as for many.
    /// </summary>
    /// <inheritdoc cref="Reserve(int)"/>
    public void ReserveLarge(int chars) => Reserve(0, chars, nameof(chars));

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
    /// The process keeps up to 16 MiB of the last disposed pools, up to 4 MiB of each, so that the next pools start warm.
    /// </remarks>
    public override void Dispose()
    {
        if (IsDisposed)
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

    private void Reserve(int smallChars, int largeChars, string parameter)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(Math.Min(smallChars, largeChars), parameter);
        ThrowIfDisposed();
        _texts.CheckFollowed();
        try
        {
            _heap.Reserve((ulong)smallChars * sizeof(char), (ulong)largeChars * sizeof(char));
        }
        finally
        {
            // Memory that was committed without a result stays committed.
            _texts.Follow();
        }
    }
}
