namespace Cenote.Memory;

/// <summary>
/// The heap of small strings. Cells of one size share a slab; a free cell is on the list of its size in <see cref="Lists"/>,
/// which are all that the fast paths touch. This is what stands behind them.
/// </summary>
internal unsafe partial struct SlabTier
{
    /// <summary>The free cells. A pool's fast path reads its fields directly: through a method the JIT would address it first.</summary>
    public CellLists Lists;

    private AddressSpace _space;
    private byte[] _classOf;
    private SlabClass[] _classes;
    private Slab[] _slabs;
    private int _slabCount;
    private int _discardedCount;
    private int _spareSlabs;
    private PageRun _spare;
    private uint _slabGranules;
    private uint _newFloor;
    private long _carved;

    /// <summary>The slot at an index, or null if it is not that of a slot which is an addition away.</summary>
    public readonly LargeSlot* SlotAt(nuint index)
    {
        nuint granule = index / AddressSpace.GranuleUnits;
        return granule < (nuint)_classOf.Length && _classOf[granule] == CellLists.SlotClass ? NearSlot(index) : null;
    }

    /// <summary>The slot at an index that is known to be an addition away.</summary>
    public readonly LargeSlot* NearSlot(nuint index) =>
        (LargeSlot*)(Lists.Texts + (index << AddressSpace.UnitShift) - CellLists.HeaderBytes);
}
