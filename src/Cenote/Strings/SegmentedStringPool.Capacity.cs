using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>Memory: measuring, reserving and releasing it.</content>
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
    /// Reserves memory in both tiers for strings with this many chars in total, so that allocating them requests nothing from the
    /// operating system. In the slab tier, this holds for strings of 16 chars or more; each step of 4 chars in length needs
    /// separate slabs.
    /// </summary>
    /// <param name="chars">The total number of chars.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="chars"/> is negative.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Reserve(int chars) => Reserve(chars, chars, nameof(chars));

    /// <summary>Reserves memory as <see cref="Reserve(int)"/> does, but for small strings only.</summary>
    /// <inheritdoc cref="Reserve(int)"/>
    public void ReserveSmall(int chars) => Reserve(chars, 0, nameof(chars));

    /// <summary>
    /// Reserves contiguous memory for large strings only: for a single string of this many chars, or for many shorter ones.
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
    /// <remarks>Do not call it while another thread changes the pool: the walk follows lists through free memory.</remarks>
    public override StringPoolStatistics GetStatistics()
    {
        ThrowIfDisposed();
        return StringPoolStatistics.Of(in _heap, _heap.Count(), ManagedBytes);
    }

    /// <inheritdoc/>
    /// <remarks>
    /// The process caches up to 16 MiB of disposed pools, up to 4 MiB of each, so that new pools start with warm pages.
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
            // If the call fails, the memory that it committed stays committed.
            _texts.Follow();
        }
    }
}
