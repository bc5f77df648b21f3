namespace Cenote.Memory;

/// <content>What concerns all threads at once: they are stopped for it, each at the end of the operation it is in.</content>
internal sealed unsafe partial class SharedHeap
{
    /// <summary>The common heap; its own counts of texts are those that no thread's heap holds.</summary>
    public ref readonly TextHeap Common => ref _common;

    public long ManagedBytes => _common.ManagedBytes + (_heaps.Count * 512L);

    /// <summary>Stops every thread that allocates or frees until the result is disposed of. The caller has entered no heap.</summary>
    public Stopped StopAll()
    {
        _gate.Enter();
        foreach (ThreadHeap heap in _heaps)
        {
            heap.Stop();
        }

        Interlocked.MemoryBarrierProcessWide();
        foreach (ThreadHeap heap in _heaps)
        {
            AwaitLeave(heap);
        }

        return new Stopped(this);
    }

    /// <summary>Frees every text; the memory stays with the heap. All threads are stopped.</summary>
    public void Clear()
    {
        Gather();
        _common.Clear();
        ForgetLive();
    }

    /// <summary>Gives the memory of empty slabs and segments back. All threads are stopped.</summary>
    /// <returns>Bytes given back.</returns>
    public long Trim()
    {
        Gather();
        return _common.Trim();
    }

    /// <summary>Walks over everything and adds it up. All threads are stopped.</summary>
    public HeapCensus Count(out long live, out long allocations)
    {
        live = CountLive();
        allocations = _common.AllocationCount;
        foreach (ThreadHeap heap in _heaps)
        {
            allocations += heap.Cells.Taken;
        }

        return _common.Count();
    }

    /// <summary>Ends the heap; no thread gets into it again. All threads are stopped.</summary>
    public void Close()
    {
        _closed = true;
        ForgetLive();
        _common.Close();
    }

    private void RelievePressure()
    {
        if (_common.HasDoubled)
        {
            if (_common.IsSparse(CountLive()))
            {
                GatherAndTrim();
            }

            _common.AwaitDoubling();
        }
    }

    private void GatherAndTrim()
    {
        using Stopped stopped = StopAll();
        Trim();
    }

    // Every free cell is forgotten by its thread: the walk of the common heap finds them all.
    private void Gather()
    {
        foreach (ThreadHeap heap in _heaps)
        {
            heap.Cells.Empty(_classes);
            heap.Forget();
        }
    }

    private void ForgetLive()
    {
        foreach (ThreadHeap heap in _heaps)
        {
            heap.Cells.Freed = heap.Cells.Taken;
            heap.Forget();
        }
    }

    private long CountLive()
    {
        long live = _common.LiveCount;
        foreach (ThreadHeap heap in _heaps)
        {
            live += heap.Cells.Taken - heap.Cells.Freed;
        }

        return live;
    }

    // Without the millisecond of sleep that a spin ends in: an operation takes nanoseconds once its thread has the processor.
    private static void AwaitLeave(ThreadHeap heap)
    {
        var wait = default(SpinWait);
        while (heap.IsEntered)
        {
            wait.SpinOnce(sleep1Threshold: -1);
        }
    }

    private void ResumeAll()
    {
        foreach (ThreadHeap heap in _heaps)
        {
            heap.Resume();
        }
    }

    /// <summary>All threads are stopped, and the gate is held.</summary>
    public readonly ref struct Stopped
    {
        private readonly SharedHeap _heap;

        internal Stopped(SharedHeap heap) => _heap = heap;

        /// <summary>Lets the threads go on.</summary>
        public void Dispose()
        {
            if (!_heap._closed)
            {
                _heap.ResumeAll();
            }

            _heap._gate.Exit();
        }
    }
}
