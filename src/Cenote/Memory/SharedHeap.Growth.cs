namespace Cenote.Memory;

/// <content>What happens under the gate: heaps for new threads, free cells from the common heap and back to it.</content>
internal sealed unsafe partial class SharedHeap
{
    // Free cells are taken from the common heap in batches of this size.
    private const uint RefillBytes = 4096;

    private ThreadHeap? FindCurrent()
    {
        lock (_gate)
        {
            if (_closed)
            {
                return null;
            }

            // A heap whose thread has ended is as good as a new one: its free cells come with it.
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

            heap ??= AddHeap(current);
            heap.Thread = current;
            s_last = heap;
            return heap;
        }
    }

    private ThreadHeap AddHeap(Thread thread)
    {
        uint bytes = (uint)_classes * sizeof(uint);
        uint* heads = (uint*)TakeScratch((bytes + 127) & ~127u);
        if (heads == null)
        {
            _common.ThrowNoMemory(bytes);
        }

        var heap = new ThreadHeap(_key, thread);
        heap.Cells.Initialize(heads, _classes);
        heap.ScheduleLook();
        _heaps.Add(heap);
        return heap;
    }

    private byte* TakeCommon(ThreadHeap heap, uint bytes, out CellId id)
    {
        if (bytes <= _largestCellBytes)
        {
            uint most = Math.Max(4, RefillBytes / (bytes + CellLists.HeaderBytes));
            heap.Receive(_common.Cells.TryRefill(ref heap.Cells, bytes, most));
            byte* text = heap.Cells.TakeFree(bytes, out id);
            if (text != null)
            {
                return text;
            }
        }

        return _common.TryAllocate(bytes, out id);
    }

    // Only under the gate are these texts freed.
    private int? FreeCommon(CellId id)
    {
        byte* cell = _common.Find(id);
        if (cell == null)
        {
            return null;
        }

        int? managed = LargeSlot.ManagedTextOf(cell, id);
        if (!_common.TryFreeKept(id))
        {
            _common.Free(cell, id);
        }

        return managed;
    }

    // Small things that live as long as the heap.
    private byte* TakeScratch(uint bytes)
    {
        if (_scratchLeft < bytes)
        {
            if (_closed || !_space.TryLend(1, indexed: true, out PageRun run))
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
