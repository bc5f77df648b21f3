using Cenote.Threading;

namespace Cenote.Objects;

/// <summary>
/// Shared part of a pool: full magazines, each moved with one atomic exchange, and the number of items that may still be kept.
/// </summary>
/// <remarks>
/// Room is the number of items that a holder may keep. The room of the depot, its magazines and all caches adds up to the size of
/// the pool. Caches and magazines keep no item without room, which bounds the pool.
/// </remarks>
internal sealed class Depot
{
    private const int EmptyPlaces = 8;
    private const int MaxPlaces = 64;
    private const int MaxItems = 16;

    private readonly Place[] _full;
    private readonly Place[] _empty;
    private Counters _counters;

    public Depot(int size)
    {
        // A magazine of an eighth of the size leaves enough items for other threads. For sizes above about 1,000, the magazines
        // grow instead of the number of places to search.
        MagazineSize = Math.Max(Math.Clamp(size / 8, 1, MaxItems), size / MaxPlaces);
        _full = new Place[(size / MagazineSize) + 4];
        _empty = new Place[EmptyPlaces];
        _counters.Room = size;
    }

    public int MagazineSize { get; }

    /// <summary>Room that neither a thread nor a magazine holds.</summary>
    public int Room => Volatile.Read(ref _counters.Room);

    /// <summary>Items in all magazines; approximate while threads exchange magazines.</summary>
    public int Count
    {
        get
        {
            int count = 0;
            foreach (ref Place place in _full.AsSpan())
            {
                count += Volatile.Read(ref place.Magazine)?.Count ?? 0;
            }

            return count;
        }
    }

    /// <summary>Whether a magazine was added or removed since the last call.</summary>
    public bool WasUsed()
    {
        bool was = _counters.WasUsed;
        _counters.WasUsed = false;
        return was;
    }

    /// <summary>Takes room for up to this many items, and returns the room taken.</summary>
    public int TakeRoom(int most)
    {
        ref int room = ref _counters.Room;
        while (true)
        {
            int before = Volatile.Read(ref room);
            Invariant.Holds(before >= 0 && most >= 0, "Neither the room nor the request is negative.");
            int taken = Math.Min(before, most);
            if (taken == 0 || Interlocked.CompareExchange(ref room, before - taken, before) == before)
            {
                return taken;
            }
        }
    }

    public void ReturnRoom(int items)
    {
        Invariant.Holds(items >= 0, "The returned room is not negative.");
        if (items > 0)
        {
            Interlocked.Add(ref _counters.Room, items);
        }
    }

    public Magazine? TakeFull()
    {
        Magazine? full = Take(_full);
        if (full is not null)
        {
            MarkUsed();
        }

        return full;
    }

    /// <summary>Takes ownership of a magazine and the room of its items; false if there is no place for the magazine.</summary>
    public bool TryReturnFull(Magazine magazine)
    {
        MarkUsed();
        return TryGive(_full, magazine);
    }

    /// <summary>Packs items into magazines while there is room.</summary>
    /// <param name="items">The items; those that do not fit remain in the list.</param>
    public void Stock(List<object> items)
    {
        while (items.Count > 0 && Room > 0)
        {
            // Allocates the magazine before taking the room: otherwise a failed allocation would lose the room.
            int most = Math.Min(items.Count, MagazineSize);
            Magazine magazine = TakeEmpty(most);
            int room = TakeRoom(most);
            int rest = items.Count - room;
            magazine.Fill(CollectionsMarshal.AsSpan(items)[rest..]);
            if (room == 0 || !TryReturnFull(magazine))
            {
                ReturnRoom(room);
                return;
            }

            items.RemoveRange(rest, room);
        }
    }

    /// <summary>Returns an empty magazine with capacity for this many items.</summary>
    public Magazine TakeEmpty(int items)
    {
        Magazine magazine = Take(_empty) ?? new Magazine();
        Invariant.Holds(magazine.Count == 0, "An empty magazine has no items.");
        magazine.MakeRoom(items);
        return magazine;
    }

    public void ReturnEmpty(Magazine magazine) => _ = TryGive(_empty, magazine);

    private void MarkUsed()
    {
        // Reads before writing, because all threads share the cache line.
        if (!_counters.WasUsed)
        {
            _counters.WasUsed = true;
        }
    }

    private static Magazine? Take(Place[] places)
    {
        foreach (ref Place place in places.AsSpan())
        {
            if (Volatile.Read(ref place.Magazine) is not null && Interlocked.Exchange(ref place.Magazine, null) is { } magazine)
            {
                return magazine;
            }
        }

        return null;
    }

    private static bool TryGive(Place[] places, Magazine magazine)
    {
        foreach (ref Place place in places.AsSpan())
        {
            if (Volatile.Read(ref place.Magazine) is null
                && Interlocked.CompareExchange(ref place.Magazine, magazine, null) is null)
            {
                return true;
            }
        }

        return false;
    }

    // Each place fills one cache line, to prevent false sharing.
    [StructLayout(LayoutKind.Sequential)]
    private struct Place
    {
        public Magazine? Magazine;
#pragma warning disable CS0169, IDE0051 // Only its size matters.
        private readonly Padding _padding;
#pragma warning restore CS0169, IDE0051
    }

    [StructLayout(LayoutKind.Sequential, Size = 56)]
    private struct Padding;

    // The counters share no cache line with the fields that every thread reads.
    [StructLayout(LayoutKind.Explicit, Size = 192)]
    private struct Counters
    {
        [FieldOffset(64)]
        public int Room;

        [FieldOffset(68)]
        public bool WasUsed;
    }
}
