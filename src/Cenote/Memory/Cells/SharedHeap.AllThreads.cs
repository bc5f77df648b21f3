using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <content>Operations that stop all threads, each at the end of its current operation.</content>
internal sealed unsafe partial class SharedHeap
{
    /// <summary>The common heap; it counts only the strings that no thread's heap counts.</summary>
    public ref readonly TextHeap Common => ref _common;

    /// <summary>For tests: how often all threads were stopped.</summary>
    public long Stops { get; private set; }

    public long ManagedBytes => _common.ManagedBytes + (_heaps.Count * 512L);

    /// <summary>Stops every thread that allocates or frees until the result is disposed.</summary>
    public Stopped StopAll()
    {
        CheckNotEntered();
        Lock.Scope held = UninterruptibleLock.Enter(_gate);
        Stops++;
        foreach (ThreadHeap heap in _heaps)
        {
            heap.Stop();
        }

        // Without the barrier, a thread's entry flag could still be in its store buffer while it and this thread each read the
        // other's old flag, on any architecture. The window is a few nanoseconds, so no test can hit it reliably.
        Interlocked.MemoryBarrierProcessWide();
        foreach (ThreadHeap heap in _heaps)
        {
            heap.AwaitExit();
        }

        return new Stopped(this, held);
    }

    /// <inheritdoc cref="TextHeap.Clear"/>
    public void Clear()
    {
        CheckStopped();
        DiscardThreadLists();
        _common.Clear();
        _managedTexts.Clear();
        ForgetLive();
    }

    /// <summary>Returns the memory of empty slabs and segments.</summary>
    /// <returns>Bytes returned.</returns>
    public long Trim()
    {
        CheckStopped();
        DiscardThreadLists();
        return _common.Trim();
    }

    public HeapCensus Count(out long live, out long allocations)
    {
        CheckStopped();
        live = CountLive();
        allocations = CountAllocated();
        return _common.Count();
    }

    /// <summary>Closes the heap; no thread enters it again.</summary>
    public void Close()
    {
        CheckStopped();
        _closed = true;
        ForgetLive();
        _common.Close();
        _managedTexts.Clear();
    }

    private void RelievePressure()
    {
        Invariant.Holds(_gate);
        if (!_common.HasGrown)
        {
            return;
        }

        if (_common.IsSparse(CountLive()))
        {
            if (_common.Cells.CanSweep)
            {
                TakeOverAll();
                _common.Cells.Sweep();
            }
            else
            {
                GatherAndTrim();
            }
        }

        _common.AwaitGrowth();
    }

    // Stops the threads only while it takes their cached free cells: a few thousand each.
    private void TakeOverAll()
    {
        using Stopped stopped = StopAll();
        foreach (ThreadHeap heap in _heaps)
        {
            TakeOver(heap);
        }
    }

    private void TakeOver(ThreadHeap heap)
    {
        Invariant.Holds(_gate);
        for (int cellClass = 0; cellClass < _classes; cellClass++)
        {
            _common.Cells.TakeOver(ref heap.Cells, cellClass);
        }

        heap.Forget();
    }

    // Takes the free cells of one size from all threads, if there are any.
    private bool TryGather(uint bytes)
    {
        Invariant.Holds(_gate);
        int cellClass = (int)CellLists.ClassOf(bytes);
        bool anyFree = false;
        foreach (ThreadHeap heap in _heaps)
        {
            anyFree |= bytes <= _maxCellBytes && Volatile.Read(ref heap.Cells.Head(cellClass)) != 0;
        }

        if (anyFree)
        {
            using Stopped stopped = StopAll();
            foreach (ThreadHeap heap in _heaps)
            {
                Invariant.Holds(heap.IsStopped, "The cells of another thread are taken while it is stopped.");
                heap.Receive(-heap.Cells.CountOf(cellClass));
                _common.Cells.TakeOver(ref heap.Cells, cellClass);
            }
        }

        return anyFree;
    }

    // Allocations that are refused repeatedly must neither walk the whole heap each time nor stop the other threads.
    private bool TryRelieve()
    {
        Invariant.Holds(_gate);
        bool relieved = _common.TrimBlocks();
        return _common.Cells.TryFindEmptySlab(CountFreed()) ? GatherAndTrim() > 0 || relieved : relieved;
    }

    private long GatherAndTrim()
    {
        using Stopped stopped = StopAll();
        return Trim();
    }

    // Empties the free lists of all threads: the walk over the common heap finds all free cells.
    private void DiscardThreadLists()
    {
        CheckStopped();
        foreach (ThreadHeap heap in _heaps)
        {
            heap.Cells.Empty(_classes);
            heap.Forget();
        }
    }

    private void ForgetLive()
    {
        Invariant.Holds(_gate);
        foreach (ThreadHeap heap in _heaps)
        {
            heap.Cells.Freed = heap.Cells.Taken;
            heap.Forget();
        }
    }

    private long CountAllocated()
    {
        Invariant.Holds(_gate);
        long allocated = _common.AllocationCount;
        foreach (ThreadHeap heap in _heaps)
        {
            allocated += heap.Cells.Taken;
        }

        return allocated;
    }

    private long CountFreed()
    {
        Invariant.Holds(_gate);
        long freed = _common.Cells.Lists.Freed;
        foreach (ThreadHeap heap in _heaps)
        {
            freed += heap.Cells.Freed;
        }

        return freed;
    }

    private long CountLive()
    {
        Invariant.Holds(_gate);
        long live = _common.LiveCount;
        foreach (ThreadHeap heap in _heaps)
        {
            live += heap.Cells.Taken - heap.Cells.Freed;
        }

        return live;
    }

    [Conditional("DEBUG")]
    private void CheckStopped()
    {
        Invariant.Holds(_gate);
        foreach (ThreadHeap heap in _heaps)
        {
            Invariant.Holds(heap.IsStopped, "All threads are stopped.");
        }
    }

    [Conditional("DEBUG")]
    private void CheckNotEntered() =>
        Invariant.Holds(
            s_last is not { } last || !last.IsOf(_key) || !last.IsEntered,
            "A thread that has entered its heap does not wait for the gate.");

    /// <summary>Checks that the current thread has entered its heap, so no other thread can clear or dispose the pool.</summary>
    [Conditional("DEBUG")]
    public void CheckEntered() => Invariant.Holds(Current is { IsEntered: true }, "The thread has entered its heap.");

    private void ResumeAll()
    {
        Invariant.Holds(_gate);
        foreach (ThreadHeap heap in _heaps)
        {
            heap.Resume();
        }
    }

    /// <summary>Resumes the threads when it is disposed. The <c>default</c> value has stopped none.</summary>
    public ref struct Stopped
    {
        private readonly SharedHeap? _heap;
        private Lock.Scope _gate;

        internal Stopped(SharedHeap heap, Lock.Scope gate)
        {
            _heap = heap;
            _gate = gate;
        }

        public void Dispose()
        {
            if (_heap is { _closed: false })
            {
                _heap.ResumeAll();
            }

            _gate.Dispose();
        }
    }
}
