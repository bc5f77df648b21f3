using Cenote.Memory.Pages;

namespace Cenote.Arenas;

/// <summary>Sizes and limits of a <see cref="Utf8StringStore"/>. The store reads them once, on creation.</summary>
/// <example>
/// Ids that leave 28 bits of a word for other data:
/// <code>
/// using var store = new Utf8StringStore(new Utf8StringStoreOptions { IdBits = 36 });
/// Console.WriteLine(store.Add("Dos Ojos"u8) &lt; 1L &lt;&lt; 36);   // prints True
/// </code>
/// </example>
public sealed class Utf8StringStoreOptions
{
    /// <summary>The minimum of <see cref="IdBits"/>, enough for 15 slabs.</summary>
    public const int MinimumIdBits = Utf8StoreId.NumberShift + 4;

    /// <summary>The maximum of <see cref="IdBits"/>, and the default.</summary>
    public const int MaximumIdBits = 63;

    /// <summary>
    /// Maximum bits of an id, so that you can pack it with other fields. 20 bits identify a cell in a slab of 64 KiB and the
    /// cell's generation; the other bits identify the slab. With 36 bits, the store can hold 4 GiB of strings at a time, and
    /// issue about 50 billion ids of short strings before it throws. With 48 or more, the first id is random, so almost all ids
    /// of other stores are rejected.
    /// </summary>
    public int IdBits { get; set; } = MaximumIdBits;

    /// <summary>
    /// Maximum of <see cref="Utf8StringStore.BytesReserved"/>. An addition beyond the limit throws
    /// <see cref="OutOfMemoryException"/> and leaves the store unchanged;
    /// <see cref="Utf8StringStore.TryAdd(ReadOnlySpan{byte}, out long)"/> returns false. Unlimited by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Bytes of address space, not memory, that the store reserves to save system calls. By default, 32 GiB (the maximum) in
    /// 64-bit processes (4 GiB on macOS), and 0 in 32-bit processes. Slabs outside this space are mapped one by one. Rounded down
    /// to a multiple of 64 KiB; 0 reserves nothing.
    /// </summary>
    public long ReservedAddressBytes { get; set; } = AddressSpace.DefaultReservation;

    /// <summary>Whether to zero strings when they are removed, or when the store is reset or disposed. Off by default.</summary>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// Whether to add a NUL after each string, so that <see cref="Utf8StringStore.DangerousGetPointer"/> can pass it to native
    /// code. Each string takes one more byte, and lengths up to 31 instead of 32 bytes have separate size classes. Off by
    /// default.
    /// </summary>
    public bool NullTerminated { get; set; }

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(IdBits, MinimumIdBits, MaximumIdBits);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
        CommonThrow.IfOptionOutOfRange(ReservedAddressBytes, 0);
    }
}
