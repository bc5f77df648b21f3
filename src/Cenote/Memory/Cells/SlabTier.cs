using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <summary>
/// The heap for small strings: slabs, each with cells of one size. Free cells are in <see cref="Lists"/>, the only part that the
/// fast paths use; this type is the slow path.
/// </summary>
internal unsafe partial struct SlabTier
{
    /// <summary>
    /// The free cells. Pool fast paths read the fields directly: for a method call, the JIT would first compute the struct's
    /// address.
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
    private uint _initialGeneration;

    // Slots' first generation. Separate from _initialGeneration, so that a torn id (half a slot's id, half a string's id)
    // matches neither.
    private uint _slotFloor;
    private long _usedCells;
    private EmptySlabSearch _search;
    private bool _hasFarSlabs;

    /// <summary>Whether <see cref="Sweep"/> finds all empty slabs; otherwise <see cref="Trim"/> is needed.</summary>
    public readonly bool CanSweep => !_hasFarSlabs;

    /// <summary>For tests: number of walks over all cells.</summary>
    public long Walks { readonly get; private set; }

    /// <summary>
    /// Whether strings are zeroed when they are freed. The fast paths do not check this flag: their class table is then empty, so
    /// the slow paths handle every free.
    /// </summary>
    public bool ClearsFreed { readonly get; private set; }

    /// <summary>The slot at an index; null if the reservation has no slot there.</summary>
    public readonly LargeSlot* SlotAt(nuint index) => Lists.IsSlot(index) ? NearSlot(index) : null;

    /// <summary>The slot at an index known to be in the reservation.</summary>
    public readonly LargeSlot* NearSlot(nuint index) =>
        (LargeSlot*)(Lists.Texts + (index << AddressSpace.UnitShift) - CellLists.HeaderBytes);
}
