using System.Diagnostics;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <summary>The state of a string pool at one moment. Counts are of strings, sizes in bytes.</summary>
/// <example>
/// The text of the live strings, in bytes:
/// <code>
/// using var pool = new SegmentedStringPool();
/// pool.Allocate("Sac Actun");
/// pool.Allocate("Dos Ojos").Free();
/// StringPoolStatistics statistics = pool.GetStatistics();
/// Console.WriteLine($"{statistics.ActiveAllocations} of {statistics.TotalAllocations}, {statistics.TextBytes} bytes");
/// // prints 1 of 2, 18 bytes
/// </code>
/// </example>
[DebuggerDisplay("{ActiveAllocations} strings, {TextBytes} of {BytesReserved} bytes")]
public readonly struct StringPoolStatistics
{
    /// <summary>Strings that are live, the empty string not counted.</summary>
    public long ActiveAllocations { get; init; }

    /// <summary>Strings that were ever allocated.</summary>
    public long TotalAllocations { get; init; }

    /// <summary>Live strings of the slab tier.</summary>
    public long SmallStrings { get; init; }

    /// <summary>Live strings of the block tier.</summary>
    public long LargeStrings { get; init; }

    /// <summary>Live handles over managed strings (<see cref="ShortStrings.Managed"/>).</summary>
    public long ManagedStrings { get; init; }

    /// <summary>Bytes of the text of all live strings in unmanaged memory.</summary>
    public long TextBytes { get; init; }

    /// <summary>Bytes of unmanaged memory the pool holds, as <see cref="StringPool.BytesReserved"/> says.</summary>
    public long BytesReserved { get; init; }

    /// <summary>Bytes of managed memory the pool holds, as <see cref="StringPool.ManagedBytes"/> says.</summary>
    public long ManagedBytes { get; init; }

    /// <summary>Slabs in use or reserved.</summary>
    public int SlabCount { get; init; }

    /// <summary>Arena segments.</summary>
    public int SegmentCount { get; init; }

    /// <summary>
    /// Bytes of arena segments that no live string uses: coalesced free blocks, and blocks kept for strings of their size.
    /// </summary>
    public long FreeSegmentBytes { get; init; }

    /// <summary>Bytes of the largest coalesced free block.</summary>
    public long LargestFreeBlockBytes { get; init; }

    /// <summary>
    /// Cells taken out of use because their generations are used up, which takes half a billion reuses of one cell.
    /// </summary>
    public long RetiredCells { get; init; }

    /// <summary>
    /// Share of the unmanaged memory that is not text of live strings, from 0 to 1: headers, rounding, free cells and blocks.
    /// </summary>
    public double Overhead => BytesReserved == 0 ? 0 : 1 - ((double)TextBytes / BytesReserved);

    internal static StringPoolStatistics Of(in TextHeap heap, HeapCensus census, long managedBytes) => new()
    {
        ActiveAllocations = heap.LiveCount,
        TotalAllocations = heap.AllocationCount,
        SmallStrings = census.Cells.Small,
        LargeStrings = census.Cells.Large,
        ManagedStrings = census.Cells.Managed,
        TextBytes = census.Cells.SmallBytes + census.Cells.LargeBytes,
        BytesReserved = heap.NativeBytes,
        ManagedBytes = managedBytes,
        SlabCount = heap.SlabCount,
        SegmentCount = heap.SegmentCount,
        FreeSegmentBytes = census.FreeBlocks.Bytes + census.QuickBytes,
        LargestFreeBlockBytes = census.FreeBlocks.MaxBytes,
        RetiredCells = census.Cells.Retired,
    };

    /// <summary>The statistics of a heap whose threads are all stopped.</summary>
    internal static StringPoolStatistics Of(SharedHeap heap, long managedBytes)
    {
        HeapCensus census = heap.Count(out long live, out long allocations);
        return Of(in heap.Common, census, managedBytes) with
        {
            ActiveAllocations = live,
            TotalAllocations = allocations,
        };
    }
}
