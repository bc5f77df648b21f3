using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Cenote.Objects;

/// <summary>
/// Keeps objects that are expensive to make for whoever needs one next. What <see cref="ObjectPool{T}"/> and
/// <see cref="ObjectPool{T, TPolicy}"/> have in common; other classes cannot derive from it.
/// </summary>
/// <typeparam name="T">The class of the items.</typeparam>
/// <remarks>
/// <para>All members may be called by any number of threads at the same time, and an item may be freed on another thread than the
/// one that allocated it. Allocating and freeing never wait for another thread's work.</para>
/// <para>A thread keeps one item beyond all limits, which makes the usual pair of allocate and free cheap. The pool therefore
/// retains at most <see cref="ObjectPoolOptions.Size"/> items and one more for each live thread that uses it; at most
/// <see cref="ObjectPoolOptions.Size"/> with <see cref="ObjectPoolOptions.DisposeWhenFull"/> or
/// <see cref="ObjectPoolOptions.LeakSampling"/>. Items of threads that have ended go to those that come next.</para>
/// <para>A pool that nothing refers to any more is collected with its items, which are not disposed then: cleaning up is left to
/// their own finalizers.</para>
/// </remarks>
/// <example>
/// A method that does not depend on how items are made:
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

    /// <summary>Checks a size that is a parameter of a constructor, not an option.</summary>
    private protected static int CheckedSize(int size)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(size, 1);
        return size;
    }

    /// <summary>Whether the pool is disposed. It still takes items back then, to dispose them.</summary>
    public bool IsDisposed => _core.IsClosed;

    /// <summary>For tests.</summary>
    internal PoolCore Core => _core;

    private protected string DebuggerText => _core.DebuggerText;

    /// <summary>Whether cleaning belongs to the guarded path of <see cref="FreeGuarded"/>, as in every pool that is
    /// disposed.</summary>
    private protected bool IsGuarded { get; private set; }

    /// <summary>Takes an item out of the pool, or makes one.</summary>
    /// <returns>An item that nobody else has, for the caller to <see cref="Free"/>.</returns>
    /// <exception cref="ObjectDisposedException">The pool was disposed.</exception>
    /// <exception cref="InvalidOperationException">The factory returned null.</exception>
    /// <remarks>An exception of the factory reaches the caller; the pool is unchanged.</remarks>
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

                slot.Hot = null;
                return Unsafe.As<T>(hot);
            }
        }

        return AllocateClosed(slots);
    }

    /// <summary>Cleans an item and puts it into the pool; null does nothing.</summary>
    /// <param name="item">An item that the caller does not use any more. It need not come from the pool.</param>
    /// <exception cref="InvalidOperationException">The item is the one that the thread freed last. The pool has it only
    /// once.</exception>
    /// <remarks>
    /// <para>An item that does not fit is dropped, or disposed with <see cref="ObjectPoolOptions.DisposeWhenFull"/>. What its
    /// <see cref="IDisposable.Dispose"/> throws reaches the caller.</para>
    /// <para>Once the pool is disposed, every item that comes back is disposed, whatever the options say. What it throws is
    /// counted (<see cref="ObjectPoolStatistics.FailedDisposals"/>): a <see langword="finally"/> that frees must not hide the
    /// exception it is there for.</para>
    /// <para>If cleaning throws, the item is dropped, and disposed with <see cref="ObjectPoolOptions.DisposeWhenFull"/>, and the
    /// exception reaches the caller.</para>
    /// </remarks>
    public abstract void Free(T? item);

    /// <summary>Takes an item for the length of a <see langword="using"/>. Throws what <see cref="Allocate"/> throws.</summary>
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
                slot.Hot = null;
                return new(this, ticket, use);
            }
        }

        return RentSlow();
    }

    /// <summary>Makes items and puts them into the pool without cleaning them, until it is full.</summary>
    /// <param name="count">The most items to make.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The pool was disposed.</exception>
    /// <exception cref="InvalidOperationException">The factory returned null, or an item that it had returned before. The pool
    /// has that item only once.</exception>
    /// <remarks>
    /// After an exception of the factory, which reaches the caller, the pool has the items that were made before.
    /// </remarks>
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
            T item = Make();
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

    /// <summary>Calls an action with an item, which is freed afterwards, even if the action throws.</summary>
    /// <param name="action">What to do with the item.</param>
    /// <param name="cleanupAction">Cleans the item after the action, before the pool's own cleanup. If it throws, the item is
    /// dropped as after a failed cleanup.</param>
    /// <exception cref="ObjectDisposedException">The pool was disposed.</exception>
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
    /// Calls an action with an item and a state, which saves a closure. The item is freed afterwards, even if the action throws.
    /// </summary>
    /// <exception cref="ObjectDisposedException">The pool was disposed.</exception>
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
    /// Calls a function with an item and a state, which saves a closure. The item is freed afterwards, even if the function
    /// throws.
    /// </summary>
    /// <returns>What the function returned.</returns>
    /// <exception cref="ObjectDisposedException">The pool was disposed.</exception>
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
    /// Says that an allocated item will not be freed, so that it is not taken for a leak. Does nothing for items that are not
    /// watched.
    /// </summary>
    /// <param name="old">The item.</param>
    /// <param name="replacement">Another item that will be freed in its place, and is watched from now on; null if there is
    /// none.</param>
    public void ForgetTrackedObject(T old, T? replacement = null)
    {
        ArgumentNullException.ThrowIfNull(old);
        _core.Leaks?.Forget(old, replacement);
    }

    /// <summary>Counts the items; looks at all threads that use the pool.</summary>
    public ObjectPoolStatistics GetStatistics()
    {
        ObjectPoolStatistics statistics = _core.GetStatistics();
        GC.KeepAlive(this);
        return statistics;
    }

    /// <summary>
    /// Lets go of all items in the pool, including those in the caches of other threads, and disposes them with
    /// <see cref="ObjectPoolOptions.DisposeWhenFull"/>. An item that a thread is taking or freeing at that moment may stay.
    /// </summary>
    /// <returns>The number of items let go of.</returns>
    /// <exception cref="AggregateException">What <see cref="IDisposable.Dispose"/> of items threw; all of them were
    /// disposed.</exception>
    public int Trim()
    {
        List<object> items = _core.TakeAll();
        _core.Drop(items);
        GC.KeepAlive(this);
        return items.Count;
    }

    /// <summary>
    /// Closes the pool and lets go of its items, which are disposed with <see cref="ObjectPoolOptions.DisposeWhenFull"/>. Items
    /// that are out may still be freed: they are disposed then, in any case.
    /// </summary>
    /// <exception cref="AggregateException">What <see cref="IDisposable.Dispose"/> of items threw; all of them were
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

    /// <summary>Makes an item.</summary>
    private protected abstract T Create();

    /// <summary>Cleans an item; false if it is not to be pooled.</summary>
    private protected abstract bool Clean(T item);

    /// <summary>Puts a clean item into the pool, or lets go of it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected void Put(T item)
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
                    slot.Hot = item;
                }
                else
                {
                    PutNested(item, slots, hot, slot.Cache);
                }

                return;
            }
        }

        PutSlow(item, slots);
    }

    /// <summary>Frees an item of a pool that disposes or watches: the item is taken care of, whatever is thrown.</summary>
    /// <param name="item">The item.</param>
    /// <param name="slots">The slots of the current thread. The caller looks for them, because the JIT then looks only once for
    /// an allocation and a free in one method.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected void FreeGuarded(T item, ThreadSlot[]? slots)
    {
        bool isClean;
        try
        {
            _core.Leaks?.Forget(item);
            isClean = Clean(item);
        }
        catch
        {
            _core.DisposeQuietly(item);
            throw;
        }

        if (isClean)
        {
            // If cleaning has used other pools, the slots may be elsewhere by now. The cache is the same, or parked for good.
            if (!_core.TryPush(slots, item))
            {
                PutSlow(item, ThreadSlots.CurrentArray);
            }
        }
        else
        {
            Drop(item);
        }
    }

    /// <summary>Lets go of an item that the pool does not keep.</summary>
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

    // The path of a thread that holds more than one item. Nothing is needed after the calls in it, so no registers are saved
    // before.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private T AllocateNested(ThreadSlot[] slots, ThreadCache? cache) =>
        cache is not null && cache.Pop() is { } item ? Unsafe.As<T>(item) : AllocateSlow(slots);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PutNested(T item, ThreadSlot[] slots, object hot, ThreadCache? cache)
    {
        if (hot == item || cache is null || !cache.TryPush(item))
        {
            PutSlow(item, slots);
        }
    }

    // The slot is closed. In a guarded pool it always is, and this is the usual path.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private T AllocateClosed(ThreadSlot[]? slots)
    {
        object? item = _core.TryPop(slots);
        return item is not null && _core.Leaks is null ? Unsafe.As<T>(item) : AllocateSlow(slots, item);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T AllocateSlow(ThreadSlot[]? slots, object? item = null)
    {
        item ??= _core.Take(slots) ?? Make();
        if (_core.Leaks is { } leaks)
        {
            Watch(leaks, item);
        }

        GC.KeepAlive(this);
        return Unsafe.As<T>(item);
    }

    // The first lease of a thread, a lease within another one, or one of a guarded pool.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ObjectLease<T> RentSlow()
    {
        T item = Allocate();
        LeaseTicket ticket = LeaseTicket.Take(_core, item, out long use);
        ThreadSlot[]? slots = ThreadSlots.CurrentArray;
        if (slots is not null && _id < slots.Length && slots[_id].Owner == _core
            && slots[_id].Ticket is null or { IsUsedUp: true })
        {
            slots[_id].Ticket = LeaseTicket.MakeForSlot(_core);
        }

        return new(this, ticket, use);
    }

    private void Watch(LeakTracker leaks, object item)
    {
        try
        {
            leaks.Allocated(item);
        }
        catch
        {
            // There was no memory for the stack trace, for instance. The caller does not get the item.
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
            // There is no memory to keep it in: it does not fit.
        }

        if (!kept)
        {
            Drop(item);
        }

        GC.KeepAlive(this);
    }

    private T Make()
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
