namespace Cenote.Heap;

/// <summary>The objects of a type that one field owns, or nobody known, and what is counted of them.</summary>
internal sealed class HeapHolder
{
    /// <summary>How many values are looked at: each is somewhere else, which takes as long as walking over ten objects.</summary>
    public const long MaxValuesRead = 100_000;

    /// <summary>Their type.</summary>
    public required HeapType Type { get; init; }

    /// <summary>The places of the slots of the type, in their order.</summary>
    public required Place[] Places { get; init; }

    /// <summary>How many objects there are.</summary>
    public long Objects { get; set; }

    /// <summary>How many bytes they take.</summary>
    public long Bytes { get; set; }

    /// <summary>How many bytes the arrays of bytes take that the values refer to that were looked at.</summary>
    public long ValueBytes { get; set; }

    /// <summary>How many values there are.</summary>
    public long Values { get; set; }

    /// <summary>What all values take, as the first ones do in the mean.</summary>
    public long AllValueBytes => Values <= MaxValuesRead ? ValueBytes : (long)((double)ValueBytes / MaxValuesRead * Values);
}
