namespace Cenote.Heap;

/// <summary>Finds byte arrays that only one dictionary or cache refers to.</summary>
internal sealed class CachedArrays
{
    private const int HeadBytes = 24;

    private readonly AddressBits? _others;

    // The place that each array belongs to: the first of its group; null if several groups refer to the array.
    private readonly Dictionary<ulong, Place?> _places = [];

    /// <summary>Records the place of each array.</summary>
    /// <param name="groups">
    /// Groups of places that each count as one dictionary or cache; an array belongs to the first place of its group.
    /// </param>
    /// <param name="others">
    /// Addresses to which something other than a value of a dictionary or cache refers; null if no dictionary or cache can have
    /// byte arrays as values.
    /// </param>
    public CachedArrays(IEnumerable<Place[]> groups, AddressBits? others)
    {
        _others = others;
        foreach (Place[] group in groups)
        {
            var own = new HashSet<ulong>();
            foreach (Place place in group)
            {
                foreach ((ulong address, _) in HoldersOf(place).SelectMany(static holder => holder.Arrays))
                {
                    if (own.Add(address))
                    {
                        _places[address] = _places.ContainsKey(address) ? null : place;
                    }
                }
            }
        }
    }

    /// <summary>The total size of the byte arrays of a place.</summary>
    public static long BytesOf(Place place) => Sum(place, static (_, length) => SizeOf(length));

    /// <summary>The size that the arrays would have if each key had its own copy, without headers.</summary>
    public static long CopyBytesOf(Place place) => HoldersOf(place).Sum(static holder => holder.ForAllValues(holder.LengthsRead));

    /// <summary>The size of the arrays that nothing else refers to.</summary>
    public long OwnBytesOf(Place place) => Sum(place, (address, length) => IsOwn(place, address) ? SizeOf(length) : 0);

    /// <summary>The number of arrays that nothing else refers to.</summary>
    public long OwnArraysOf(Place place) => Sum(place, (address, _) => IsOwn(place, address) ? 1 : 0);

    // Values that are strings form a separate place with the same holders.
    private static List<HeapHolder> HoldersOf(Place place) =>
        place.Kind is PlaceKind.Keys or PlaceKind.ConcurrentKeys or PlaceKind.CacheKeys ? place.Holders : [];

    // Each array is counted once.
    private static long Sum(Place place, Func<ulong, int, long> amountOf)
    {
        var seen = new HashSet<ulong>();
        return HoldersOf(place).Sum(holder => holder.ForAllValues(
            holder.Arrays.Where(array => seen.Add(array.Key)).Sum(array => amountOf(array.Key, array.Value))));
    }

    private bool IsOwn(Place place, ulong address) =>
        _places[address] == place && !(_others!.TryFind(address, out long bit, out _) && _others.Bits[bit]);

    private static long SizeOf(int length) => (HeadBytes + (long)length + 7) & ~7L;
}
