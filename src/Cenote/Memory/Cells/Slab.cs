using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <summary>
/// A run of cells of one size. It keeps its cell size for as long as the pool lives, because a stale handle may look at any of
/// its headers at any time.
/// </summary>
internal struct Slab
{
    public PageRun Run;

    /// <summary>Index of the first cell.</summary>
    public uint First;

    /// <summary>Cells start from this generation: it is above that of every handle the slab has given out before.</summary>
    public uint Floor;

    /// <summary>Which <see cref="SlabClass"/> the cells belong to.</summary>
    public int Class;

    /// <summary>The next slab of the class whose memory was given back, or -1.</summary>
    public int NextDiscarded;

    public bool IsDiscarded;

    /// <summary>
    /// During a sweep: how many of the cells are on the free list, and whether all are, so that the memory is given back.
    /// </summary>
    public uint OnList;
    public bool IsLeaving;
}
