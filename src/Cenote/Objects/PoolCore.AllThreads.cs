using Cenote.Threading;

namespace Cenote.Objects;

/// <content>Operations on the caches of all threads, under the gate: trimming, closing, counting. Also drops items.</content>
internal sealed partial class PoolCore
{
    /// <summary>Takes out all items, except those in caches that threads have entered; the caller drops them.</summary>
    public List<object> TakeAll()
    {
        List<object> items = [];
        using (UninterruptibleLock.Enter(_gate))
        {
            if (!_closed)
            {
                _caches.ForEach(Park);
                Interlocked.MemoryBarrierProcessWide();
                DrainCaches(static cache => !cache.IsEntered, items);
                DrainDepot(items);
            }
        }

        return items;
    }

    /// <summary>
    /// Takes out the items of threads that have not used the pool since the last call, and those of the depot if it was not used;
    /// the caller drops them.
    /// </summary>
    public List<object> TakeIdle()
    {
        List<object> items = [];
        using (UninterruptibleLock.Enter(_gate))
        {
            if (_closed)
            {
                return items;
            }

            RemoveEndedThreads(items);
            ThreadCache[] idle = [.. _caches.Where(static cache => cache.IsStopped)];
            _caches.ForEach(Park);
            if (idle.Length > 0)
            {
                Interlocked.MemoryBarrierProcessWide();
                DrainCaches(cache => Array.IndexOf(idle, cache) >= 0 && !cache.IsEntered, items);
            }

            if (!_depot.WasUsed())
            {
                DrainDepot(items);
            }
        }

        return items;
    }

    /// <summary>Closes the pool: from now on no item enters or leaves it.</summary>
    /// <returns>The items of the pool, which the caller drops; null if the pool was already closed.</returns>
    public List<object>? Close()
    {
        List<object> items = [];
        using (UninterruptibleLock.Enter(_gate))
        {
            if (_closed)
            {
                return null;
            }

            // Each thread may add an item until its cache is stopped. From here on, closing allocates nothing.
            items.EnsureCapacity(CountRetained() + (2 * _caches.Count));
            _closed = true;
            foreach (ThreadCache cache in _caches)
            {
                Park(cache);
            }

            Interlocked.MemoryBarrierProcessWide();
            foreach (ThreadCache cache in _caches)
            {
                cache.AwaitExit();
                Abandon(cache, items);
            }

            _caches.Clear();
            DrainDepot(items);
        }

        ThreadSlots.ReturnId(Id);
        return items;
    }

