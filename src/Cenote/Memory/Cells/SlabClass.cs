namespace Cenote.Memory.Cells;

/// <summary>The slow path's state for one cell size.</summary>
internal struct SlabClass
{
    /// <summary>The size of a cell in 8-byte units.</summary>
    public uint Units;

    /// <summary>The slab that cells are carved from, or -1.</summary>
    public int Current;

    /// <summary>The index of the next cell to carve.</summary>
    public uint Bump;

    /// <summary>The index past the last cell to carve.</summary>
    public uint End;

    /// <summary>The first slab of the class whose memory was returned, or -1.</summary>
    public int Discarded;

    /// <summary>The number of slabs without a live cell, at the last count.</summary>
    public int EmptySlabs;

    /// <summary>The free list of cells outside the reservation, which the fast path does not handle.</summary>
    public uint FarHead;
}
