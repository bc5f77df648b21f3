using System.Runtime.InteropServices;

namespace Cenote.Caching;

/// <summary>
/// What precedes the key and the value of an entry in a snapshot; an entry ends at a multiple of 8 bytes. Moments are ticks of 100
/// ns since the year 1, UTC, because the clock of a cache ends with its process.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal struct SavedEntry
{
    public const int Size = 32;

    /// <summary>
    /// Chars of the key. <see cref="Cenote.Memory.Rings.RingCell.NarrowForm"/> marks that each is stored as a byte,
    /// <see cref="Cenote.Memory.Rings.RingCell.MomentMark"/> that the end is a calendar time.
    /// </summary>
    public uint KeyForm;

    /// <summary>Bytes of the value.</summary>
    public int ValueLength;

    /// <summary>When the entry ends; the largest value for no such end.</summary>
    public long End;

    /// <summary>How many milliseconds it lives without being used; 0 for no such limit.</summary>
    public long Sliding;

    /// <summary>When it was used last, if that counts.</summary>
    public long LastUse;

    public static ulong Align(ulong bytes) => (bytes + 7) & ~7UL;
}
