namespace Cenote.Memory.Cells;

/// <summary>What a walk over the cells of a <see cref="SlabTier"/> found.</summary>
internal struct SlabCensus
{
    /// <summary>Live strings in cells, and their bytes of text.</summary>
    public long Small;
    public long SmallBytes;

    /// <summary>Live strings in blocks, and their bytes of text.</summary>
    public long Large;
    public long LargeBytes;

    /// <summary>Live handles over managed strings.</summary>
    public long Managed;

    /// <summary>Cells whose generations are used up.</summary>
    public long Retired;
}
