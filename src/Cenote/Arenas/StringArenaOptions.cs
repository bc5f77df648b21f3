using Cenote.Memory.Pages;

namespace Cenote.Arenas;

/// <summary>Sizes and limits of a <see cref="StringArena"/>. Its constructor reads them once.</summary>
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
    /// Size of the first chunk in bytes, rounded up to 64 KiB, the default. It is allocated when the first long string is added.
    /// </summary>
    public int FirstChunkBytes { get; set; } = (int)AddressSpace.GranuleBytes;

    /// <summary>
    /// Maximum size of a chunk in bytes, rounded up to 64 KiB; 16 MiB by default. Each chunk has twice the size of the previous
    /// one, up to this. A longer string gets a chunk that it fits into.
    /// </summary>
    public int MaximumChunkBytes { get; set; } = 16 << 20;

    /// <summary>
    /// Maximum of <see cref="StringArena.BytesReserved"/>. At the limit, an addition throws <see cref="OutOfMemoryException"/>
    /// and leaves the arena unchanged; <see cref="StringArena.TryAdd(ReadOnlySpan{char}, out ArenaString)"/> returns false. By
    /// default only the maximum of 32 GiB applies.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Bytes of address space, not memory, that the arena reserves to find strings without a table. 32 GiB by default in 64-bit
    /// processes, which is also the maximum; rounded down to 64 KiB; 0 reserves nothing. Set it lower for thousands of arenas at
    /// once, or if address space is limited. Strings beyond it are found through a table, which makes reading slower. With a
    /// value other than the default, each new arena calls the operating system.
    /// </summary>
    public long ReservedAddressBytes { get; set; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    /// <summary>
    /// Clears strings when the arena is reset, disposed or finalized, and the values of a <see cref="StringArenaList"/> when it
    /// is cleared or disposed. A reset then takes time for each byte in use. Not cleared: values outside the arena, which contain
    /// up to 7 chars, and buffers for formatting and sorting. Off by default.
    /// </summary>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// Adds a NUL after each string, so that <see cref="StringArena.DangerousGetPointer"/> can pass it to native code. One in
    /// four strings of more than 7 chars takes 8 bytes more. Off by default.
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
