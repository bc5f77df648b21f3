using Cenote.Threading;

namespace Cenote.Objects;

/// <summary>The part of a pool that does not depend on the class of its items: the threads' slots and caches, and the
/// depot.</summary>
/// <remarks>
/// <para>A freed item is kept in its thread's slot, in the stack of its thread's cache, or in a magazine of the depot. The thread
/// accesses an open slot and its cache without synchronization. If another thread takes both concurrently, the pool may lose an item
/// that the thread is about to keep or to use, but never hands an item out twice.</para>
/// <para>A guarded pool, which disposes dropped items or watches for leaks, must not lose items, so its threads enter their caches.
/// If it disposes items, a slot opens once the cache has given it room, and its thread checks after a free whether the slot is
/// still open. If it watches for leaks, slots never open.</para>
/// <para>Lock order: the gate, then the locks of slots. No user code runs under the gate.</para>
/// </remarks>
internal sealed partial class PoolCore
{
    // The number of misses between two searches for the caches of ended threads.
    private const uint MissesPerSearch = 32;

    private readonly Lock _gate = new();
    private readonly List<ThreadCache> _caches = [];
    private readonly Depot _depot;
    private readonly int _size;
    private readonly bool _opensSlots;
    private volatile bool _closed;
    private Counters _counters;

    public PoolCore(ObjectPoolOptions options, string itemName)
    {
        _size = options.Size;
        _depot = new Depot(_size);
        Disposes = options.DisposeWhenFull;
        Leaks = options.LeakSampling > 0 ? new LeakTracker(options.LeakSampling, itemName) : null;
        _opensSlots = Leaks is null;
        if (options.TrimAfterFullCollection)
        {
            FullCollectionWatch.Start(this);
        }

        if (options.MetricsName is { } name)
        {
            ObjectPoolMetrics.Pools.Add(name, this);
        }

        // Takes the id last, because it would never be released if the constructor threw later.
        Id = ThreadSlots.TakeId();
    }

    /// <summary>The index of the pool's slot in every thread.</summary>
    public int Id { get; }

    /// <summary>Whether items that leave the pool permanently are disposed.</summary>
    public bool Disposes { get; }

    public LeakTracker? Leaks { get; }

    /// <summary>Whether a thread must enter its cache to use it, so that no item is lost.</summary>
    public bool IsGuarded => Disposes || Leaks is not null;

    public bool IsClosed => _closed;

    /// <summary>Takes an item from the current thread's cache; null if it has none, or if a lock is needed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? TryPop(ThreadSlot[]? slots)
    {
        if (FindOwn(slots) is not { } cache || !cache.TryEnter())
        {
            return null;
        }

        object? item = cache.Pop();
        cache.Exit();
        return item;
    }

    /// <summary>Keeps an item in the current thread's cache; false if it has no room, or if a lock is needed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryPush(ThreadSlot[]? slots, object item)
    {
        if (FindOwn(slots) is not { } cache || !cache.TryEnter())
        {
            return false;
        }

        bool kept = cache.TryPush(item);
        cache.Exit();
        return kept;
    }

    /// <summary>Takes an item from the current thread or from the depot; null if the caller must create one.</summary>
    /// <param name="slots">The current thread's slots.</param>
    /// <exception cref="ObjectDisposedException">The pool is closed.</exception>
    public object? Take(ThreadSlot[]? slots)
    {
        object? item = TakeOwn(slots);
        return item is null && _counters.Misses++ % MissesPerSearch == 0 && TryRecover() ? TakeOwn(ThreadSlots.CurrentArray) : item;
    }

    /// <summary>Keeps an item; false if the pool has no room for it, or is closed.</summary>
    /// <param name="slots">The current thread's slots.</param>
    /// <param name="item">The item.</param>
    /// <exception cref="InvalidOperationException">The item is the last one that this thread kept.</exception>
    public bool TryKeep(ThreadSlot[]? slots, object item)
    {
        if (Enter(slots) is not { } cache)
        {
            return false;
        }

        if (IsLastIn(cache, item))
        {
            cache.Exit();
            Throw.FreedTwice();
        }

        bool kept = KeepIn(cache, item, inSlot: _opensSlots);
        if (MayOpen(cache) && !cache.Slots.IsOwner(Id, this))
        {
            _ = TryResume(cache);
        }

        return kept;
    }

    /// <summary>Keeps an item in the current thread's cache or in the depot; in the slot only if no other room is left.</summary>
    /// <exception cref="InvalidOperationException">The item is the last one that this thread kept.</exception>
    public bool TryStock(object item)
    {
        if (Enter(ThreadSlots.CurrentArray) is not { } cache)
        {
            return false;
        }

        if (IsLastIn(cache, item))
        {
            cache.Exit();
            Throw.FactoryReturnedSame();
        }

        return KeepIn(cache, item, inSlot: false);
    }

    /// <summary>
    /// For a thread that took the item of its slot, and then found the slot parked: whether another thread took the item first.
    /// </summary>
    /// <param name="slots">The current thread's slots.</param>
    public bool WasTaken(ThreadSlot[] slots)
    {
        // The wait for a lock may run user code, which could use the slot.
        var wait = default(SpinBackoff);
        while (!_gate.TryEnter())
        {
            wait.Once();
        }

        object? owner = slots[Id].Owner;
        _gate.Exit();
        Invariant.Holds(owner != this, "Only the current thread opens its slot.");
        return owner == ThreadSlots.Taken;
    }

