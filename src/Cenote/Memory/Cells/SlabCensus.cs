namespace Cenote.Memory.Cells;

/// <summary>The result of a walk over the cells of a <see cref="SlabTier"/>.</summary>
internal struct SlabCensus
{
    /// <summary>Live strings in cells, and their bytes.</summary>
    public long Small;
    public long SmallBytes;

    /// <summary>Live strings in blocks, and their bytes.</summary>
    public long Large;
    public long LargeBytes;

    /// <summary>Live handles of managed objects.</summary>
    public long Managed;

    /// <summary>Cells whose generations are used up.</summary>
    public long Retired;
}
