using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Threading;

namespace Cenote.Objects;

/// <summary>
/// What one thread has of one pool behind its <see cref="ThreadSlot"/>: a stack that holds the items of two magazines.
/// </summary>
/// <remarks>
/// <para>The holder of the gate of the pool stops it, and parks its slot with it.</para>
/// <para>While the slot is open, its thread pops and pushes without entering. A cache that is taken from such a thread is never
/// used again: what the thread does to it in the meantime is lost with it. The room is not lost, because it only changes between
/// the two.</para>
/// <para>A parked cache stays parked until its thread uses it again. One that is still parked a full collection later is
/// idle.</para>
/// </remarks>
internal sealed class ThreadCache : ThreadOwned
{
    private readonly PoolCore _core;

    // Cells at both ends of the array that stay empty: a cache line's worth, because the collector moves the arrays of two
    // threads next to each other.
    private const int Margin = 8;

    // Room for the items of two magazines of an ordinary pool. More comes when it is needed.
    private const int LeastCapacity = 32;

    // From Margin + 1 to Margin + _count. The cell before these is empty, and saves the fast paths a test.
    private Magazine.Cell[] _items;
    private nint _count;
    private nint _room;

    // The counts of two caches must not share a line, wherever the collector moves them.
#pragma warning disable CS0169, IDE0051 // It is its size that matters.
    private readonly CacheLines _padding;
#pragma warning restore CS0169, IDE0051

    public ThreadCache(PoolCore core, int magazineSize)
    {
        _core = core;
        _items = MakeItems(Math.Min(2 * magazineSize, LeastCapacity));
    }

    /// <summary>The slots of that thread.</summary>
    public required ThreadSlots Slots { get; set; }

    /// <summary>Whether the thread has lost the cache. Known under the gate.</summary>
    public bool IsAbandoned { get; private set; }

    public int Count => (int)_count;

    /// <summary>
    /// The number of items it may hold. They are part of the pool's size, taken out of the <see cref="Depot"/> and given back to
    /// it later.
    /// </summary>
    public int Room => (int)_room;

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

    /// <summary>Puts an item on top; false if there is no room, or if it is there already.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryPush(object item)
    {
        nint count = _count;
        if (count >= _room || At(count).Item == item)
        {
            return false;
        }

        // The count first: then nothing but the cell is needed when the item is written.
        _count = count + 1;
        At(count + 1).Item = item;
        return true;
    }

    /// <summary>Whether the item is the one that was pushed last.</summary>
    public bool HasOnTop(object item) => At(_count).Item == item;

    /// <summary>Gets a magazine of items from the depot for the empty cache.</summary>
    public bool TryRefill(Depot depot)
    {
        Invariant.Holds(IsEntered && _count == 0, "The cache is entered, and empty.");
        if (depot.TakeFull() is not { } full)
        {
            return false;
        }

        // The thread keeps the room it had, or what it needs now.
        int room = Math.Max(Room, full.Count);
        try
        {
            MakeRoomFor(room);
        }
        catch (OutOfMemoryException)
        {
            // Back to where it was, or dropped if another one has taken its place.
            if (!depot.TryGiveFull(full))
            {
                depot.GiveRoom(full.Count);
            }

            return false;
        }

        depot.GiveRoom(Room + full.Count - room);
        _room = room;
        _count = full.Count;
        full.MoveTo(_items.AsSpan(Margin + 1));
        depot.GiveEmpty(full);
        return true;
    }

    /// <summary>Gets room for an item: more room, or that of a magazine of items that goes to the depot.</summary>
    public bool TryMakeRoom(Depot depot)
    {
        Invariant.Holds(IsEntered && Count >= Room, "The cache is entered, and full.");
        int size = depot.MagazineSize;
        if (Room < 2 * size)
        {
            // Doubled each time: a thread that frees little takes little away from the others.
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

        // The magazine before the room, which would be lost if there were no memory for a magazine.
        Magazine magazine = depot.TakeEmpty(size);
        int room = depot.TakeRoom(size);
        if (room == 0)
        {
            depot.GiveEmpty(magazine);
            return false;
        }

        Span<Magazine.Cell> top = _items.AsSpan(Margin + 1 + Count - size, size);
        magazine.MoveFrom(top);
        if (!depot.TryGiveFull(magazine))
        {
            magazine.MoveTo(top);
            depot.GiveRoom(room);
            depot.GiveEmpty(magazine);
            return false;
        }

        _count -= size;
        _room += room - size;
        return true;
    }

    /// <summary>Takes the cache away from its thread: all room goes back, all items go to the caller.</summary>
    public void Abandon(Depot depot, List<object> items)
    {
        Invariant.Holds(!IsAbandoned, "The room of a cache is returned once.");
        IsAbandoned = true;
        depot.GiveRoom(Room);

        // The items stay where they are: a thread that is popping one at that moment must find it.
        items.AddRange(_items.Skip(Margin + 1).Take(Count).Select(static cell => cell.Item).OfType<object>());
    }

    private static Magazine.Cell[] MakeItems(int room) => new Magazine.Cell[Margin + 1 + room + Margin];

    private void MakeRoomFor(int room)
    {
        Invariant.Holds(Thread == Thread.CurrentThread && IsEntered, "No other thread is using the array.");
        if (room > _items.Length - (Margin + 1 + Margin))
        {
            Magazine.Cell[] grown = MakeItems(room);
            _items.AsSpan(0, Margin + 1 + Count).CopyTo(grown);
            _items = grown;
        }
    }

    // No bounds check, because only its thread changes count, room and array.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref Magazine.Cell At(nint index)
    {
        Invariant.Holds(
            index >= 0 && index <= _room && _room < _items.Length - (2 * Margin), "The array is large enough for the room.");
        return ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_items), Margin + index);
    }

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct CacheLines;
}
