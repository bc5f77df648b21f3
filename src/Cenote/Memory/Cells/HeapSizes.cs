using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <summary>The sizes of a <see cref="TextHeap"/> in bytes, and its options.</summary>
internal readonly record struct HeapSizes
{
    /// <summary>Bytes of address space to reserve; 0 for none.</summary>
    public required long Reservation { get; init; }

    public required long MaximumBytes { get; init; }

    /// <summary>The maximum bytes of a string that is stored in a cell.</summary>
    public required uint MaxCellBytes { get; init; }

    /// <summary>Size of a slab; a multiple of <see cref="AddressSpace.GranuleBytes"/>.</summary>
    public required uint SlabBytes { get; init; }

    /// <summary>Size of a segment; a multiple of <see cref="AddressSpace.GranuleBytes"/>.</summary>
    public required uint SegmentBytes { get; init; }

    /// <summary>Whether strings are zeroed when they are freed.</summary>
    public bool ClearsFreed { get; init; }

    public AddressSpace Reserve(PageSource pages) => new(pages, Reservation, MaximumBytes);
}
