using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <content>Operations under the lock: creating heaps for new threads, and moving free cells to and from the common
/// heap.</content>
internal sealed unsafe partial class SharedHeap
{
    // The size of the batches in which free cells are taken from the common heap.
    private const uint RefillBytes = 4096;

    private ThreadHeap? FindCurrent()
    {
        using Lock.Scope held = UninterruptibleLock.Enter(_gate);
        if (_closed)
        {
            return null;
        }

        // The heap of a terminated thread is reused, including its free cells.
        Thread current = Thread.CurrentThread;
        ThreadHeap? heap = null;
        foreach (ThreadHeap candidate in _heaps)
        {
            if (candidate.Thread == current)
            {
                heap = candidate;
                break;
            }

            heap = heap is null && !candidate.Thread.IsAlive ? candidate : heap;
        }

        heap ??= TryAddHeap(current);
        if (heap is not null)
        {
            heap.Thread = current;
            s_last = heap;
        }

        return heap;
    }

    private ThreadHeap? TryAddHeap(Thread thread)
    {
        Invariant.Holds(_gate);
        uint bytes = (((uint)_classes * sizeof(uint)) + 127) & ~127u;
        uint* heads = (uint*)AllocatePermanent(bytes);
        if (heads == null)
        {
            return null;
        }

        try
        {
            var heap = new ThreadHeap(_key) { Thread = thread };
            heap.Cells.Initialize(heads, _classes);
            heap.ScheduleCheck();
            _heaps.Add(heap);
            return heap;
        }
        catch (OutOfMemoryException)
        {
            // Without a heap, the thread can still free strings.
            _scratch -= bytes;
            _scratchLeft += bytes;
            return null;
        }
    }

    private byte* TakeCommon(ThreadHeap heap, uint bytes, out CellId id)
    {
        Invariant.Holds(_gate);
        if (bytes <= _maxCellBytes)
        {
            uint most = Math.Max(4, RefillBytes / (bytes + CellLists.HeaderBytes));
            heap.Receive(_common.Cells.TryRefill(ref heap.Cells, bytes, most));
            byte* text = heap.Cells.TakeFree(bytes, out id);
            if (text != null)
            {
                return text;
            }
        }

        return _common.Take(bytes, out id);
    }

    private void FreeCommon(CellId id)
    {
        Invariant.Holds(_gate);
        byte* cell = _common.Find(id);
        if (cell == null)
        {
            return;
        }

        int managed = LargeSlot.ManagedTextOf(cell, id) ?? ManagedTexts.None;
        if (!_common.TryFreeKept(id))
        {
            _common.Free(cell, id);
        }

        _managedTexts.Remove(managed);
    }

    // Allocates a small piece of memory that lasts as long as the heap.
    private byte* AllocatePermanent(uint bytes)
    {
        Invariant.Holds(_gate);
        if (_scratchLeft < bytes)
        {
            if (!_space.TryLend(1, indexed: true, out PageRun run)
                && !(TryRelieve() && _space.TryLend(1, indexed: true, out run)))
            {
                return null;
            }

            _scratch = run.Address;
            _scratchLeft = AddressSpace.GranuleBytes;
        }

        byte* taken = _scratch;
        _scratch += bytes;
        _scratchLeft -= bytes;
        return taken;
    }
}
