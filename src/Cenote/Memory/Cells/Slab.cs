using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <summary>
/// A run of cells of one size. It keeps its cell size as long as the pool lives, because a stale handle may read any of its
/// headers at any time.
/// </summary>
internal struct Slab
{
    public PageRun Run;

    public uint First;

    /// <summary>The first generation of its cells: above that of every handle the slab has issued before.</summary>
    public uint Floor;

    /// <summary>Index of the <see cref="SlabClass"/> of the cells.</summary>
    public int Class;

    /// <summary>The next discarded slab of the class, or -1.</summary>
    public int NextDiscarded;

    public bool IsDiscarded;

    /// <summary>During a sweep: how many cells are on the free list, and whether all are; the memory is then returned.</summary>
    public uint OnList;
    public bool IsToBeDiscarded;
}
