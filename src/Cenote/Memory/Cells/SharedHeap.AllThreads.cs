using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <content>Operations that stop all threads, each after its current operation.</content>
internal sealed unsafe partial class SharedHeap
{
    /// <summary>The common heap, which counts only strings that no thread's heap counts.</summary>
    public ref readonly TextHeap Common => ref _common;

    /// <summary>For tests: the number of times that all threads were stopped.</summary>
    public long Stops { get; private set; }

    public long ManagedBytes => _common.ManagedBytes + (_heaps.Count * 512L);

    /// <summary>Stops all threads that allocate or free, until the result is disposed.</summary>
    public Stopped StopAll()
    {
        CheckNotEntered();
        Lock.Scope held = UninterruptibleLock.Enter(_gate);
        Stops++;
        foreach (ThreadHeap heap in _heaps)
        {
            heap.Stop();
        }

        // Without the barrier, on any architecture, another thread's entry flag could still be in its store buffer, so that both
        // threads read each other's old flag. The window is a few nanoseconds, so no test can hit it reliably.
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

    /// <summary>Closes the heap. No thread can enter it afterwards.</summary>
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

    // Stops the threads only while taking their cached free cells, at most about 2,000 from each thread.
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
                Invariant.Holds(heap.IsStopped, "Cells are taken from a thread's heap only while the heap is stopped.");
                heap.Receive(-heap.Cells.CountOf(cellClass));
                _common.Cells.TakeOver(ref heap.Cells, cellClass);
            }
        }

        return anyFree;
    }

    // Repeatedly refused allocations must neither walk the whole heap nor stop the other threads each time.
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

    // Empties the free lists of all threads. The walk over the common heap finds all free cells again.
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

    /// <summary>
    /// Checks that the current thread has entered its heap, so that no other thread can clear or dispose the pool.
    /// </summary>
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

    /// <summary>Resumes the threads on disposal. The <c>default</c> value has stopped no threads.</summary>
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
