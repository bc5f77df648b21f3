using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <content>Capacity, memory use and disposal.</content>
public sealed unsafe partial class NativeList<T>
{
    private const int ObjectBytes = 160;

    // The minimum number of items per segment. It limits waste: the end of a segment is unused if no whole item fits.
    private const uint MinItems = 8;

    // Segments are allocated in runs of an eighth of the existing segments, up to MaxRunGranules, so that a large list seldom
    // requests memory.
    private const int RunGrowthDivisor = 8;
    private const uint MaxRunGranules = 64;

    private readonly List<PageRun> _runs = [];

    /// <summary>Ensures a capacity, so that adding items up to it allocates nothing.</summary>
    /// <param name="capacity">Number of items, including the existing ones.</param>
    /// <returns>The capacity in items.</returns>
    /// <remarks>No item moves; references, spans and enumerators stay valid.</remarks>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory; no item has changed.
    /// </exception>
    public long EnsureCapacity(long capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);
        ThrowIfDisposed();
        if (capacity > Capacity)
        {
            MakeRoom(capacity);
        }

        return Capacity;
    }

    /// <summary>
    /// Releases the segments that hold no items, unless they were allocated together with one that does. No item moves. A
    /// reference past the last item then reads zeros, old data, or an item that is added later.
    /// </summary>
    /// <returns>Unmanaged bytes released.</returns>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    public long Trim()
    {
        ThrowIfDisposed();
        long before = _space.BytesLent;
        long used = SegmentsFor(Count);
        while (_runs.Count > 0 && _segmentCount - (int)(_runs[^1].Granules / Granules) >= used)
        {
            _segmentCount -= (int)(_runs[^1].Granules / Granules);
            _space.Return(_runs[^1]);
            _runs.RemoveAt(_runs.Count - 1);
        }

        TruncateTo(Count);
        return before - _space.BytesLent;
    }

    /// <summary>Unmanaged bytes held, in steps of 64 KiB, including untouched pages.</summary>
    /// <remarks>0 once the list is disposed.</remarks>
    public long BytesReserved => _space.BytesLent;

    /// <summary>Bytes of all items; 0 once the list is disposed.</summary>
    public long BytesUsed => Count * sizeof(T);

    /// <summary>Approximate managed bytes.</summary>
    public long ManagedBytes =>
        ObjectBytes + _space.ManagedBytes + ((long)_segments.Length * sizeof(nint)) + ((long)_runs.Capacity * sizeof(PageRun));

    /// <summary>Disposes the list and releases its memory.</summary>
    public void Dispose()
    {
        if (!Interlocked.Exchange(ref _disposed, true))
        {
            Count = 0;
            _version++;
            _segmentCount = 0;
            _segments = [];
            _next = _end = null;
            _space.Dispose();
        }
    }

    private static long SegmentsFor(long items) => (items / ItemsPerSegment) + (items % ItemsPerSegment == 0 ? 0 : 1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow()
    {
        if (!TryGrow())
        {
            ThrowNoMemory(Count + 1);
        }
    }

    // Adds capacity after the last item, which is at the end of its segment.
    private bool TryGrow()
    {
        ThrowIfDisposed();
        if (Count == Capacity && !TryAddSegments(1))
        {
            return false;
        }

        EnterSegmentOf(Count);
        return true;
    }

    // Memory allocated before a refusal is kept: it is empty, and Trim releases it.
    private void MakeRoom(long capacity)
    {
        long missing = SegmentsFor(capacity) - _segmentCount;
        if (SegmentsFor(capacity) > Array.MaxLength || !_space.MayLend(missing * SegmentBytes))
        {
            ThrowNoMemory(capacity);
        }

        while (missing > 0)
        {
            int before = _segmentCount;
            if (!TryAddSegments(missing))
            {
                ThrowNoMemory(capacity);
            }

            missing -= _segmentCount - before;
        }
    }

    // Adds one segment or more. If memory for several segments is refused, requests one.
    private bool TryAddSegments(long wanted)
    {
        _runs.EnsureCapacity(_runs.Count + 1);
        long share = Math.Min((long)_segmentCount / RunGrowthDivisor, MaxRunGranules / Granules);
        int segments = (int)Math.Clamp(Math.Max(share, wanted), 1, Math.Max(1, MaxRunGranules / Granules));
        if (_segmentCount + segments > _segments.Length)
        {
            long length = Math.Max(_segmentCount + (long)segments, 2L * _segments.Length);
            Array.Resize(ref _segments, (int)Math.Min(Array.MaxLength, length));
        }

        if (!_space.TryLend((uint)segments * Granules, indexed: false, out PageRun run)
            && (segments == 1 || !_space.TryLend(Granules, indexed: false, out run)))
        {
            return false;
        }

        _runs.Add(run);
        for (uint i = 0; i < run.Granules; i += Granules)
        {
            _segments[_segmentCount++] = (nint)(run.Address + ((nuint)i * AddressSpace.GranuleBytes));
        }

        return true;
    }

    // The segment that contains the index must exist.
    private void EnterSegmentOf(long index)
    {
        var segment = (T*)_segments[index / ItemsPerSegment];
        _next = segment + (index % ItemsPerSegment);
        _end = segment + ItemsPerSegment;
    }

    private void TruncateTo(long count)
    {
        _version += count == Count ? 0 : 1;
        Count = count;
        if (count < Capacity)
        {
            EnterSegmentOf(count);
        }
        else
        {
            _next = _end = null;
        }
    }

    [DoesNotReturn]
    private void ThrowNoMemory(long capacity) =>
        Throw.NoMemoryForItems(capacity, sizeof(T), _space.LimitReached, _space.MaximumBytes);

    private void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.CollectionDisposed(nameof(NativeList<>));
        }
    }
}