    public ObjectPoolStatistics GetStatistics()
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            return new ObjectPoolStatistics
            {
                Size = _size,
                Retained = CountRetained(),
                Threads = _caches.Count,
                Created = Created,
                Dropped = Dropped,
                FailedDisposals = Interlocked.Read(ref _counters.FailedDisposals),
                Leaks = Leaks?.Count ?? 0,
                LeakStacks = Leaks?.Stacks ?? [],
            };
        }
    }

    /// <summary>Maximum number of items that the pool keeps, plus one for each thread.</summary>
    public int Size => _size;

    /// <summary>Approximate number of items that the pool keeps.</summary>
    public int Retained
    {
        get
        {
            using (UninterruptibleLock.Enter(_gate))
            {
                return CountRetained();
            }
        }
    }

    public long Created => Interlocked.Read(ref _counters.Created);

    public long Dropped => Interlocked.Read(ref _counters.Dropped);

    /// <summary>For a debugger. Does not wait for the gate, because the thread that holds it may be stopped.</summary>
    public string DebuggerText
    {
        get
        {
            if (!_gate.TryEnter())
            {
                return $"Size = {_size}";
            }

            try
            {
                return IsClosed ? DebuggerState.Disposed : $"Retained = {GetStatistics().Retained}, Size = {_size}";
            }
            finally
            {
                _gate.Exit();
            }
        }
    }

    /// <summary>
    /// For tests. Counts the room of the depot, its magazines and all caches. While no thread uses the pool, this room equals the
    /// size.
    /// </summary>
    public int CountRoom()
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            return _depot.Room + _depot.Count + _caches.Sum(static cache => cache.Room);
        }
    }

    /// <summary>
    /// Counts dropped items, and disposes all of them if the pool disposes items, even if the disposal of some throws.
    /// </summary>
    /// <exception cref="AggregateException">The exceptions that items threw.</exception>
    public void Drop(List<object> items)
    {
        CountDropped(items.Count);
        List<Exception>? failures = null;
        foreach (object item in Disposes ? items : [])
        {
            try
            {
                ItemDisposal.Dispose(item);
            }
            catch (Exception exception)
            {
                (failures ??= []).Add(exception);
            }
        }

        if (failures is not null)
        {
            Throw.DisposalsFailed(failures);
        }
    }

    /// <summary>Like <see cref="Drop"/>, but counts exceptions, because no caller can catch them.</summary>
    public void DropQuietly(List<object> items)
    {
        try
        {
            Drop(items);
        }
        catch (AggregateException failures)
        {
            Interlocked.Add(ref _counters.FailedDisposals, failures.InnerExceptions.Count);
        }
    }

    /// <summary>Disposes an item if the pool disposes items or is closed. An exception is counted, and does not reach the
    /// caller.</summary>
    public void DisposeQuietly(object item)
    {
        try
        {
            if (Disposes || _closed)
            {
                ItemDisposal.Dispose(item);
            }
        }
        catch (Exception)
        {
            Interlocked.Increment(ref _counters.FailedDisposals);
        }
    }

    private int CountRetained()
    {
        Invariant.Holds(_gate);
        return _depot.Count + _caches.Sum(cache => cache.Count + (cache.Slots.HasHot(Id) ? 1 : 0));
    }

    /// <summary>Moves the items of ended threads to the depot. Never waits for the gate: a later miss retries.</summary>
    private bool TryRecover()
    {
        if (!_gate.TryEnter())
        {
            return false;
        }

        List<object> dropped = [];
        bool any;
        try
        {
            any = RemoveEndedThreads(dropped);
        }
        finally
        {
            _gate.Exit();
        }

        if (dropped.Count > 0)
        {
            DropQuietly(dropped);
        }

        return any;
    }

    /// <summary>Moves the items of ended threads to the depot.</summary>
    /// <param name="dropped">Receives the items for which there is no room: most slots hold an item without room.</param>
    /// <returns>Whether any thread has ended.</returns>
    private bool RemoveEndedThreads(List<object> dropped)
    {
        Invariant.Holds(_gate);
        int before = _caches.Count;
        DrainCaches(static cache => !cache.Thread.IsAlive, dropped);
        _depot.Stock(dropped);
        return _caches.Count < before;
    }

    private void Park(ThreadCache cache)
    {
        Invariant.Holds(_gate);
        cache.Stop();
        cache.Slots.Park(Id);
    }

    private void DrainCaches(Predicate<ThreadCache> which, List<object> items)
    {
        Invariant.Holds(_gate);
        foreach (ThreadCache cache in _caches.FindAll(which))
        {
            Abandon(cache, items);
            _caches.Remove(cache);
        }
    }

    // A concurrent free in an open slot may leave its item there: in a guarded pool until the free has returned, otherwise until
    // the thread gets a new cache, or another pool gets the id.
    private void Abandon(ThreadCache cache, List<object> items)
    {
        Invariant.Holds(_gate);
        cache.Abandon(_depot, items);
        if (cache.Slots.Clear(Id) is { } hot)
        {
            items.Add(hot);
        }
    }

    private void DrainDepot(List<object> items)
    {
        Invariant.Holds(_gate);
        while (_depot.TakeFull() is { } magazine)
        {
            _depot.ReturnRoom(magazine.Count);
            magazine.Drain(items);
        }

        _ = _depot.WasUsed();
    }
}
