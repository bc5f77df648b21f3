namespace Cenote.Memory.Cells;

/// <summary>What a walk over a <see cref="TextHeap"/> found.</summary>
internal readonly record struct HeapCensus(
    SlabCensus Cells,
    (long Blocks, long Bytes, long LargestBytes) FreeBlocks,
    long QuickBytes);
