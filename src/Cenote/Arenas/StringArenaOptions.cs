using Cenote.Memory.Pages;

namespace Cenote.Arenas;

/// <summary>Sizes and limits of a <see cref="StringArena"/>. The arena reads them once, on creation.</summary>
/// <example>
/// An arena with a limit:
/// <code>
/// using var arena = new StringArena(new StringArenaOptions { MaximumBytes = 1 &lt;&lt; 20 });
/// Console.WriteLine(arena.TryAdd(new string('x', 1_000), out _));       // prints True
/// Console.WriteLine(arena.TryAdd(new string('x', 1_000_000), out _));   // prints False
/// </code>
/// </example>
public sealed class StringArenaOptions
{
    /// <summary>The maximum of <see cref="FirstChunkBytes"/> and <see cref="MaximumChunkBytes"/>.</summary>
    public const int MaxChunkBytes = 1 << 30;

    /// <summary>
    /// Size of the first chunk in bytes, rounded up to a multiple of 64 KiB, the default. The chunk is allocated when the first
    /// string of more than 7 chars is added.
    /// </summary>
    public int FirstChunkBytes { get; set; } = (int)AddressSpace.GranuleBytes;

    /// <summary>
    /// Maximum size of a chunk in bytes, rounded up to a multiple of 64 KiB; 16 MiB by default. Each chunk is twice as large as
    /// the previous one, up to this size. A longer string gets a chunk that it fits into.
    /// </summary>
    public int MaximumChunkBytes { get; set; } = 16 << 20;

    /// <summary>
    /// Maximum of <see cref="StringArena.BytesReserved"/>. An addition beyond the limit throws
    /// <see cref="OutOfMemoryException"/> and leaves the arena unchanged;
    /// <see cref="StringArena.TryAdd(ReadOnlySpan{char}, out ArenaString)"/> returns false. By default, only the hard limit of 32
    /// GiB applies.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Bytes of address space, not memory, that the arena reserves to find strings without a table. By default, 32 GiB (the
    /// maximum) in 64-bit processes (4 GiB on macOS), and 0 in 32-bit processes. Rounded down to a multiple of 64 KiB; 0 reserves
    /// nothing. Set a lower value for thousands of simultaneous arenas, or if address space is limited. Strings outside this
    /// space are found through a table, so reading them is slower. A new arena can reuse the address space of a disposed one only
    /// if this value is the same.
    /// </summary>
    public long ReservedAddressBytes { get; set; } = AddressSpace.DefaultReservation;

    /// <summary>
    /// Whether to zero strings when the arena is reset, disposed or finalized, and the values of a <see cref="StringArenaList"/>
    /// when the list is cleared or disposed. A reset then takes time proportional to the bytes in use. Values outside the arena,
    /// which contain up to 7 chars, and buffers for formatting and sorting are not zeroed. Off by default.
    /// </summary>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// Whether to add a NUL after each string, so that <see cref="StringArena.DangerousGetPointer"/> can pass it to native code.
    /// One in four strings of more than 7 chars takes 8 bytes more. Off by default.
    /// </summary>
    public bool NullTerminated { get; set; }

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(FirstChunkBytes, 1, MaxChunkBytes);
        CommonThrow.IfOptionOutOfRange(MaximumChunkBytes, FirstChunkBytes, MaxChunkBytes);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
        CommonThrow.IfOptionOutOfRange(ReservedAddressBytes, 0);
    }

    internal AddressSpace CreateSpace(PageSource pages) => new(pages, ReservedAddressBytes, MaximumBytes);

    internal AddressSpace CreateSpaceForValues(PageSource pages) =>
        new(pages, ReservedAddressBytes, long.MaxValue, isWritable: true);

    internal BumpHeap CreateHeap(AddressSpace space, ulong origin) =>
        new(space, Granules(FirstChunkBytes), Granules(MaximumChunkBytes), origin, ClearOnFree);

    private static uint Granules(int bytes) => ((uint)bytes + AddressSpace.GranuleBytes - 1) / AddressSpace.GranuleBytes;
}
