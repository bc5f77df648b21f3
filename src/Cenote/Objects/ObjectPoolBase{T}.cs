namespace Cenote.Objects;

/// <summary>
/// Pools objects that are expensive to create. Base of <see cref="ObjectPool{T}"/> and <see cref="ObjectPool{T, TPolicy}"/>;
/// other classes cannot derive from it.
/// </summary>
/// <typeparam name="T">The class of the items.</typeparam>
/// <remarks>
/// <para>All members are thread-safe. An item may be freed on a different thread from the one that allocated it. In steady state,
/// allocating and freeing take no lock. A thread takes a short lock on its first use of the pool, after a trim, and on some
/// misses.</para>
/// <para>Each thread keeps one item beyond the size of the pool, which makes the usual pair of allocate and free cheap. So the
/// pool retains at most <see cref="ObjectPoolOptions.Size"/> items plus one for each live thread that uses it; with
/// <see cref="ObjectPoolOptions.DisposeWhenFull"/> or <see cref="ObjectPoolOptions.LeakSampling"/>, at most
/// <see cref="ObjectPoolOptions.Size"/>. New threads take over the items of ended threads.</para>
/// <para>An unreferenced pool is collected with its items. The items are not disposed; their finalizers clean up.</para>
/// </remarks>
/// <example>
/// A method that does not depend on how items are created:
/// <code>
/// using var buffers = new ObjectPool&lt;byte[]>(static () => new byte[4_096]);
/// Console.WriteLine(Read(buffers, new MemoryStream([1, 2, 3])));   // prints 3
///
/// static int Read(ObjectPoolBase&lt;byte[]> pool, Stream stream) =>
///     pool.Scoped(stream, static (buffer, stream) => stream.Read(buffer));
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ObjectPoolDebugView<>))]
public abstract class ObjectPoolBase<T> : IDisposable
    where T : class
{
    private readonly PoolCore _core;
    private readonly PoolRelease _release;
    private readonly int _id;

    private protected ObjectPoolBase(ObjectPoolOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        _core = new PoolCore(options, typeof(T).ToString());
        _release = new PoolRelease(_core);
        _id = _core.Id;
        IsGuarded = _core.IsGuarded;
    }

    /// <summary>Checks a size that was passed to a constructor directly, not in options.</summary>
    private protected static int CheckedSize(int size)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(size, 1);
        return size;
    }

    /// <summary>Whether the pool is disposed. A disposed pool still accepts items and disposes them.</summary>
    public bool IsDisposed => _core.IsClosed;

    internal PoolCore Core => _core;

    private protected string DebuggerText => _core.DebuggerText;

    /// <summary>
    /// Whether the pool disposes dropped items, watches for leaks, or is disposed: then no item may be lost.
    /// </summary>
    private protected bool IsGuarded { get; private set; }

    /// <summary>Takes an item out of the pool, or creates one.</summary>
    /// <returns>An item that no other caller is using; <see cref="Free"/> it after use.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The factory returned null.</exception>
    /// <remarks>An exception from the factory reaches the caller and leaves the pool unchanged.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Allocate()
    {
        ThreadSlot[]? slots = ThreadSlots.CurrentArray;
        int id = _id;
        if (slots is not null && (uint)id < (uint)slots.Length)
        {
            ref ThreadSlot slot = ref slots[id];
            if (slot.Owner == _core)
            {
                object? hot = slot.Hot;
                if (hot is null)
                {
                    return AllocateNested(slots, slot.Cache);
                }

                Volatile.Write(ref slot.Hot, null);
                return Volatile.Read(ref slot.Owner) == _core ? Unsafe.As<T>(hot) : AllocateContested(slots, hot);
            }
        }

        return AllocateClosed(slots);
    }

    /// <summary>Cleans an item and returns it to the pool; null does nothing.</summary>
    /// <param name="item">An item that the caller no longer uses. The item need not be from the pool.</param>
    /// <exception cref="InvalidOperationException">The item is the last one that this thread freed, without an allocation since.
    /// The pool keeps it only once.</exception>
    /// <remarks>
    /// <para>If the pool is full, the item is dropped, and disposed if <see cref="ObjectPoolOptions.DisposeWhenFull"/> is set. An
    /// exception from its <see cref="IDisposable.Dispose"/> reaches the caller.</para>
    /// <para>A disposed pool disposes every freed item, regardless of its options. The pool only counts exceptions
    /// (<see cref="ObjectPoolStatistics.FailedDisposals"/>), because a free in a <see langword="finally"/> must not mask the
    /// original exception.</para>
    /// <para>If cleaning throws, the item is dropped, and disposed if <see cref="ObjectPoolOptions.DisposeWhenFull"/> is set. The
    /// exception reaches the caller.</para>
    /// </remarks>
    public abstract void Free(T? item);

    /// <summary>Takes an item for a <see langword="using"/> statement. Throws what <see cref="Allocate"/> throws.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ObjectLease<T> Rent()
    {
        ThreadSlot[]? slots = ThreadSlots.CurrentArray;
        int id = _id;
        if (slots is not null && (uint)id < (uint)slots.Length)
        {
            ref ThreadSlot slot = ref slots[id];
            if (slot.Owner == _core && slot.Hot is { } hot && slot.Ticket is { } ticket && ticket.TryBegin(hot, out long use))
            {
                Volatile.Write(ref slot.Hot, null);
                if (Volatile.Read(ref slot.Owner) == _core || !_core.WasTaken(slots))
                {
                    return new(this, ticket, use);
                }

                _ = ticket.End(_core, use);
            }
        }

        return RentSlow();
    }

    /// <summary>Creates items and adds them to the pool, without cleaning them, until the pool is full.</summary>
    /// <param name="count">Maximum number of items to create.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The factory returned null, or the same item twice. The pool keeps that item
    /// only once.</exception>
    /// <remarks>An exception from the factory reaches the caller; the pool keeps the items created before it.</remarks>
    public void Prefill(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        if (_core.IsClosed)
        {
            Throw.ObjectPoolDisposed();
        }

        var made = new HashSet<T>(ReferenceEqualityComparer.Instance);
        while (made.Count < count && _core.HasRoom())
        {
            T item = CreateItem();
            if (!made.Add(item))
            {
                Throw.FactoryReturnedSame();
            }

            if (!_core.TryStock(item))
            {
                Drop(item);
                break;
            }
        }

        GC.KeepAlive(this);
    }

    /// <summary>Calls an action with an item, and frees it afterwards, even if the action throws.</summary>
    /// <param name="action">Uses the item.</param>
    /// <param name="cleanupAction">
    /// Cleans the item after the action, before the pool's own cleanup. If this cleanup throws, the item is dropped as after a
    /// failed cleanup of the pool.
    /// </param>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void AllocateExecuteDeallocate(Action<T> action, Action<T>? cleanupAction = null)
    {
        ArgumentNullException.ThrowIfNull(action);
        T item = Allocate();
        try
        {
            action(item);
        }
        finally
        {
            if (cleanupAction is not null)
            {
                CleanOrDrop(item, cleanupAction);
            }

            Free(item);
        }
    }

    /// <summary>
    /// Calls an action with an item and a state, without a closure. The item is freed afterwards, even if the action throws.
    /// </summary>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Scoped<TState>(TState state, Action<T, TState> action)
    {
        ArgumentNullException.ThrowIfNull(action);
        T item = Allocate();
        try
        {
            action(item, state);
        }
        finally
        {
            Free(item);
        }
    }

    /// <summary>
    /// Calls a function with an item and a state, without a closure. The item is freed afterwards, even if the function throws.
    /// </summary>
    /// <returns>The result of the function.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public TResult Scoped<TState, TResult>(TState state, Func<T, TState, TResult> func)
    {
        ArgumentNullException.ThrowIfNull(func);
        T item = Allocate();
        try
        {
            return func(item, state);
        }
        finally
        {
            Free(item);
        }
    }

    /// <summary>
    /// Marks an allocated item that will not be freed, so that it is not reported as a leak. Has no effect on unwatched items.
    /// </summary>
    /// <param name="old">The item.</param>
    /// <param name="replacement">An item that will be freed instead, and is watched from now on; or null.</param>
    public void ForgetTrackedObject(T old, T? replacement = null)
    {
        ArgumentNullException.ThrowIfNull(old);
        _core.Leaks?.Forget(old, replacement);
    }

    /// <summary>Returns counts of the pool, including the items in the caches of all threads.</summary>
    public ObjectPoolStatistics GetStatistics()
    {
        ObjectPoolStatistics statistics = _core.GetStatistics();
        GC.KeepAlive(this);
        return statistics;
    }

    /// <summary>
    /// Drops all pooled items, including those in the caches of other threads, and disposes them if
    /// <see cref="ObjectPoolOptions.DisposeWhenFull"/> is set. Items that a thread allocates or frees concurrently may remain.
    /// </summary>
    /// <returns>The number of dropped items.</returns>
    /// <exception cref="AggregateException">The exceptions of <see cref="IDisposable.Dispose"/>; all items were
    /// disposed.</exception>
    public int Trim()
    {
        List<object> items = _core.TakeAll();
        _core.Drop(items);
        GC.KeepAlive(this);
        return items.Count;
    }

    /// <summary>
    /// Closes the pool and drops its items, disposing them if <see cref="ObjectPoolOptions.DisposeWhenFull"/> is set. Allocated
    /// items may still be freed, and are then always disposed.
    /// </summary>
    /// <exception cref="AggregateException">The exceptions of <see cref="IDisposable.Dispose"/>; all items were
    /// disposed.</exception>
    public void Dispose()
    {
        List<object>? items = _core.Close();
        IsGuarded = true;
        _release.Dispose();
        if (items is not null)
        {
            _core.Drop(items);
        }
    }

    private protected abstract T Create();

    /// <summary>Puts a clean item into the pool, or drops it.</summary>
    /// <param name="item">The item.</param>
    /// <param name="slots">The current thread's slots.</param>
    /// <param name="exact">Whether the item must not be lost, even if another thread empties the slot concurrently.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected void Put(T item, ThreadSlot[]? slots, bool exact = false)
    {
        int id = _id;
        if (slots is not null && (uint)id < (uint)slots.Length)
        {
            ref ThreadSlot slot = ref slots[id];
            if (slot.Owner == _core)
            {
                object? hot = slot.Hot;
                if (hot is not null)
                {
                    PutNested(item, slots, hot, slot.Cache);
                    return;
                }

                Volatile.Write(ref slot.Hot, item);
                if (exact && Volatile.Read(ref slot.Owner) != _core)
                {
                    PutContested(item, slots);
                }

                return;
            }
        }

        PutSlow(item, slots);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected void Drop(T item)
    {
        _core.CountDropped(1);
        if (_core.IsClosed)
        {
            _core.DisposeQuietly(item);
        }
        else if (_core.Disposes)
        {
            ItemDisposal.Dispose(item);
        }
    }

    // A thread that holds several items takes this path. No variable is live across its calls, so no registers are saved.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private T AllocateNested(ThreadSlot[] slots, ThreadCache? cache) =>
        (IsGuarded ? _core.TryPop(slots) : cache?.Pop()) is { } item ? Unsafe.As<T>(item) : AllocateSlow(slots);

    // Another thread has parked the slot since this thread found it open, and may have taken the item first.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private T AllocateContested(ThreadSlot[] slots, object hot) =>
        _core.WasTaken(slots) ? AllocateSlow(slots) : Unsafe.As<T>(hot);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PutNested(T item, ThreadSlot[] slots, object hot, ThreadCache? cache)
    {
        if (hot == item || !(IsGuarded ? _core.TryPush(slots, item) : cache is not null && cache.TryPush(item)))
        {
            PutSlow(item, slots);
        }
    }

    // Another thread has parked the slot, and may also take the item: the exchange decides.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PutContested(T item, ThreadSlot[] slots)
    {
        if (Interlocked.Exchange(ref slots[_id].Hot, null) is not null)
        {
            PutSlow(item, slots);
        }
    }

    // The slot is closed, or the thread has none yet. In a pool that watches for leaks, slots never open: this is the usual path.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private T AllocateClosed(ThreadSlot[]? slots)
    {
        object? item = _core.TryPop(slots);
        return item is not null && _core.Leaks is null ? Unsafe.As<T>(item) : AllocateSlow(slots, item);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T AllocateSlow(ThreadSlot[]? slots, object? item = null)
    {
        item ??= _core.Take(slots) ?? CreateItem();
        if (_core.Leaks is { } leaks)
        {
            Watch(leaks, item);
        }

        GC.KeepAlive(this);
        return Unsafe.As<T>(item);
    }

    // Begins a lease without the ticket of the slot: the first lease of a thread, a nested one, or one while the slot is closed.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ObjectLease<T> RentSlow()
    {
        T item = Allocate();
        ThreadSlot[]? slots = ThreadSlots.CurrentArray;
        try
        {
            if (slots is not null && _id < slots.Length && slots[_id].Owner == _core
                && slots[_id].Ticket is null or { IsUsedUp: true })
            {
                slots[_id].Ticket = LeaseTicket.CreateForSlot(_core);
            }

            LeaseTicket ticket = LeaseTicket.Take(_core, item, out long use);
            return new(this, ticket, use);
        }
        catch (OutOfMemoryException)
        {
            _core.Leaks?.Forget(item);
            Put(item, slots, exact: true);
            throw;
        }
    }

    private void Watch(LeakTracker leaks, object item)
    {
        try
        {
            leaks.Allocated(item);
        }
        catch
        {
            // Watching failed, for example because memory ran out for the stack trace. The caller does not get the item.
            _core.DisposeQuietly(item);
            throw;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PutSlow(T item, ThreadSlot[]? slots)
    {
        bool kept = false;
        try
        {
            kept = _core.TryKeep(slots, item);
        }
        catch (OutOfMemoryException)
        {
            // Without memory to keep the item, the pool counts as full.
        }

        if (!kept)
        {
            Drop(item);
        }

        GC.KeepAlive(this);
    }

    private T CreateItem()
    {
        T? item = Create();
        if (item is null)
        {
            Throw.FactoryReturnedNull();
        }

        _core.CountCreated();
        return item;
    }

    private void CleanOrDrop(T item, Action<T> cleanupAction)
    {
        try
        {
            cleanupAction(item);
        }
        catch
        {
            _core.Leaks?.Forget(item);
            _core.DisposeQuietly(item);
            throw;
        }
    }
}
