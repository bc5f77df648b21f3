using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>Slow paths, and operations that stop all threads.</content>
public sealed unsafe partial class ConcurrentStringPool
{
    /// <inheritdoc/>
    /// <remarks>Exact while no thread allocates or frees.</remarks>
    public override int ActiveAllocations => (int)Math.Clamp(_shared.LiveCount, 0, int.MaxValue);

    int? IMeasuredPool.ActiveAllocationsNow =>
        Turnover is { } turnover ? (int)Math.Clamp(turnover.Allocated - turnover.Freed, 0, int.MaxValue) : null;

    internal override (long Allocated, long Freed)? Turnover => _shared.TryCountTurnover();

    internal override int SlabCount => _shared.SlabCount;

    internal override int SegmentCount => _shared.SegmentCount;

    /// <inheritdoc cref="SharedHeap.Stops"/>
    internal long Stops => _shared.Stops;

    /// <inheritdoc cref="SlabTier.Walks"/>
    internal long Walks => _shared.Common.Cells.Walks;

    /// <inheritdoc/>
    /// <remarks>Other threads that allocate or free wait until the call returns, then continue with an empty pool.</remarks>
    public override void Clear()
    {
        using SharedHeap.Stopped stopped = _shared.StopAll();
        ThrowIfDisposed();
        _fills.ThrowIfInProgress(nameof(Clear));
        _shared.Clear();
    }

    /// <inheritdoc/>
    /// <remarks>
    /// Other threads that allocate or free wait until the call returns. The free cells of all threads return to the pool.
    /// </remarks>
    public override long Trim()
    {
        using SharedHeap.Stopped stopped = _shared.StopAll();
        ThrowIfDisposed();
        return _shared.Trim();
    }

    /// <inheritdoc/>
    public override long ManagedBytes => TextSpace.PoolObjectBytes + _shared.ManagedBytes + _managedTexts.ManagedBytes;

    /// <inheritdoc/>
    /// <remarks>
    /// Other threads that allocate or free wait until the call returns, so all totals are from the same moment.
    /// </remarks>
    public override StringPoolStatistics GetStatistics()
    {
        using SharedHeap.Stopped stopped = _shared.StopAll();
        ThrowIfDisposed();
        return StringPoolStatistics.Of(_shared, ManagedBytes);
    }

    /// <inheritdoc/>
    /// <remarks>
    /// Other threads complete their current operation first. The addresses stay reserved as long as the pool is referenced.
    /// </remarks>
    public override void Dispose()
    {
        using SharedHeap.Stopped stopped = _shared.StopAll();
        if (IsDisposed)
        {
            return;
        }

        _fills.ThrowIfInProgress(nameof(Dispose));
        _ = _texts.TryClose();
        _shared.Close();
        _texts.Space.Retire();
    }

    private protected override bool TryAllocateText(int length, out PooledStringRef result, out Span<char> text)
    {
        CellId id = default;
        byte* address = _shared.Current is { } heap ? _shared.TryAllocate(heap, (uint)length * sizeof(char), out id) : null;
        if (address == null)
        {
            result = default;
            text = default;
            return false;
        }

        _shared.CheckEntered();
        _texts.Follow();
        text = new Span<char>(address, length);
        result = new PooledStringRef(this, id);
        return true;
    }

    private protected override long MinBytesFor(uint bytes) => _shared.MinBytesFor(bytes);

    private protected override LargeSlot* TryAllocateSlot(out CellId id)
    {
        id = default;
        LargeSlot* slot = _shared.Current is { } heap ? _shared.TryAllocateSlot(heap, out id) : null;
        if (slot != null)
        {
            _shared.CheckEntered();
            _texts.Follow();
        }

        return slot;
    }

    // This is the heap that was entered, because this thread has run no other code since.
    private protected override void EndWriting() => _shared.Current!.Leave();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeSlow(ThreadHeap? heap, CellId id) => _shared.Free(heap, id);

    [DoesNotReturn]
    private void ThrowNoHeap()
    {
        ThrowIfDisposed();
        Throw.NoMemoryForThread(_texts.Space.LimitReached, _texts.Space.MaximumBytes, MinBytesFor(1));
    }
}
