using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// The boundary tag at the start of each block for a large string. The header after a free block stores that block's size, so
/// adjacent free blocks are found without a search (Knuth, The Art of Computer Programming, volume 1, 2.5).
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct BlockHeader
{
    /// <summary>The size of the header in bytes; the string follows it.</summary>
    public const uint Bytes = 8;

    /// <summary>The minimum size of a block: a free block stores its links where the string was.</summary>
    public const uint MinimumUnits = 2;

    private const uint FreeFlag = 1;
    private const uint PreviousFreeFlag = 2;
    private const uint FirstFlag = 4;
    private const int UnitsShift = 3;

    private uint _unitsAndFlags;
    private uint _previousUnits;

    /// <summary>Neighbors in the bin while the block is free.</summary>
    public BlockHeader* NextInBin;
    public BlockHeader* PreviousInBin;

    public readonly uint Units => _unitsAndFlags >> UnitsShift;

    public readonly bool IsFree => (_unitsAndFlags & FreeFlag) != 0;

    public readonly bool IsPreviousFree => (_unitsAndFlags & PreviousFreeFlag) != 0;

    public readonly bool IsFirst => (_unitsAndFlags & FirstFlag) != 0;

    /// <summary>
    /// Whether this is the sentinel after the last block of a segment. It is never free, so no blocks merge across it.
    /// </summary>
    public readonly bool IsSentinel => Units == 0;

    public static byte* TextOf(BlockHeader* block) => (byte*)block + Bytes;

    public static BlockHeader* Next(BlockHeader* block, uint units) =>
        (BlockHeader*)((byte*)block + ((nuint)units << BlockTier.UnitShift));

    public static BlockHeader* Previous(BlockHeader* block)
    {
        Invariant.Holds(block->IsPreviousFree, "The size before a header is valid only if the previous block is free.");
        return (BlockHeader*)((byte*)block - ((nuint)block->_previousUnits << BlockTier.UnitShift));
    }

    /// <summary>Formats a segment as one free block followed by a sentinel.</summary>
    public static void Format(BlockHeader* segment, uint units)
    {
        segment->_unitsAndFlags = FirstFlag;
        BlockHeader* sentinel = Next(segment, units);
        sentinel->_unitsAndFlags = 0;
        MarkFree(segment, units);
    }

    public static void MarkFree(BlockHeader* block, uint units)
    {
        Invariant.Holds(
            units is >= MinimumUnits and <= uint.MaxValue >> UnitsShift,
            "A free block has space for the links, and the size fits in the header.");
        block->_unitsAndFlags = (units << UnitsShift) | FreeFlag | (block->_unitsAndFlags & FirstFlag);
        BlockHeader* next = Next(block, units);
        next->_previousUnits = units;
        next->_unitsAndFlags |= PreviousFreeFlag;
    }

    public static void MarkUsed(BlockHeader* block, uint units)
    {
        Invariant.Holds(
            units is >= MinimumUnits and <= uint.MaxValue >> UnitsShift,
            "The size is at least the minimum, and fits in the header.");
        Invariant.Holds(!block->IsPreviousFree, "Adjacent free blocks are merged.");
        block->_unitsAndFlags = (units << UnitsShift) | (block->_unitsAndFlags & FirstFlag);
        Next(block, units)->_unitsAndFlags &= ~PreviousFreeFlag;
    }

    /// <summary>Initializes the header of a block that is split off another one; the block before it is in use.</summary>
    public static void MarkSplit(BlockHeader* block) => block->_unitsAndFlags = 0;
}
