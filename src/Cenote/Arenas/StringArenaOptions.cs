using Cenote.Memory.Pages;

namespace Cenote.Arenas;

/// <summary>Sizes and limits of a <see cref="StringArena"/>. The arena reads them once, when it is made.</summary>
/// <example>
/// An arena that refuses what exceeds a limit:
/// <code>
/// using var arena = new StringArena(new StringArenaOptions { MaximumBytes = 1 &lt;&lt; 20 });
/// Console.WriteLine(arena.TryAdd(new string('x', 1_000), out _));       // prints True
/// Console.WriteLine(arena.TryAdd(new string('x', 1_000_000), out _));   // prints False
/// </code>
/// </example>
public sealed class StringArenaOptions
{
    /// <summary>The largest <see cref="FirstChunkBytes"/> and <see cref="MaximumChunkBytes"/> that can be set.</summary>
    public const int LargestChunkBytes = 1 << 30;

    /// <summary>
    /// Bytes of the first chunk, rounded up to 64 KiB, the default. It is taken when the first long string is added.
    /// </summary>
    public int FirstChunkBytes { get; set; } = (int)AddressSpace.GranuleBytes;

    /// <summary>
    /// Each chunk has twice the bytes of the one before, up to this many, rounded up to 64 KiB. 16 MiB by default. A longer
    /// string gets a chunk into which it fits.
    /// </summary>
    public int MaximumChunkBytes { get; set; } = 16 << 20;

    /// <summary>
    /// Unmanaged bytes the arena may hold at most, as <see cref="StringArena.BytesReserved"/> counts them. At the limit an
    /// addition throws <see cref="OutOfMemoryException"/> and leaves the arena as it was;
    /// <see cref="StringArena.TryAdd(ReadOnlySpan{char}, out ArenaString)"/> returns false. By default there is no limit other
    /// than 32 GiB.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Bytes of addresses, not of memory, that the arena reserves to find strings without a table. 32 GiB by default in 64-bit
    /// processes. Set it lower for thousands of arenas at once, or where address space is limited; strings beyond it are found
    /// through a table, which makes reading them slower. 0 reserves nothing. Rounded down to 64 KiB, and to 32 GiB at most; a
    /// value other than the default makes each new arena ask the operating system.
    /// </summary>
    public long ReservedAddressBytes { get; set; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    /// <summary>
    /// Asks the operating system for huge pages, where it has them on request (Linux). Filling a large arena for the first time
    /// is then faster where the system has such pages ready, and slower where it must make them first. Off by default.
    /// </summary>
    public bool UseHugePages { get; set; }

    /// <summary>
    /// Fills texts with zeros when the arena is reset, disposed or finalized, and the values of a <see cref="StringArenaList"/>
    /// when it is cleared or disposed. A reset then takes time for each byte that was in use. It does not cover what is outside
    /// of the arena: values that were handed out, which have up to 7 chars in them, and the buffers in which interpolated strings
    /// were formatted and keys sorted. Off by default.
    /// </summary>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// Keeps a NUL behind each text, so that <see cref="StringArena.DangerousGetPointer"/> can hand it to native code. Of texts
    /// of more than 7 chars one in four takes 8 bytes more. Off by default.
    /// </summary>
    public bool NullTerminated { get; set; }

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(FirstChunkBytes, 1, LargestChunkBytes);
        CommonThrow.IfOptionOutOfRange(MaximumChunkBytes, FirstChunkBytes, LargestChunkBytes);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
        CommonThrow.IfOptionOutOfRange(ReservedAddressBytes, 0);
    }

    internal AddressSpace MakeSpace(PageSource pages) => new(pages, ReservedAddressBytes, MaximumBytes, UseHugePages);

    internal AddressSpace MakeSpaceForValues(PageSource pages) =>
        new(pages, ReservedAddressBytes, long.MaxValue, UseHugePages, isWritable: true);

    internal BumpHeap MakeHeap(AddressSpace space, ulong origin) =>
        new(space, Granules(FirstChunkBytes), Granules(MaximumChunkBytes), origin, ClearOnFree);

    private static uint Granules(int bytes) => ((uint)bytes + AddressSpace.GranuleBytes - 1) / AddressSpace.GranuleBytes;
}
