using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <summary>
/// The heap of small strings. Cells of one size share a slab; a free cell is on the list of its size in <see cref="Lists"/>,
/// which are all that the fast paths touch. The rest, which those paths fall back on, is here.
/// </summary>
internal unsafe partial struct SlabTier
{
    /// <summary>
    /// The free cells. A pool's fast path reads its fields directly: in a method call the JIT would compute its address first.
    /// </summary>
    public CellLists Lists;

    private AddressSpace _space;
    private byte[] _classOf;
    private int[] _slabOf;
    private SlabClass[] _classes;
    private Slab[] _slabs;
    private int _slabCount;
    private int _discardedCount;
    private int _spareSlabs;
    private PageRun _spare;
    private uint _slabGranules;
    private uint _newFloor;

    // Another one, so that an id torn between those of a slot and of a text fits neither.
    private uint _slotFloor;
    private long _carved;
    private EmptySlabSearch _search;
    private bool _hasFarSlabs;

    /// <summary>
    /// Whether <see cref="Sweep"/> finds all slabs that are worth giving back; otherwise it takes <see cref="Trim"/>.
    /// </summary>
    public readonly bool CanSweep => !_hasFarSlabs;

    /// <summary>For tests: walks over all cells so far.</summary>
    public long Walks { readonly get; private set; }

    /// <summary>
    /// Whether texts are overwritten when they are freed. The fast paths do not ask: they are not told where the cells are, and
    /// leave every free to the slow paths.
    /// </summary>
    public bool ClearsFreed { readonly get; private set; }

    /// <summary>The slot at an index, or null if it is not that of a slot which is an addition away.</summary>
    public readonly LargeSlot* SlotAt(nuint index) => Lists.IsSlot(index) ? NearSlot(index) : null;

    /// <summary>The slot at an index that is known to be an addition away.</summary>
    public readonly LargeSlot* NearSlot(nuint index) =>
        (LargeSlot*)(Lists.Texts + (index << AddressSpace.UnitShift) - CellLists.HeaderBytes);
}
