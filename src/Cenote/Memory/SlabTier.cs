using System.Runtime.CompilerServices;

namespace Cenote.Memory;

/// <summary>
/// The heap of small strings. Cells of one size share a slab; a free cell is on the last-in first-out list of its size, so the
/// next string lands in a line that is still hot. Each cell starts with its header, so a read or a free touches the line of
/// the text and nothing else:
/// <code>
/// live   | generation, odd : 32 | bytes of text : 32 | text ...
/// free   | generation, even: 32 |                    | index of the next free cell : 32 |
/// </code>
/// </summary>
internal unsafe partial struct SlabTier
{
    public const uint HeaderBytes = 8;

    /// <summary>
    /// The text of the cell with index 0, so that a text is one addition away from its index and its header lies
    /// <see cref="HeaderBytes"/> in front: an instruction less for every read than from the start of the cell.
    /// </summary>
    public byte* Texts;

    /// <summary>Indices below are reached from <see cref="Texts"/>; 0 once the pool is disposed. As wide as an address, to be compared without a conversion.</summary>
    public nuint Limit;

    private uint* _heads;
    private byte[] _classOf;
    private long _taken;
    private long _freed;

    private AddressSpace _space;
    private SlabClass[] _classes;
    private Slab[] _slabs;
    private int _slabCount;
    private int _discardedCount;
    private int _spareSlabs;
    private PageRun _spare;
    private uint _slabGranules;
    private uint _newFloor;
    private long _carved;

    /// <summary>How many cells were ever taken.</summary>
    public readonly long Taken => _taken;

    /// <summary>How many cells were ever freed.</summary>
    public readonly long Freed => _freed;

    /// <summary>Takes the hottest free cell that holds so many bytes.</summary>
    /// <returns>Where its text goes; null if no cell is on the list.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* TakeFree(uint bytes, out CellId id)
    {
        uint* head = _heads + ClassOf(bytes);
        nuint index = *head;
        if (index == 0)
        {
            id = default;
            return null;
        }

        byte* text = Texts + (index << AddressSpace.UnitShift);
        *head = NextFree(text);
        uint generation = (uint)HeaderOf(text) + 1;
        HeaderOf(text) = generation | ((ulong)bytes << 32);
        _taken++;
        id = new CellId((uint)index, generation);
        return text;
    }

    /// <summary>Frees the cell if the id is that of its live string and the fast path serves it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFree(CellId id)
    {
        nuint index = id.Index;
        if (index >= Limit)
        {
            return false;
        }

        byte* text = Texts + (index << AddressSpace.UnitShift);
        uint next = id.Generation + 1;
        if ((uint)HeaderOf(text) != id.Generation || next == Generation.Retired)
        {
            return false;
        }

        // The size comes from the slab, not from the header: a string that has gone cold is then freed without waiting for its line,
        // for no address depends on what is in there.
        uint* head = _heads + _classOf[index / AddressSpace.GranuleUnits];
        *(uint*)(text - HeaderBytes) = next;
        NextFree(text) = *head;
        *head = (uint)index;
        _freed++;
        return true;
    }

    /// <summary>Generation in the lower half, bytes of text in the upper one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref ulong HeaderOf(byte* text) => ref *(ulong*)(text - HeaderBytes);

    /// <summary>The slot at an index below <see cref="Limit"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly LargeSlot* SlotAt(nuint index) => (LargeSlot*)(Texts + (index << AddressSpace.UnitShift) - HeaderBytes);

    /// <summary>Counts a slot that was taken together with the block it still had.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void CountTaken() => _taken++;

    /// <summary>Counts a slot that was freed and keeps its block for the next string.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void CountFreed() => _freed++;

    // Exact sizes in steps of 8 bytes: header and text rounded up to units. Class 0, which no text has, is that of the slots.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint ClassOf(uint bytes) => (bytes + HeaderBytes + 7) >> AddressSpace.UnitShift;

    // The list runs through the texts of the free cells.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref uint NextFree(byte* text) => ref *(uint*)text;
}
