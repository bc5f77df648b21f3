namespace Cenote.Heap;

/// <summary>Totals for the objects of one type with the same owner, or with an unknown owner.</summary>
internal sealed class HeapHolder
{
    /// <summary>The maximum number of values read: each is a random access, which costs as much as walking over ten objects.</summary>
    public const long MaxValuesRead = 100_000;

    private readonly HashSet<ulong> _values = [];

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

    /// <summary>The number of old arrays with the same content as another one.</summary>
    public long EqualArrays { get; set; }

    /// <summary>The number of different contents of these arrays.</summary>
    public long EqualContents { get; set; }

    /// <summary>The size of all but one array of each content.</summary>
    public long RepeatedBytes { get; set; }

    /// <summary>The size of the different byte arrays among the first <see cref="MaxValuesRead"/> values.</summary>
    public long ValueBytes { get; set; }

    /// <summary>The number of values.</summary>
    public long Values { get; set; }

    /// <summary>Whether a value was not met before: several entries may refer to one array.</summary>
    public bool IsNewValue(ulong address) => _values.Add(address);

    /// <summary>Estimated bytes of all values, extrapolated from the first <see cref="MaxValuesRead"/>.</summary>
    public long AllValueBytes => Values <= MaxValuesRead ? ValueBytes : (long)((double)ValueBytes / MaxValuesRead * Values);
}
