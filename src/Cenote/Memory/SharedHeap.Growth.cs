namespace Cenote.Memory;

/// <content>What happens under the gate: heaps for new threads, free cells from the common heap, memory for batches.</content>
internal sealed unsafe partial class SharedHeap
{
    // Free cells are taken from the common heap in batches of this size.
    private const uint RefillBytes = 4096;

    // Fewer live cells than this share of all: cells that other threads do not use are worth looking for before memory is added.
    private const double LittleUse = 0.45;

    private ThreadHeap? FindCurrent()
    {
        lock (_gate)
        {
            if (_closed)
            {
                return null;
            }

            // A heap whose thread has ended is as good as a new one: its free cells and its inbox come with it.
            Thread current = Thread.CurrentThread;
            ThreadHeap? heap = null;
            for (int owner = 1; owner <= _heapCount; owner++)
            {
                ThreadHeap candidate = _heaps[owner]!;
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
        if (_heapCount == ushort.MaxValue)
        {
            Throw.TooManyThreads(_heapCount);
        }

        int owner = _heapCount + 1;
        if (owner == _heaps.Length)
        {
            ThreadHeap?[] longer = new ThreadHeap?[2 * owner];
            _heaps.CopyTo(longer, 0);
            Volatile.Write(ref _heaps, longer);
        }

        uint bytes = (uint)_classes * sizeof(uint);
        uint* heads = (uint*)TakeScratch((bytes + 127) & ~127u);
        if (heads == null)
        {
            _common.ThrowNoMemory(bytes);
        }

        var heap = new ThreadHeap(_key, (ushort)owner, thread);
        heap.Cells.Initialize(heads, _classes, heap.Owner);
        Volatile.Write(ref _heaps[owner], heap);
        _heapCount = owner;
        return heap;
    }

    private ThreadHeap? HeapOf(ushort owner)
    {
        ThreadHeap?[] heaps = Volatile.Read(ref _heaps);
        return owner < heaps.Length ? Volatile.Read(ref heaps[owner]) : null;
    }

    /// <summary>Waits until the heap is not stopped and enters it; false once the shared heap is closed.</summary>
    private bool Enter(ThreadHeap heap)
    {
        while (!heap.TryEnter())
        {
            if (_closed)
            {
                return false;
            }

            // Whoever stopped the heap holds the gate.
            _gate.Enter();
            _gate.Exit();
        }

        return true;
    }

    private byte* TakeCommon(ThreadHeap heap, uint bytes, out CellId id)
    {
        if (bytes <= _largestCellBytes)
        {
            if (_common.Cells.HasFree(bytes) || !TryReclaim(heap, CellLists.ClassOf(bytes)))
            {
                uint most = Math.Max(4, RefillBytes / (bytes + CellLists.HeaderBytes));
                _common.Cells.TryRefill(ref heap.Cells, bytes, most);
            }

            byte* text = heap.Cells.TakeFree(bytes, out id);
            if (text != null)
            {
                return text;
            }
        }

        return _common.TryAllocate(bytes, out id);
    }

    // Threads take turns, on few processors for milliseconds at a time. One that starts would otherwise fill new memory while
    // the strings that the others left behind wait in inboxes which nobody empties.
    private bool TryReclaim(ThreadHeap heap, uint cellClass)
    {
        long carved = _common.Cells.CarvedCells;
        if (carved < _reclaimAt || CountLive() > carved * LittleUse)
        {
            return false;
        }

        // A thread that was interrupted in the middle of an operation makes the one who waits for it wait for its next turn. So
        // those at rest come first.
        StopOthers(heap);
        bool found = TryTakeFromOthers(heap, cellClass, waits: false) || TryTakeFromOthers(heap, cellClass, waits: true);
        ResumeAll();
        _common.Cells.Lead(ref heap.Cells);
        _reclaimAt = found ? carved : carved + (carved / 4);
        return found;
    }

    private bool TryTakeFromOthers(ThreadHeap heap, uint cellClass, bool waits)
    {
        for (int owner = 1; owner <= _heapCount; owner++)
        {
            ThreadHeap other = _heaps[owner]!;
            if (other != heap && (waits || !other.IsEntered))
            {
                AwaitLeave(other);
                SendAll(other);
            }
        }

        ref uint head = ref heap.Cells.Head((int)cellClass);
        for (int owner = 1; owner <= _heapCount && head == 0; owner++)
        {
            ThreadHeap other = _heaps[owner]!;
            if (other != heap && !other.IsEntered)
            {
                other.TakeReturns(ref _surplus);
                ref uint otherHead = ref other.Cells.Head((int)cellClass);
                head = otherHead;
                otherHead = 0;
            }
        }

        return head != 0;
    }

    private void SendAll(ThreadHeap heap)
    {
        for (int owner = 1; owner <= _heapCount; owner++)
        {
            if (heap.HasOutgoing(owner))
            {
                heap.Send(HeapOf((ushort)owner)!);
            }
        }
    }

    private int? FreeCommon(CellId id)
    {
        lock (_gate)
        {
            byte* cell = _closed ? null : _common.Find(id);
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
    }

    // Freeing must not fail: without memory for a batch the owner is stopped instead.
    private void FreeStopped(CellId id)
    {
        using Stopped stopped = StopAll();
        byte* cell = _common.Find(id);
        if (cell != null && HeapOf(CellLists.OwnerIn(*(ulong*)cell)) is { } owner)
        {
            owner.Cells.FreeOwn(id);
        }
    }

    private bool TrySupply(ThreadHeap heap)
    {
        lock (_gate)
        {
            _fresh = _fresh != null ? _fresh : FreedBatch.TakeAll(ref _surplus);
            FreedBatch* fresh = _fresh;
            if (fresh != null)
            {
                _fresh = fresh->Next;
            }
            else
            {
                fresh = (FreedBatch*)TakeScratch(FreedBatch.Bytes);
            }

            if (fresh == null)
            {
                return false;
            }

            heap.Supply(fresh, _heaps.Length);
            return true;
        }
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
