namespace Cenote.Heap;

/// <summary>Totals for the objects of one type with the same owner, or with an unknown owner.</summary>
internal sealed class HeapHolder
{
    /// <summary>
    /// The maximum number of values to read: each read is a random access, which costs as much as walking over ten objects.
    /// </summary>
    public const long MaxValuesRead = 100_000;

    // The values read: the length of a byte array, or -1 for any other object.
    private readonly Dictionary<ulong, int> _values = [];

    /// <summary>A unique number.</summary>
    public required int Number { get; init; }

    /// <summary>The type of the objects.</summary>
    public required HeapType Type { get; init; }

    /// <summary>The places of the type's slots, in the same order.</summary>
    public required Place[] Places { get; init; }

    /// <summary>The number of objects.</summary>
    public long Objects { get; set; }

    /// <summary>The size of the objects.</summary>
    public long Bytes { get; set; }

    /// <summary>The number of old arrays that have the same content as another one.</summary>
    public long EqualArrays { get; set; }

    /// <summary>The number of these arrays that belong to lists.</summary>
    public long EqualLists { get; set; }

    /// <summary>The number of different contents of these arrays.</summary>
    public long EqualContents { get; set; }

    /// <summary>The size of all but one array of each content.</summary>
    public long RepeatedBytes { get; set; }

    /// <summary>The number of values.</summary>
    public long Values { get; set; }

    /// <summary>
    /// The byte arrays among the first <see cref="MaxValuesRead"/> values, with their lengths. Keys may share an array.
    /// </summary>
    public IEnumerable<KeyValuePair<ulong, int>> Arrays => _values.Where(static array => array.Value >= 0);

    /// <summary>The total length of these arrays, counted once per key.</summary>
    public long LengthsRead { get; private set; }

    /// <summary>Records a value: the length of a byte array, or -1 for any other object.</summary>
    public void AddValue(ulong address, int length)
    {
        _values[address] = length;
        LengthsRead += Math.Max(0, length);
    }

    /// <summary>Gets the recorded length of a value.</summary>
    /// <returns>Whether it was recorded.</returns>
    public bool TryGetValue(ulong address, out int length) => _values.TryGetValue(address, out length);

    /// <summary>Extrapolates from the first <see cref="MaxValuesRead"/> values to all.</summary>
    public long ForAllValues(long amount) => Values <= MaxValuesRead ? amount : (long)((double)amount / MaxValuesRead * Values);
}
