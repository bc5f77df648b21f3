namespace Cenote.Strings;

/// <summary>The counts and sizes of a <see cref="BlobStore"/> at one moment.</summary>
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
    /// <summary>The number of live allocations, not counting empty ones.</summary>
    public long Count { get; init; }

    /// <summary>Bytes of all live allocations.</summary>
    public long BytesUsed { get; init; }

    /// <summary>Bytes of unmanaged memory that the store holds; see <see cref="BlobStore.BytesReserved"/>.</summary>
    public long BytesReserved { get; init; }

    /// <summary>Bytes of managed memory that the store holds; see <see cref="BlobStore.ManagedBytes"/>.</summary>
    public long ManagedBytes { get; init; }

    /// <inheritdoc cref="StringPoolStatistics.RetiredCells"/>
    public long RetiredCells { get; init; }

    /// <summary>
    /// Fraction of the unmanaged memory, from 0 to 1, that holds no live bytes: headers, rounding, tables, free cells and blocks.
    /// </summary>
    public double Overhead => BytesReserved == 0 ? 0 : 1 - ((double)BytesUsed / BytesReserved);
}