    /// <summary>Whether the pool would keep one more item. Concurrent frees may take the room.</summary>
    public bool HasRoom()
    {
        if (Enter(ThreadSlots.CurrentArray) is not { } cache)
        {
            return false;
        }

        bool hasRoom = !cache.IsFull || _depot.Room > 0 || (cache.LendsRoom && cache.Slots.GetOwnHot(Id) is null);
        cache.Exit();
        return hasRoom;
    }

    public void CountCreated() => Interlocked.Increment(ref _counters.Created);

    public void CountDropped(int items) => Interlocked.Add(ref _counters.Dropped, items);

    // Usually the fast path has emptied the slot. The slot still holds an item if it was parked, or if this thread took it over
    // from a thread that has ended.
    private object? TakeOwn(ThreadSlot[]? slots)
    {
        if (Enter(slots) is not { } cache)
        {
            Throw.ObjectPoolDisposed();
            return null;
        }

        object? item = (_opensSlots ? cache.Slots.TakeOwnHot(Id) : null)
            ?? cache.Pop()
            ?? (cache.TryRefill(_depot) ? cache.Pop() : null);
        cache.Exit();
        return item;
    }

    private bool IsLastIn(ThreadCache cache, object item) =>
        cache.HasOnTop(item) || (_opensSlots && cache.Slots.GetOwnHot(Id) == item);

    private bool KeepIn(ThreadCache cache, object item, bool inSlot)
    {
        Invariant.Holds(cache.IsEntered && cache.IsOf(this), "The cache of the pool is entered.");
        try
        {
            // Tries the slot first, even if it was parked; otherwise the next free would not detect that it frees the same item.
            return (inSlot && TryLendRoom(cache) && cache.Slots.TrySetOwnHot(Id, item))
                || cache.TryPush(item)
                || (cache.TryMakeRoom(_depot) && cache.TryPush(item))
                || (cache.LendsRoom && cache.Slots.TrySetOwnHot(Id, item));
        }
        finally
        {
            // Exits the cache even if allocating a magazine fails; otherwise closing the pool would wait forever.
            cache.Exit();
        }
    }

    // In a pool that disposes items, the slot needs room for its item.
    private bool TryLendRoom(ThreadCache cache)
    {
        if (!MayOpen(cache))
        {
            if (cache.IsFull && !cache.TryMakeRoom(_depot))
            {
                return false;
            }

            cache.LendRoom();
        }

        return true;
    }

    // Whether the slot is open while the cache is not parked.
    private bool MayOpen(ThreadCache cache) => _opensSlots && (!Disposes || cache.LendsRoom);

    /// <summary>Returns the cache of the current thread; null if it has none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ThreadCache? FindOwn(ThreadSlot[]? slots) =>
        slots is not null && (uint)Id < (uint)slots.Length && slots[Id].Cache is { } cache && cache.IsOf(this) ? cache : null;

    /// <summary>Enters the cache of the current thread and returns it; null if the pool is closed.</summary>
    private ThreadCache? Enter(ThreadSlot[]? slots)
    {
        ThreadCache? cache = FindOwn(slots) ?? Join();
        while (cache is not null && !cache.TryEnter())
        {
            cache = Reopen(cache);
        }

        return cache;
    }

    private ThreadCache? Join()
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            if (_closed)
            {
                return null;
            }

            // The cache of an ended thread is reused like a new one, with its items.
            ThreadSlots slots = ThreadSlots.Current;
            slots.MakeRoom(Id);

            // The wait for the gate may have run user code, which used the pool.
            if (FindOwn(ThreadSlots.CurrentArray) is { IsAbandoned: false } own)
            {
                return own;
            }

            ThreadCache? cache = _caches.Find(static candidate => !candidate.Thread.IsAlive);
            object? hot = cache?.Slots.Clear(Id);
            if (cache is null)
            {
                cache = new ThreadCache(this, _depot.MagazineSize) { Thread = Thread.CurrentThread, Slots = slots };
                _caches.Add(cache);
            }

            cache.Thread = Thread.CurrentThread;
            cache.Slots = slots;
            cache.Resume();
            slots.Set(Id, new ThreadSlot { Hot = hot, Owner = MayOpen(cache) ? this : null, Cache = cache });
            return cache;
        }
    }

    private ThreadCache? Reopen(ThreadCache cache) => TryResume(cache) ? cache : Join();

    // Under the gate, so that no slot opens after another thread has parked it in order to take its item.
    private bool TryResume(ThreadCache cache)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            if (_closed || cache.IsAbandoned)
            {
                return false;
            }

            cache.Resume();
            if (MayOpen(cache))
            {
                cache.Slots.SetOwner(Id, this);
            }

            return true;
        }
    }

    // The counters share no cache line with the fields that every thread reads.
    [StructLayout(LayoutKind.Explicit, Size = 192)]
    private struct Counters
    {
        [FieldOffset(64)]
        public long Created;

        [FieldOffset(72)]
        public long Dropped;

        [FieldOffset(80)]
        public long FailedDisposals;

        [FieldOffset(88)]
        public uint Misses;
    }
}
