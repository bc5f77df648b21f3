using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <summary>The counts and sizes of a string pool at one moment.</summary>
/// <example>
/// The number and the size of the live strings:
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
    /// <summary>The number of live strings, not counting empty ones.</summary>
    public long ActiveAllocations { get; init; }

    /// <summary>The number of strings allocated since the pool was created.</summary>
    public long TotalAllocations { get; init; }

    /// <summary>The number of live strings in the slab tier.</summary>
    public long SmallStrings { get; init; }

    /// <summary>The number of live strings in the block tier.</summary>
    public long LargeStrings { get; init; }

    /// <summary>The number of live handles of managed strings (<see cref="ShortStrings.Managed"/>).</summary>
    public long ManagedStrings { get; init; }

    /// <summary>Bytes of all live strings in unmanaged memory, without headers.</summary>
    public long TextBytes { get; init; }

    /// <summary>Bytes of unmanaged memory that the pool holds; see <see cref="StringPoolBase.BytesReserved"/>.</summary>
    public long BytesReserved { get; init; }

    /// <summary>Bytes of managed memory that the pool holds; see <see cref="StringPoolBase.ManagedBytes"/>.</summary>
    public long ManagedBytes { get; init; }

    /// <summary>The number of slabs in use or reserved.</summary>
    public int SlabCount { get; init; }

    /// <summary>The number of block segments.</summary>
    public int SegmentCount { get; init; }

    /// <summary>
    /// Bytes of block segments not used by live strings: coalesced free blocks, and blocks cached for strings of their size.
    /// </summary>
    public long FreeSegmentBytes { get; init; }

    /// <summary>Bytes of the largest coalesced free block.</summary>
    public long LargestFreeBlockBytes { get; init; }

    /// <summary>
    /// The number of cells retired because their generations are exhausted, after at least half a billion reuses of a cell.
    /// </summary>
    public long RetiredCells { get; init; }

    /// <summary>
    /// Fraction of the unmanaged memory, from 0 to 1, that holds no live string: headers, rounding, tables, free cells and
    /// blocks.
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
