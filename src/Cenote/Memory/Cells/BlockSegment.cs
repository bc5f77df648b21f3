using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <summary>A run of blocks for large strings, from the first block to the sentinel. It never moves.</summary>
internal readonly unsafe struct BlockSegment(PageRun run, bool isOversized)
{
    public readonly PageRun Run = run;

    /// <summary>Whether the segment was added for one huge string, and is returned as soon as it is empty.</summary>
    public readonly bool IsOversized = isOversized;

    public BlockHeader* First => (BlockHeader*)Run.Address;

    /// <summary>Units available for blocks, without the sentinel.</summary>
    public uint Units => (uint)(Run.Bytes >> BlockTier.UnitShift) - 1;

    public bool IsEmpty => First->IsFree && First->Units == Units;

    /// <summary>The number of granules of a segment for a block of this many units.</summary>
    public static uint GranulesFor(uint units) =>
        (uint)((((ulong)units + 1) * BlockTier.UnitBytes + AddressSpace.GranuleBytes - 1) / AddressSpace.GranuleBytes);
}
