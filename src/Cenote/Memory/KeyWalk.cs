namespace Cenote.Memory;

/// <summary>A walk over the cells of a <see cref="KeyHeap"/>, in the order of their memory.</summary>
/// <remarks>Cells may be freed meanwhile; nothing else may change.</remarks>
internal unsafe struct KeyWalk
{
    /// <summary>The cell that the walk has come to, live or free.</summary>
    public KeyCell* Cell;

    /// <summary>Its index.</summary>
    public uint Index;

    /// <summary>Its size; that of a long cell is more than <see cref="KeyHeap.LargestSharedUnits"/>.</summary>
    public uint Units;

    /// <summary>Runs that were entered, and where the last one ends.</summary>
    internal int Runs;
    internal uint RunEnd;

    /// <summary>Long cells that were passed.</summary>
    internal int LongCells;

    /// <summary>Where the cells ended when the walk began.</summary>
    internal int LastRun;
    internal uint LastEnd;
}
