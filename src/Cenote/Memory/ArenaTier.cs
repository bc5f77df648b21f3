using System.Runtime.CompilerServices;

namespace Cenote.Memory;

/// <summary>
/// The heap of large strings: segments of blocks with boundary tags. A freed block first stays with its slot on a quick list of
/// its size, ready for the next string of that size; the quick lists are drained, and neighbours coalesced, before the arena
/// grows. Coalesced blocks wait in bins of geometric sizes, found through a bitmap (after Doug Lea's malloc and TLSF).
/// </summary>
internal unsafe partial struct ArenaTier
{
    public const int UnitShift = 4;
    public const uint UnitBytes = 1u << UnitShift;

    // Longer blocks are coalesced at once: copying 64 KiB costs far more than a bin.
    private const uint LargestQuickUnits = (64 << 10) >> UnitShift;

    private static readonly int s_quickCount = (int)BlockSize.Floor(LargestQuickUnits) + 1;

    private AddressSpace _space;
    private uint* _quick;
    private long _quickUnits;
    private BlockHeader** _bins;
    private ulong* _filled;
    private ArenaSegment[] _segments;
    private uint _segmentGranules;

    public int SegmentCount { get; private set; }

    /// <summary>Bytes of all segments.</summary>
    public long SegmentBytes { get; private set; }

    /// <summary>Bytes of blocks that wait on quick lists.</summary>
    public readonly long QuickBytes => _quickUnits << UnitShift;

    /// <summary>Takes the block that was freed last among those of this size, with its slot; null if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public LargeSlot* TakeQuick(uint bytes, out CellId id)
    {
        uint units = UnitsFor(bytes);
        uint* head = _quick + BlockSize.Floor(units);
        if (units > LargestQuickUnits || *head == 0)
        {
            id = default;
            return null;
        }

        uint index = *head;
        var slot = (LargeSlot*)_space.Address(index);
        *head = slot->Next;
        _quickUnits -= units;
        slot->Bytes = bytes;
        id = new CellId(index, ++slot->Generation | CellId.SlotTag);
        return slot;
    }

    /// <summary>Keeps a freed slot with its block for the next string; false if the block is too large for that or the slot is worn out.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryKeep(LargeSlot* slot, uint index)
    {
        if (slot->BlockUnits > LargestQuickUnits || slot->Generation + 1 == Generation.Retired)
        {
            return false;
        }

        uint* head = _quick + BlockSize.Floor(slot->BlockUnits);
        slot->Generation++;
        slot->Next = *head;
        *head = index;
        _quickUnits += slot->BlockUnits;
        return true;
    }

    /// <summary>The size of the block for so many bytes of text. A quick list serves one size only, so those are rounded up to it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint UnitsFor(uint bytes)
    {
        uint units = (uint)(((ulong)bytes + BlockHeader.Bytes + UnitBytes - 1) >> UnitShift);
        units = Math.Max(units, BlockHeader.MinimumUnits);
        return units <= LargestQuickUnits ? BlockSize.RoundUp(units) : units;
    }
}
