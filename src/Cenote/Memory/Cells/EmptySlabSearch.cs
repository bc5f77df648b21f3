namespace Cenote.Memory.Cells;

/// <summary>The position of a <see cref="SlabTier"/> in its search for slabs without live cells.</summary>
internal struct EmptySlabSearch
{
    /// <summary>The next slab, and the index of the next cell in it; 0 for its first one.</summary>
    public int Slab;
    public uint Index;

    /// <summary>Slabs left in this round.</summary>
    public int Remaining;

    /// <summary>Total strings freed when this round began, and at the last look.</summary>
    public long Freed;
    public long FreedAtCheck;
}
