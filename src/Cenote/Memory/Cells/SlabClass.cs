namespace Cenote.Memory.Cells;

/// <summary>The state of one cell size for the slow path.</summary>
internal struct SlabClass
{
    /// <summary>Size of a cell in 8-byte units.</summary>
    public uint Units;

    /// <summary>The slab that cells are carved from, or -1.</summary>
    public int Current;

    /// <summary>Index of the next cell to carve.</summary>
    public uint Bump;

    /// <summary>Index past the last cell to carve.</summary>
    public uint End;

    /// <summary>First slab of the class whose memory was returned, or -1.</summary>
    public int Discarded;

    /// <summary>Slabs without a live cell, at the last count.</summary>
    public int EmptySlabs;

    /// <summary>Free list of the cells outside the reservation, which the fast path does not handle.</summary>
    public uint FarHead;
}
