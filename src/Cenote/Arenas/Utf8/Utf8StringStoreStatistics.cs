using System.Diagnostics;

namespace Cenote.Arenas;

/// <summary>What a <see cref="Utf8StringStore"/> holds at one moment.</summary>
/// <example>
/// What short texts take:
/// <code>
/// using var store = new Utf8StringStore();
/// store.Add("Dos Ojos"u8);
/// store.Remove(store.Add("Cenote Azul"u8));
/// Utf8StringStoreStatistics statistics = store.GetStatistics();
/// Console.WriteLine($"{statistics.Count} text of {statistics.TextBytes} bytes");   // prints 1 text of 8 bytes
/// </code>
/// </example>
[DebuggerDisplay("{Count} texts, {TextBytes} of {BytesReserved} bytes")]
public readonly struct Utf8StringStoreStatistics
{
    /// <summary>Live texts, those not counted that are empty.</summary>
    public long Count { get; init; }

    /// <summary>Bytes of the live texts themselves.</summary>
    public long TextBytes { get; init; }

    /// <summary>
    /// Bytes of unmanaged memory lent to the store. What was never written to takes address space, but no physical memory.
    /// </summary>
    public long BytesReserved { get; init; }

    /// <summary>Slabs that hold texts, or are ready to.</summary>
    public int Slabs { get; init; }

    /// <summary>
    /// Bytes of cells that are used up: each has had its 128 texts, and waits for the other texts of its slab to go, when all of
    /// the slab becomes new memory.
    /// </summary>
    public long BytesUsedUp { get; init; }
}
