using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// The heap for large strings: segments of blocks with boundary tags. A freed block of up to 64 KiB stays with its slot on a
/// quick list for the next string of its size. Before the tier grows, it drains the quick lists and coalesces neighboring blocks
/// into bins of geometric sizes. A bitmap marks non-empty bins. The design follows Doug Lea's malloc and TLSF.
/// </summary>
internal unsafe partial struct BlockTier
{
    public const int UnitShift = 4;
    public const uint UnitBytes = 1u << UnitShift;

    // Longer blocks are coalesced when they are freed: copying 64 KiB costs far more than taking a block from a bin.
    private const uint MaxQuickUnits = (64 << 10) >> UnitShift;

    /// <summary>Bytes of the longest string whose block is kept when it is freed.</summary>
    public const uint MaxQuickBytes = (MaxQuickUnits << UnitShift) - BlockHeader.Bytes;

    private static readonly int s_quickCount = (int)BlockSize.Ceiling(MaxQuickUnits) + 1;

    private AddressSpace _space;
    private uint* _quick;
    private long _quickUnits;
    private BlockHeader** _bins;
    private ulong* _filled;
    private BlockSegment[] _segments;
    private uint _segmentGranules;
    private bool _mayHaveEmpty;

    // The unused part of the last segment added.
    private byte* _freshStart;
    private byte* _freshEnd;

    public int SegmentCount { get; private set; }

    public long SegmentBytes { get; private set; }

    /// <summary>Bytes of blocks on quick lists.</summary>
    public readonly long QuickBytes => _quickUnits << UnitShift;

    /// <summary>Takes the most recently freed block of this size, with its slot.</summary>
    /// <param name="bytes">Bytes of the string, at most <see cref="MaxQuickBytes"/>.</param>
    /// <param name="cells">The tier of the slot.</param>
    /// <param name="id">The id of the new string.</param>
    /// <returns>The slot; null if the quick list of this size is empty.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public LargeSlot* TakeQuick(uint bytes, ref SlabTier cells, out CellId id)
    {
        Invariant.Holds(bytes <= MaxQuickBytes, "Quick lists serve strings of up to 64 KiB.");
        uint* head = _quick + BlockSize.Ceiling(WholeUnits(bytes));
        nuint index = *head;
        if (index == 0)
        {
            id = default;
            return null;
        }

        Invariant.Holds(cells.Lists.IsSlot(index), "A quick list contains only slots.");
        LargeSlot* slot = cells.NearSlot(index);
        Invariant.Holds(!Generation.IsLive(slot->Generation), "A slot on a quick list is free.");
        Invariant.Holds(
            slot->Block->Units >= slot->BlockUnits && !slot->Block->IsFree, "A slot on a quick list keeps its block.");
        Invariant.Holds(
            slot->BlockUnits >= WholeUnits(bytes),
            "Every block on a quick list is large enough for the strings that the list serves.");
        Invariant.Holds(_quickUnits >= slot->BlockUnits, "The total size of blocks on quick lists includes this block.");
        *head = slot->Next;
        _quickUnits -= slot->BlockUnits;
        slot->Bytes = bytes;
        uint generation = slot->Generation + 1;
        slot->Generation = generation;
        id = new CellId((uint)index, generation | CellId.SlotTag);
        cells.Lists.Taken++;
        return slot;
    }

    /// <summary>Frees a live large string and keeps its slot and block for the next string of its size.</summary>
    /// <returns>False if the id is stale, or if <see cref="TextHeap.Free"/> must free the string.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryKeep(CellId id, ref SlabTier cells)
    {
        LargeSlot* slot = cells.SlotAt(id.Index);
        if (slot == null)
        {
            return false;
        }

        uint units = slot->BlockUnits;
        uint next = (id.Generation & ~CellId.SlotTag) + 1;
        if ((slot->Generation | CellId.SlotTag) != id.Generation || units - 1 >= MaxQuickUnits || next == Generation.Retired)
        {
            return false;
        }

        uint* head = _quick + BlockSize.Ceiling(units);
        Invariant.Holds(*head != id.Index, "The slot is not already the head of the free list.");
        Invariant.Holds(Generation.IsLive(slot->Generation), "An id has a live generation.");
        slot->Generation = next;

        // Same as Generation.Advance, whose ref parameter would cost a mov instruction here.
        Volatile.WriteBarrier();
        slot->Next = *head;
        *head = id.Index;
        _quickUnits += units;
        cells.Lists.Freed++;
        return true;
    }

    /// <summary>
    /// The size of the block for a string of this many bytes. Each quick list serves only one size, so sizes with a quick list
    /// are rounded up to a class.
    /// </summary>
    private static uint UnitsFor(uint bytes)
    {
        uint units = WholeUnits(bytes);
        return units <= MaxQuickUnits ? BlockSize.RoundUp(units) : units;
    }

    // A string takes at most 2 GiB, so this cannot overflow.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint WholeUnits(uint bytes) =>
        Math.Max((bytes + BlockHeader.Bytes + UnitBytes - 1) >> UnitShift, BlockHeader.MinimumUnits);
}
