using Cenote.Threading;

namespace Cenote.Objects;

/// <summary>One thread's slots, indexed by pool id.</summary>
/// <remarks>
/// <para>The thread reads and writes its slots without a lock. Other threads only clear them, so a slot never shows a thread an
/// item of another pool: the thread itself wrote both the item and its owner. The lock ensures that no change is lost when the
/// array grows.</para>
/// <para>After the thread has taken an item, it reads the owner again; if the pool must not lose items, also after it has put one.
/// Another thread that takes the item removes the owner first, and then calls
/// <see cref="Interlocked.MemoryBarrierProcessWide"/>. So either the other thread sees the change, or the thread sees that the
/// owner is gone. An item that was put then belongs to the thread that exchanges it for null; an item that was taken belongs to the
/// other thread if the slot says so (<see cref="Taken"/>).</para>
/// </remarks>
internal sealed class ThreadSlots
{
    /// <summary>The array of the current thread, null before its first use of a pool.</summary>
    public static ref ThreadSlot[]? CurrentArray
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref Unsafe.As<nint, ThreadSlot[]?>(ref ThreadSlotsAddress.Current);   // _array of s_current, which is pinned
    }

    // Unused slots at both ends of the array, one cache line each, to prevent false sharing: two threads' arrays may be
    // adjacent.
    private const int Margin = 3;

    private static readonly Lock s_idLock = new();
    private static readonly PriorityQueue<int, int> s_freeIds = new();
    private static int s_nextId = Margin;

    [ThreadStatic]
    private static ThreadSlots? s_current;

    private readonly Lock _lock = new();

    // The array is pinned, because it is accessed by address.
    private ThreadSlot[] _array = CreateArray(Margin + 8 + Margin);

    public static ThreadSlots Current => s_current ??= new ThreadSlots();

    /// <summary>The owner of a slot from which another thread has taken an item.</summary>
    public static object Taken { get; } = new();

    /// <summary>Returns an id that no other pool has; as small as possible, to keep the arrays short.</summary>
    public static int TakeId()
    {
        using (UninterruptibleLock.Enter(s_idLock))
        {
            if (s_freeIds.TryDequeue(out int id, out _))
            {
                return id;
            }

            // Reserves capacity, so that returning an id never allocates.
            s_freeIds.EnsureCapacity(s_nextId + 1);
            return s_nextId++;
        }
    }

    /// <summary>Releases an id for reuse; no slot may still refer to its owner.</summary>
    public static void ReturnId(int id)
    {
        using (UninterruptibleLock.Enter(s_idLock))
        {
            Invariant.Holds(id >= Margin && id < s_nextId, "Only an id that was taken is returned.");
            s_freeIds.Enqueue(id, id);
        }
    }

    /// <summary>Ensures that the current thread has a slot with this id.</summary>
    public void MakeRoom(int id)
    {
        using (UninterruptibleLock.Enter(_lock))
        {
            if (id >= _array.Length - Margin)
            {
                ThreadSlot[] larger = CreateArray(2 * Math.Max(id, _array.Length));
                _array.CopyTo(larger);
                _array = larger;
            }

            ThreadSlotsAddress.Current = Unsafe.As<ThreadSlot[], nint>(ref _array);
        }
    }

    public void Set(int id, ThreadSlot slot)
    {
        using (UninterruptibleLock.Enter(_lock))
        {
            _array[id] = slot;
        }
    }

    /// <summary>Reopens a slot of the current thread for the fast paths.</summary>
    public void SetOwner(int id, PoolCore owner) => _array[id].Owner = owner;

    /// <summary>Whether a slot of the current thread is open for a pool.</summary>
    public bool IsOwner(int id, PoolCore owner) => _array[id].Owner == owner;

    public object? GetOwnHot(int id) => _array[id].Hot;

    public bool TrySetOwnHot(int id, object item)
    {
        ref ThreadSlot slot = ref _array[id];
        if (slot.Hot is not null)
        {
            return false;
        }

        slot.Hot = item;
        return true;
    }

    public object? TakeOwnHot(int id)
    {
        ref ThreadSlot slot = ref _array[id];
        object? hot = slot.Hot;
        slot.Hot = null;
        return hot;
    }

    /// <summary>Sends the thread's next operation to its cache.</summary>
    public void Park(int id)
    {
        using (UninterruptibleLock.Enter(_lock))
        {
            _array[id].Owner = null;
        }
    }

    public bool HasHot(int id)
    {
        using (UninterruptibleLock.Enter(_lock))
        {
            return _array[id].Hot is not null;
        }
    }

    /// <summary>Empties a slot, and returns its item. Other threads call this too.</summary>
    public object? Clear(int id)
    {
        using (UninterruptibleLock.Enter(_lock))
        {
            ref ThreadSlot slot = ref _array[id];
            object? hot = Interlocked.Exchange(ref slot.Hot, null);
            slot.Owner = hot is null ? null : Taken;
            slot.Cache = null;
            slot.Ticket = null;
            return hot;
        }
    }

    private static ThreadSlot[] CreateArray(int length) => GC.AllocateArray<ThreadSlot>(length, pinned: true);
}
