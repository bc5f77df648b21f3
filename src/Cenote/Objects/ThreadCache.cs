using Cenote.Threading;

namespace Cenote.Objects;

/// <summary>
/// One thread's cache in one pool, in addition to its <see cref="ThreadSlot"/>: a stack with the items of up to two magazines.
/// </summary>
/// <remarks>
/// <para>A thread that holds the pool's gate may stop the cache and park its slot.</para>
/// <para>In a pool that may lose items, a thread whose slot is open pops and pushes without entering. A cache taken from its
/// thread is never used again, so changes that the thread makes after that are lost with the cache. The room of the cache is not
/// lost, because room changes only while the cache is entered.</para>
/// <para>A parked cache stays parked until its thread uses it again. A cache that is still parked one gen 2 collection later is
/// idle.</para>
/// </remarks>
internal sealed class ThreadCache : ThreadOwned
{
    private readonly PoolCore _core;

    // Empty cells at both ends, one cache line each, to prevent false sharing: the GC may place the arrays of two threads side by
    // side.
    private const int Margin = 8;

    // Capacity for two magazines of an ordinary pool; grows on demand.
    private const int MinCapacity = 32;

    // Items are at Margin + 1 to Margin + _count. The cell before the items is empty, which saves the fast paths a test.
    private Magazine.Cell[] _items;
    private nint _count;
    private nint _room;
    private bool _lendsRoom;

    // The counts of two caches must not share a cache line, wherever the GC moves them.
#pragma warning disable CS0169, IDE0051 // Only its size matters.
    private readonly CacheLines _padding;
#pragma warning restore CS0169, IDE0051

    public ThreadCache(PoolCore core, int magazineSize)
    {
        _core = core;
        _items = CreateItems(Math.Min(2 * magazineSize, MinCapacity));
    }

    public required ThreadSlots Slots { get; set; }

    /// <summary>Whether the cache was taken from its thread. Guarded by the gate.</summary>
    public bool IsAbandoned { get; private set; }

    public int Count => (int)_count;

    /// <summary>
    /// Number of items that the cache may hold, including the item in the slot if the cache has lent it room. The room is taken
    /// from the <see cref="Depot"/>, and returned to it later.
    /// </summary>
    public int Room => (int)_room + (_lendsRoom ? 1 : 0);

    public bool IsFull => _count >= _room;

    /// <summary>Whether the slot holds its item in room of the cache.</summary>
    public bool LendsRoom => _lendsRoom;

    public bool IsOf(PoolCore pool) => _core == pool;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? Pop()
    {
        nint count = _count;
        ref Magazine.Cell top = ref At(count);
        object? item = top.Item;
        if (item is not null)
        {
            top.Item = null;
            _count = count - 1;
        }

        return item;
    }

    /// <summary>Pushes an item; false if there is no room, or if it is already on top.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryPush(object item)
    {
        nint count = _count;
        if (count >= _room || At(count).Item == item)
        {
            return false;
        }

        // Writes the count first: the store of the item then needs only the cell.
        _count = count + 1;
        At(count + 1).Item = item;
        return true;
    }

    /// <summary>Permanently lends the slot room for its item.</summary>
    public void LendRoom()
    {
        Invariant.Holds(IsEntered && !IsFull && !_lendsRoom, "The cache is entered, has unused room, and has not lent any yet.");
        _room--;
        _lendsRoom = true;
    }

    public bool HasOnTop(object item) => At(_count).Item == item;

    /// <summary>Moves a magazine of items from the depot into the empty cache.</summary>
    public bool TryRefill(Depot depot)
    {
        Invariant.Holds(IsEntered && _count == 0, "The cache is entered, and empty.");
        if (depot.TakeFull() is not { } full)
        {
            return false;
        }

        // Raises the room of the cache, if necessary, to the number of these items.
        int room = Math.Max((int)_room, full.Count);
        try
        {
            MakeRoomFor(room);
        }
        catch (OutOfMemoryException)
        {
            // The magazine returns to the depot. If its place was taken, its items are dropped.
            if (!depot.TryReturnFull(full))
            {
                depot.ReturnRoom(full.Count);
            }

            return false;
        }

        depot.ReturnRoom((int)_room + full.Count - room);
        _room = room;
        _count = full.Count;
        full.MoveTo(_items.AsSpan(Margin + 1));
        depot.ReturnEmpty(full);
        return true;
    }

    /// <summary>Gets room for an item: takes more room from the depot, or moves a magazine of items to the depot.</summary>
    public bool TryMakeRoom(Depot depot)
    {
        Invariant.Holds(IsEntered && IsFull, "The cache is entered, and full.");
        int size = depot.MagazineSize;
        if (Room < 2 * size)
        {
            // The room doubles each time, so that a thread that frees few items takes little room from other threads.
            int wanted = Math.Clamp(Room, 1, Math.Min(size, (2 * size) - Room));
            MakeRoomFor(Room + wanted);
            int more = depot.TakeRoom(wanted);
            _room += more;
            return more > 0;
        }

        if (depot.Room == 0)
        {
            return false;
        }

        // Allocates the magazine before taking the room: otherwise a failed allocation would lose the room.
        Magazine magazine = depot.TakeEmpty(size);
        int room = depot.TakeRoom(size);
        if (room == 0)
        {
            depot.ReturnEmpty(magazine);
            return false;
        }

        Span<Magazine.Cell> top = _items.AsSpan(Margin + 1 + Count - size, size);
        magazine.MoveFrom(top);
        if (!depot.TryReturnFull(magazine))
        {
            magazine.MoveTo(top);
            depot.ReturnRoom(room);
            depot.ReturnEmpty(magazine);
            return false;
        }

        _count -= size;
        _room += room - size;
        return true;
    }

    /// <summary>Takes the cache from its thread: the room returns to the depot, and the items go to the caller.</summary>
    public void Abandon(Depot depot, List<object> items)
    {
        Invariant.Holds(!IsAbandoned, "The room of a cache is returned only once.");

        // Allocates first, also for the item of the slot; otherwise a failed allocation would lose room and items.
        int count = Count;
        items.EnsureCapacity(items.Count + count + 1);
        IsAbandoned = true;
        depot.ReturnRoom(Room);

        // The items stay in the array: a thread that is popping an item must find it.
        foreach (ref readonly Magazine.Cell cell in _items.AsSpan(Margin + 1, count))
        {
            if (cell.Item is { } item)
            {
                items.Add(item);
            }
        }
    }

    private static Magazine.Cell[] CreateItems(int room) => new Magazine.Cell[Margin + 1 + room + Margin];

    private void MakeRoomFor(int room)
    {
        Invariant.Holds(Thread == Thread.CurrentThread && IsEntered, "No other thread is using the array.");
        if (room > _items.Length - (Margin + 1 + Margin))
        {
            Magazine.Cell[] grown = CreateItems(room);
            _items.AsSpan(0, Margin + 1 + Count).CopyTo(grown);
            _items = grown;
        }
    }

    // No bounds check, because only the thread of the cache changes count, room and array.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref Magazine.Cell At(nint index)
    {
        Invariant.Holds(
            index >= 0 && index <= _room && _room < _items.Length - (2 * Margin),
            "The index is within the room of the cache, and the room within the array.");
        return ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_items), Margin + index);
    }

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct CacheLines;
}
