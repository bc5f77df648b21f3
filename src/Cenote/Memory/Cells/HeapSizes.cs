using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <summary>The sizes of a <see cref="TextHeap"/>, in bytes, and what its memory is to be like.</summary>
internal readonly record struct HeapSizes
{
    /// <summary>Address range to reserve; 0 for none.</summary>
    public required long Reservation { get; init; }

    /// <summary>The most memory that the heap may hold.</summary>
    public required long MaximumBytes { get; init; }

    /// <summary>Largest text that goes into a cell.</summary>
    public required uint LargestCellBytes { get; init; }

    /// <summary>Size of a slab; a multiple of <see cref="AddressSpace.GranuleBytes"/>.</summary>
    public required uint SlabBytes { get; init; }

    /// <summary>Size of a segment; a multiple of <see cref="AddressSpace.GranuleBytes"/>.</summary>
    public required uint SegmentBytes { get; init; }

    /// <summary>Whether texts are overwritten when they are freed.</summary>
    public bool ClearsFreed { get; init; }

    /// <summary>Whether to ask the operating system for huge pages.</summary>
    public required bool HugePages { get; init; }

    /// <summary>Reserves addresses for a heap of these sizes.</summary>
    public AddressSpace Reserve(PageSource pages) => new(pages, Reservation, MaximumBytes, HugePages);
}
