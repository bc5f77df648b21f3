namespace Cenote.Memory.Cells;

/// <summary>The position of a <see cref="SlabTier"/> in its search for slabs without live cells.</summary>
internal struct EmptySlabSearch
{
    /// <summary>The next slab, and the index of the next cell in it; 0 for its first cell.</summary>
    public int Slab;
    public uint Index;

    /// <summary>The number of slabs left to search in this round.</summary>
    public int Remaining;

    /// <summary>The total number of strings freed when this round began, and at the last check.</summary>
    public long Freed;
    public long FreedAtCheck;
}
