using System.Runtime.CompilerServices;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// The heap of large strings: segments of blocks with boundary tags. A freed block first stays with its slot on a quick list of
/// its size, ready for the next string of that size; the quick lists are drained, and neighbours coalesced, before the tier
/// grows. Coalesced blocks wait in bins of geometric sizes, found through a bitmap (after Doug Lea's malloc and TLSF).
/// </summary>
internal unsafe partial struct BlockTier
{
    public const int UnitShift = 4;
    public const uint UnitBytes = 1u << UnitShift;

    // Longer blocks are coalesced at once: copying 64 KiB costs far more than a bin.
    private const uint LargestQuickUnits = (64 << 10) >> UnitShift;

    /// <summary>The longest text whose block is kept when it is freed.</summary>
    public const uint LargestQuickBytes = (LargestQuickUnits << UnitShift) - BlockHeader.Bytes;

    private static readonly int s_quickCount = (int)BlockSize.Ceiling(LargestQuickUnits) + 1;

    private AddressSpace _space;
    private uint* _quick;
    private long _quickUnits;
    private BlockHeader** _bins;
    private ulong* _filled;
    private BlockSegment[] _segments;
    private uint _segmentGranules;
    private bool _mayHaveEmpty;

    // What lies between them, in the segment that was added last, was never used.
    private byte* _freshStart;
    private byte* _freshEnd;

    public int SegmentCount { get; private set; }

    /// <summary>Bytes of all segments.</summary>
    public long SegmentBytes { get; private set; }

    /// <summary>Bytes of blocks that wait on quick lists.</summary>
    public readonly long QuickBytes => _quickUnits << UnitShift;

    /// <summary>Takes the block that was freed last among those of this size, with its slot.</summary>
    /// <param name="bytes">Bytes of text, at most <see cref="LargestQuickBytes"/>.</param>
    /// <param name="cells">The tier the slot belongs to.</param>
    /// <param name="id">The id of the new text.</param>
    /// <returns>The slot; null if there is none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public LargeSlot* TakeQuick(uint bytes, ref SlabTier cells, out CellId id)
    {
        Invariant.Holds(bytes <= LargestQuickBytes, "Quick lists serve texts of up to 64 KiB.");
        uint* head = _quick + BlockSize.Ceiling(WholeUnits(bytes));
        nuint index = *head;
        if (index == 0)
        {
            id = default;
            return null;
        }

        Invariant.Holds(cells.Lists.IsSlot(index), "A quick list has slots.");
        LargeSlot* slot = cells.NearSlot(index);
        Invariant.Holds(!Generation.IsLive(slot->Generation), "A slot on a quick list is free.");
        Invariant.Holds(
            slot->Block->Units >= slot->BlockUnits && !slot->Block->IsFree, "A slot on a quick list keeps its block.");
        Invariant.Holds(slot->BlockUnits >= WholeUnits(bytes), "The blocks of a quick list fit its texts.");
        Invariant.Holds(_quickUnits >= slot->BlockUnits, "The blocks of quick lists are counted.");
        *head = slot->Next;
        _quickUnits -= slot->BlockUnits;
        slot->Bytes = bytes;
        uint generation = slot->Generation + 1;
        slot->Generation = generation;
        id = new CellId((uint)index, generation | CellId.SlotTag);
        cells.Lists.Taken++;
        return slot;
    }

    /// <summary>Frees a live large string and keeps its slot with its block for the next string of its size.</summary>
    /// <returns>False if the id is stale, or if <see cref="TextHeap.Free"/> must serve the string.</returns>
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
        if ((slot->Generation | CellId.SlotTag) != id.Generation || units - 1 >= LargestQuickUnits || next == Generation.Retired)
        {
            return false;
        }

        uint* head = _quick + BlockSize.Ceiling(units);
        Invariant.Holds(*head != id.Index, "A slot that is freed is not the head of the list already.");
        Invariant.Holds(Generation.IsLive(slot->Generation), "An id has a live generation.");
        slot->Generation = next;

        // What Generation.End does, whose reference would cost a move here.
        Volatile.WriteBarrier();
        slot->Next = *head;
        *head = id.Index;
        _quickUnits += units;
        cells.Lists.Freed++;
        return true;
    }

    /// <summary>
    /// The size of the block for this many bytes of text. A quick list serves one size only, so the sizes that quick lists serve
    /// are rounded up to those.
    /// </summary>
    private static uint UnitsFor(uint bytes)
    {
        uint units = WholeUnits(bytes);
        return units <= LargestQuickUnits ? BlockSize.RoundUp(units) : units;
    }

    // A text has at most 2 GiB, so nothing overflows.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint WholeUnits(uint bytes) =>
        Math.Max((bytes + BlockHeader.Bytes + UnitBytes - 1) >> UnitShift, BlockHeader.MinimumUnits);
}
