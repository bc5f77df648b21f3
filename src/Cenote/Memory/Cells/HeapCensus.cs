namespace Cenote.Memory.Cells;

/// <summary>The result of a walk over a <see cref="TextHeap"/>.</summary>
internal readonly record struct HeapCensus(
    SlabCensus Cells,
    (long Blocks, long Bytes, long MaxBytes) FreeBlocks,
    long QuickBytes);
