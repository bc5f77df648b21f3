namespace Cenote.Heap;

/// <summary>The byte arrays that are values of dictionaries and caches, and which of them nothing else refers to.</summary>
internal sealed class CachedArrays
{
    private const int HeadBytes = 24;

    private readonly AddressBits? _others;

    // The types of the holders of each array. A table that has grown is there twice until the next collection.
    private readonly Dictionary<ulong, HeapType?> _types = [];

    /// <summary>Compares the arrays of all places.</summary>
    /// <param name="places">The places.</param>
    /// <param name="others">The addresses to which something refers that is not such a value; null if there are no values.</param>
    public CachedArrays(IEnumerable<Place> places, AddressBits? others)
    {
        _others = others;
        foreach (HeapHolder holder in places.SelectMany(static place => place.Holders).Distinct())
        {
            foreach (ulong address in holder.Arrays.Keys)
            {
                _types[address] = !_types.TryGetValue(address, out HeapType? type) || type == holder.Type ? holder.Type : null;
            }
        }
    }

    /// <summary>The size of all arrays.</summary>
    public static long BytesOf(HeapHolder holder) => holder.ForAllValues(holder.Arrays.Values.Sum(SizeOf));

    /// <summary>The size of one copy for each key.</summary>
    public static long CopyBytesOf(HeapHolder holder) => holder.ForAllValues(holder.LengthsRead);

    /// <summary>The size of the arrays that nothing else refers to.</summary>
    public long OwnBytesOf(HeapHolder holder) => holder.ForAllValues(holder.Arrays.Where(IsOwn).Sum(static array => SizeOf(array.Value)));

    /// <summary>The number of arrays that nothing else refers to.</summary>
    public long OwnArraysOf(HeapHolder holder) => holder.ForAllValues(holder.Arrays.Count(IsOwn));

    private bool IsOwn(KeyValuePair<ulong, int> array) =>
        _types[array.Key] is not null && !(_others!.TryFind(array.Key, out long bit, out _) && _others.Bits[bit]);

    private static long SizeOf(int length) => (HeadBytes + (long)length + 7) & ~7L;
}
