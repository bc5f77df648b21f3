using System.Runtime.CompilerServices;
using Cenote.Memory;

namespace Cenote.Strings;

/// <content>What the fast paths hand over, and what concerns all threads at once.</content>
public sealed unsafe partial class ConcurrentStringPool
{
    /// <inheritdoc/>
    /// <remarks>Exact while no thread allocates or frees.</remarks>
    public override int ActiveAllocations => (int)Math.Clamp(_shared.LiveCount, 0, int.MaxValue);

    /// <inheritdoc/>
    public override int SlabCount => _shared.SlabCount;

    /// <inheritdoc/>
    public override int SegmentCount => _shared.SegmentCount;

    /// <inheritdoc/>
    /// <remarks>Other threads that allocate or free wait until it is done; they go on with an empty pool.</remarks>
    public override void Clear()
    {
        using SharedHeap.Stopped stopped = _shared.StopAll();
        ThrowIfDisposed();
        _fills.ThrowIfInProgress(nameof(Clear));
        _shared.Clear();
        ForgetManaged();
    }

    /// <inheritdoc/>
    /// <remarks>Other threads that allocate or free wait until it is done. Free cells of all threads go back to the pool.</remarks>
    public override long Trim()
    {
        using SharedHeap.Stopped stopped = _shared.StopAll();
        ThrowIfDisposed();
        return _shared.Trim();
    }

    /// <inheritdoc/>
    public override long GetTotalBytesManaged() => TextSpace.PoolObjectBytes + _shared.ManagedBytes + ManagedTextBytes;

    /// <inheritdoc/>
    /// <remarks>Other threads that allocate or free wait until it is done, so the totals belong to one moment.</remarks>
    public override StringPoolStatistics GetStatistics()
    {
        using SharedHeap.Stopped stopped = _shared.StopAll();
        ThrowIfDisposed();
        HeapCensus census = _shared.Count(out long live, out long allocations);
        return StringPoolStatistics.Of(in _shared.Common, census, GetTotalBytesManaged()) with
        {
            ActiveAllocations = live,
            TotalAllocations = allocations,
        };
    }

    /// <inheritdoc/>
    /// <remarks>Other threads finish the operation they are in. The addresses stay reserved until nothing refers to the pool any more.</remarks>
    public override void Dispose()
    {
        using SharedHeap.Stopped stopped = _shared.StopAll();
        if (IsDisposed)
        {
            return;
        }

        _fills.ThrowIfInProgress(nameof(Dispose));
        _texts.Close();
        _shared.Close();
        _texts.Space.Retire();
        ForgetManaged();
    }

    private protected override PooledStringRef AllocateText(int length, out Span<char> text)
    {
        byte* address = _shared.Allocate(CurrentHeap(required: true)!, (uint)length * sizeof(char), out CellId id);
        if (address == null)
        {
            ThrowIfDisposed();
        }

        _texts.Follow();
        text = new Span<char>(address, length);
        return new PooledStringRef(this, id);
    }

    private protected override LargeSlot* AllocateSlot(out CellId id)
    {
        LargeSlot* slot = _shared.AllocateSlot(CurrentHeap(required: true)!, out id);
        if (slot == null)
        {
            ThrowIfDisposed();
        }

        _texts.Follow();
        return slot;
    }

    // The heap is the one that was entered: nothing else of this thread ran since.
    private protected override void EndWriting() => _shared.Current!.Leave();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeSlow(ThreadHeap heap, CellId id)
    {
        if (_shared.Free(heap, id) is { } managed)
        {
            ForgetManaged(managed);
        }
    }
}
