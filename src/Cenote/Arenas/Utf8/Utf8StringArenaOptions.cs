using Cenote.Memory.Pages;

namespace Cenote.Arenas;

/// <summary>Sizes and limits of a <see cref="Utf8StringArena"/>. The arena reads them once, when it is made.</summary>
/// <example>
/// Ids that leave 28 bits of a word for something else:
/// <code>
/// using var arena = new Utf8StringArena(new Utf8StringArenaOptions { IdBits = 36 });
/// Console.WriteLine(arena.Add("Dos Ojos"u8) &lt; 1L &lt;&lt; 36);   // prints True
/// </code>
/// </example>
public sealed class Utf8StringArenaOptions
{
    /// <summary>The least <see cref="IdBits"/> that can be set, enough for 15 slabs.</summary>
    public const int LeastIdBits = Utf8ArenaId.NumberShift + 4;

    /// <summary>The most <see cref="IdBits"/> that can be set, and the default.</summary>
    public const int MostIdBits = 63;

    /// <summary>
    /// Bits that an id has at most, so that it fits a field of a record beside others. 20 of them tell texts of a slab of 64 KiB
    /// apart, and their lives; what is left counts slabs. With 36, the arena has room for 4 GiB of text at a time, and gives out
    /// some 50 billion ids of short texts in its life; then it throws. From 48 on, the first id is drawn at random, so that an id
    /// of another arena is refused.
    /// </summary>
    public int IdBits { get; set; } = MostIdBits;

    /// <summary>
    /// Unmanaged bytes the arena may hold at most, as <see cref="Utf8StringArena.BytesReserved"/> counts them. At the limit an
    /// addition throws <see cref="OutOfMemoryException"/> and leaves the arena as it was;
    /// <see cref="Utf8StringArena.TryAdd(ReadOnlySpan{byte}, out long)"/> returns false. By default there is no limit.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Bytes of addresses, not of memory, that the arena reserves, so that the system is seldom asked. 32 GiB by default in
    /// 64-bit processes; beyond them slabs are mapped one by one. 0 reserves nothing. Rounded down to 64 KiB, and to 32 GiB at
    /// most.
    /// </summary>
    public long ReservedAddressBytes { get; set; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    /// <summary>
    /// Fills texts with zeros when they are removed, or the arena is reset or disposed. Off by default.
    /// </summary>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// Keeps a NUL behind each text, so that <see cref="Utf8StringArena.DangerousGetPointer"/> can hand it to native code. Each
    /// text takes one byte more, and those that share cells of their own length have 31 bytes at most instead of 32. Off by
    /// default.
    /// </summary>
    public bool NullTerminated { get; set; }

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(IdBits, LeastIdBits, MostIdBits);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
        CommonThrow.IfOptionOutOfRange(ReservedAddressBytes, 0);
    }
}
