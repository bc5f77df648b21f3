namespace Cenote.Memory.Cells;

/// <summary>What the slow path needs to know of one cell size.</summary>
internal struct SlabClass
{
    /// <summary>Size of a cell in 8-byte units.</summary>
    public uint Units;

    /// <summary>The slab that cells are carved from, or -1.</summary>
    public int Current;

    /// <summary>Index of the next cell to carve, and the index past the last one.</summary>
    public uint Bump;
    public uint End;

    /// <summary>First slab of the class whose memory was given back, or -1.</summary>
    public int Discarded;

    /// <summary>Slabs without a live cell, at the last count.</summary>
    public int EmptySlabs;

    /// <summary>Free list of the cells outside the reservation, which the fast path does not serve.</summary>
    public uint FarHead;
}
