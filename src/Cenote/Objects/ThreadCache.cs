using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Objects;

/// <summary>What one thread has of one pool behind its <see cref="ThreadSlot"/>: a magazine to pop from and push to, and a spare one.</summary>
/// <remarks>
/// <para>It belongs to its thread between <see cref="TryEnter"/> and <see cref="Leave"/>; otherwise to the holder of the gate of the pool,
/// if it is parked and the holder has seen it not entered behind a barrier across all processors (asymmetric Dekker). No code of the user runs between the two.</para>
/// <para>A parked cache stays parked until its thread comes by. One that is still parked a full collection later is idle.</para>
/// </remarks>
internal sealed class ThreadCache
{
    private readonly PoolCore _core;

    // The first magazine is spread out here: one hop less for nested use.
    private Magazine.Cell[] _items;
    private int _count;
    private int _room;
    private Magazine? _spare;
    private bool _entered;

    // The core, or null while the cache is parked: one comparison tells both. Never the pool itself, which is finalized once nobody
    // but its caches is left.
    private PoolCore? _openTo;

    // The counts of two caches must not share a line, wherever the collector moves them.
#pragma warning disable CS0169, IDE0051 // It is its size that matters.
    private readonly CacheLines _padding;
#pragma warning restore CS0169, IDE0051

    public ThreadCache(PoolCore core, int magazineSize)
    {
        _core = core;
        _openTo = core;
        _items = new Magazine.Cell[magazineSize];
    }

    /// <summary>The thread that uses the cache; once it has ended, another one may take over.</summary>
    public required Thread Thread { get; set; }

    /// <summary>The slots of that thread.</summary>
    public required ThreadSlots Slots { get; set; }

    public bool IsEntered => Volatile.Read(ref _entered);

    public bool IsParked => Volatile.Read(ref _openTo) is null;

    /// <summary>Items in both magazines.</summary>
    public int Count => _count + (_spare?.Count ?? 0);

    /// <summary>Room held by both magazines.</summary>
    public int Room => _room + (_spare?.Room ?? 0);

    /// <summary>Begins an operation of the cache's thread; false if the cache is parked, or not of this pool.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnter(PoolCore by)
    {
        Volatile.Write(ref _entered, true);
        if (Volatile.Read(ref _openTo) == by)
        {
            return true;
        }

        Volatile.Write(ref _entered, false);
        return false;
    }

    /// <summary>Ends an operation.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Leave() => Volatile.Write(ref _entered, false);

    public bool IsOf(PoolCore pool) => _core == pool;

    public void Park() => Volatile.Write(ref _openTo, null);

    public void Unpark() => Volatile.Write(ref _openTo, _core);

    /// <summary>Without the millisecond of sleep that a spin ends in: an operation takes nanoseconds once its thread has the processor.</summary>
    public void AwaitLeave()
    {
        var wait = default(SpinWait);
        while (IsEntered)
        {
            wait.SpinOnce(sleep1Threshold: -1);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? Pop()
    {
        int last = _count - 1;
        if (last < 0)
        {
            return null;
        }

        ref Magazine.Cell cell = ref At(last);
        object? item = cell.Item;
        cell.Item = null;
        _count = last;
        return item;
    }

    /// <summary>Whether the item is the one that was pushed last.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOnTop(object item) => _count > 0 && At(_count - 1).Item == item;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryPush(object item)
    {
        int count = _count;
        if (count >= _room)
        {
            return false;
        }

        At(count).Item = item;
        _count = count + 1;
        return true;
    }

    /// <summary>Gets items for the empty magazine: the spare one's, or a magazine of the depot.</summary>
    public bool TryRefill(Depot depot)
    {
        if (_spare is { Count: > 0 })
        {
            Swap(_spare);
            return true;
        }

        if (depot.TakeFull() is not { } full)
        {
            return false;
        }

        // The thread keeps the room it had, or what it needs now.
        int room = Math.Max(_room, full.Room);
        depot.GiveRoom(_room + full.Room - room);
        Swap(full);
        _room = room;
        full.Room = 0;
        depot.GiveEmpty(full);
        return true;
    }

    /// <summary>Gets room for an item where the magazine is full: more of it, the spare one's, or that of a new magazine, with the spare one gone to the depot.</summary>
    public bool TryMakeRoom(Depot depot)
    {
        int size = depot.MagazineSize;
        if (_room < size)
        {
            // Doubled each time: a thread that frees little takes little away from the others.
            int more = depot.TakeRoom(Math.Min(size - _room, Math.Max(1, _room)));
            _room += more;
            if (more > 0)
            {
                return true;
            }
        }

        if (_spare is { } spare && spare.Count < spare.Room)
        {
            Swap(spare);
            return true;
        }

        // The magazine before the room, which would be lost without memory for one.
        if (_room < size || depot.Room == 0)
        {
            return false;
        }

        Magazine empty = depot.TakeEmpty();
        int room = depot.TakeRoom(size);
        if (room == 0 || (_spare is not null && !depot.TryGiveFull(_spare)))
        {
            depot.GiveRoom(room);
            depot.GiveEmpty(empty);
            return false;
        }

        Swap(empty);
        _spare = empty;
        _room = room;
        return true;
    }

    /// <summary>Takes all items out, and gives all room back.</summary>
    public void Drain(Depot depot, List<object> items)
    {
        depot.GiveRoom(Room);
        _room = 0;
        while (Pop() is { } item)
        {
            items.Add(item);
        }

        _spare?.Drain(items);
        _spare = null;
    }

    // No bounds check: 0 <= _count <= _room <= the length of the array, and only the thread that has entered changes them.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref Magazine.Cell At(int index) => ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_items), index);

    private void Swap(Magazine other)
    {
        (_items, other.Items) = (other.Items, _items);
        (_count, other.Count) = (other.Count, _count);
        (_room, other.Room) = (other.Room, _room);
    }

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct CacheLines;
}
