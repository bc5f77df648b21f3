using System.Diagnostics;

namespace Cenote.Strings;

/// <summary>The state of a <see cref="BlobStore"/> at one moment.</summary>
/// <example>
/// <code>
/// using var store = new BlobStore();
/// store.Allocate(new byte[1_000]);
/// Console.WriteLine(store.GetStatistics().BytesUsed);   // prints 1000
/// </code>
/// </example>
[DebuggerDisplay("Count = {Count}, {BytesUsed} of {BytesReserved} bytes")]
public readonly struct BlobStoreStatistics
{
    /// <summary>Allocations that are live; those of no bytes do not count.</summary>
    public long Count { get; init; }

    /// <summary>Bytes of all live allocations.</summary>
    public long BytesUsed { get; init; }

    /// <summary>Bytes of unmanaged memory, as <see cref="BlobStore.BytesReserved"/> says.</summary>
    public long BytesReserved { get; init; }

    /// <summary>Bytes of managed memory, as <see cref="BlobStore.ManagedBytes"/> says.</summary>
    public long ManagedBytes { get; init; }

    /// <inheritdoc cref="StringPoolStatistics.RetiredCells"/>
    public long RetiredCells { get; init; }

    /// <summary>
    /// Share of the unmanaged memory that is not bytes of live allocations, from 0 to 1: headers, rounding, free cells and
    /// blocks.
    /// </summary>
    public double Overhead => BytesReserved == 0 ? 0 : 1 - ((double)BytesUsed / BytesReserved);
}
