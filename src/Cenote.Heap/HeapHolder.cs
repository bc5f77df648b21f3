namespace Cenote.Heap;

/// <summary>Totals for the objects of one type that have one owner, or none that is known.</summary>
internal sealed class HeapHolder
{
    /// <summary>How many values are read: each read is a random access, which costs as much as walking over ten objects.</summary>
    public const long MaxValuesRead = 100_000;

    /// <summary>Tells it from all others.</summary>
    public required int Number { get; init; }

    /// <summary>Their type.</summary>
    public required HeapType Type { get; init; }

    /// <summary>The places of the slots of the type, in their order.</summary>
    public required Place[] Places { get; init; }

    /// <summary>How many objects there are.</summary>
    public long Objects { get; set; }

    /// <summary>How many bytes they take.</summary>
    public long Bytes { get; set; }

    /// <summary>How many old arrays have a content that another one has, too.</summary>
    public long EqualArrays { get; set; }

    /// <summary>How many different contents these have.</summary>
    public long EqualContents { get; set; }

    /// <summary>Bytes of all but one of the arrays of each content.</summary>
    public long RepeatedBytes { get; set; }

    /// <summary>Bytes of the arrays of bytes that were read, at most <see cref="MaxValuesRead"/>.</summary>
    public long ValueBytes { get; set; }

    /// <summary>How many values there are.</summary>
    public long Values { get; set; }

    /// <summary>Estimated bytes of all values, extrapolated from the first <see cref="MaxValuesRead"/>.</summary>
    public long AllValueBytes => Values <= MaxValuesRead ? ValueBytes : (long)((double)ValueBytes / MaxValuesRead * Values);
}
