namespace Cenote.Memory.Cells;

/// <summary>The result of a walk over the cells of a <see cref="SlabTier"/>.</summary>
internal struct SlabCensus
{
    /// <summary>The number of live strings in cells, and their bytes.</summary>
    public long Small;
    public long SmallBytes;

    /// <summary>The number of live strings in blocks, and their bytes.</summary>
    public long Large;
    public long LargeBytes;

    /// <summary>The number of live handles of managed objects.</summary>
    public long Managed;

    /// <summary>The number of cells whose generations are used up.</summary>
    public long Retired;
}
