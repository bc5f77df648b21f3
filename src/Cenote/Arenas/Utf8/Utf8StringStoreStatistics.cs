namespace Cenote.Arenas;

/// <summary>The counts and sizes of a <see cref="Utf8StringStore"/> at one moment.</summary>
/// <example>
/// The size of short strings:
/// <code>
/// using var store = new Utf8StringStore();
/// store.Add("Dos Ojos"u8);
/// store.Remove(store.Add("Cenote Azul"u8));
/// Utf8StringStoreStatistics statistics = store.GetStatistics();
/// Console.WriteLine($"{statistics.Count} string of {statistics.TextBytes} bytes");   // prints 1 string of 8 bytes
/// </code>
/// </example>
[DebuggerDisplay("{Count} strings, {TextBytes} of {BytesReserved} bytes")]
public readonly struct Utf8StringStoreStatistics
{
    /// <summary>The number of strings, not counting empty ones.</summary>
    public long Count { get; init; }

    /// <summary>Bytes of the strings themselves.</summary>
    public long TextBytes { get; init; }

    /// <summary>
    /// Bytes of unmanaged memory that the store holds. Pages that were never written take address space, but no physical memory.
    /// </summary>
    public long BytesReserved { get; init; }

    /// <summary>The number of slabs that hold strings or can accept them.</summary>
    public int Slabs { get; init; }

    /// <summary>
    /// Bytes of cells whose 128 generations are used up. Their memory is not reused before all strings of their slab are removed.
    /// </summary>
    public long BytesUsedUp { get; init; }
}
