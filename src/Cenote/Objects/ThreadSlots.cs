using System.Runtime.CompilerServices;
using Cenote.Threading;

namespace Cenote.Objects;

/// <summary>The slots of one thread, by the id of the pool.</summary>
/// <remarks>
/// Its thread reads and writes the slots without a lock. Everybody else may only write nulls to them, so a slot never shows a
/// thread an item of another pool: the thread itself put both the item and its owner there. The lock keeps those nulls from
/// getting lost when the array grows.
/// </remarks>
internal sealed class ThreadSlots
{
    /// <summary>The array of the current thread, null before its first use of a pool.</summary>
    public static ThreadSlot[]? CurrentArray
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.As<nint, ThreadSlot[]?>(ref ThreadSlotsAddress.Current);   // _array of s_current, which is pinned
    }

    // Slots at both ends of the array that no pool has: a cache line's worth, because the arrays of two threads may lie next to
    // each other.
    private const int Margin = 3;

    private static readonly Lock s_idLock = new();
    private static readonly PriorityQueue<int, int> s_freeIds = new();
    private static int s_nextId = Margin;

    [ThreadStatic]
    private static ThreadSlots? s_current;

    private readonly Lock _lock = new();

    // Pinned: the thread finds it by its address.
    private ThreadSlot[] _array = MakeArray(Margin + 8 + Margin);

    public static ThreadSlots Current => s_current ??= new ThreadSlots();

    /// <summary>An id that no other pool has now; as small as possible, to keep the arrays short.</summary>
    public static int TakeId()
    {
        using (Uninterrupted.Enter(s_idLock))
        {
            return s_freeIds.TryDequeue(out int id, out _) ? id : s_nextId++;
        }
    }

    /// <summary>Lets another pool have the id; no slot shows anything of its owner any more.</summary>
    public static void GiveId(int id)
    {
        using (Uninterrupted.Enter(s_idLock))
        {
            Invariant.Holds(id >= Margin && id < s_nextId, "An id that is returned was taken.");
            s_freeIds.Enqueue(id, id);
        }
    }

    /// <summary>Makes room for a slot of the current thread.</summary>
    public void MakeRoom(int id)
    {
        using (Uninterrupted.Enter(_lock))
        {
            if (id >= _array.Length - Margin)
            {
                ThreadSlot[] larger = MakeArray(2 * Math.Max(id, _array.Length));
                _array.CopyTo(larger);
                _array = larger;
            }

            ThreadSlotsAddress.Current = Unsafe.As<ThreadSlot[], nint>(ref _array);
        }
    }

    /// <summary>Sets a slot of the current thread, for which there is room.</summary>
    public void Set(int id, ThreadSlot slot)
    {
        using (Uninterrupted.Enter(_lock))
        {
            _array[id] = slot;
        }
    }

    /// <summary>Opens a slot of the current thread to its fast paths again.</summary>
    public void SetOwner(int id, PoolCore owner) => _array[id].Owner = owner;

    /// <summary>The item in the current thread's slot.</summary>
    public object? GetOwnHot(int id) => _array[id].Hot;

    /// <summary>Keeps an item in the current thread's slot if that is empty.</summary>
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

    /// <summary>Takes the item out of the current thread's slot.</summary>
    public object? TakeOwnHot(int id)
    {
        ref ThreadSlot slot = ref _array[id];
        object? hot = slot.Hot;
        slot.Hot = null;
        return hot;
    }

    /// <summary>Sends a thread's next operation to its cache.</summary>
    public void Park(int id)
    {
        using (Uninterrupted.Enter(_lock))
        {
            _array[id].Owner = null;
        }
    }

    public bool HasHot(int id)
    {
        using (Uninterrupted.Enter(_lock))
        {
            return _array[id].Hot is not null;
        }
    }

    /// <summary>Empties a slot for good.</summary>
    /// <returns>Its item. The slot's thread may be about to use it, so nobody else may use it while the thread lives.</returns>
    public object? Clear(int id)
    {
        using (Uninterrupted.Enter(_lock))
        {
            object? hot = _array[id].Hot;
            _array[id] = default;
            return hot;
        }
    }

    private static ThreadSlot[] MakeArray(int length) => GC.AllocateArray<ThreadSlot>(length, pinned: true);
}
