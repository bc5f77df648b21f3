using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <summary>
/// A run of cells of one size. A slab keeps its cell size as long as the pool exists, because a stale handle may read any of its
/// headers at any time.
/// </summary>
internal struct Slab
{
    public PageRun Run;

    public uint First;

    /// <summary>
    /// The first generation of the slab's cells, above the generation of every handle issued for the slab before.
    /// </summary>
    public uint Floor;

    /// <summary>The index of the <see cref="SlabClass"/> of the cells.</summary>
    public int Class;

    /// <summary>The next discarded slab of the class, or -1.</summary>
    public int NextDiscarded;

    public bool IsDiscarded;

    /// <summary>
    /// During a sweep: the number of cells on the free list, and whether all cells are on it, so that the memory is returned.
    /// </summary>
    public uint OnList;
    public bool IsToBeDiscarded;
}
