namespace Cenote.Memory.Cells;

/// <summary>Where a <see cref="SlabTier"/> is in its search for a slab without live cells.</summary>
internal struct EmptySlabSearch
{
    /// <summary>The slab to look at next, and the index of the cell in it; 0 for its first one.</summary>
    public int Slab;
    public uint Index;

    /// <summary>Slabs left to look at until all have been seen.</summary>
    public int Left;

    /// <summary>How many texts had ever been freed when this round began, and at the last look.</summary>
    public long Freed;
    public long FreedAtLook;
}
