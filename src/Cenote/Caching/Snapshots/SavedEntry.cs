namespace Cenote.Caching;

/// <summary>
/// The header of an entry in a snapshot, before key and value; entries are padded to a multiple of 8 bytes. Times are 100 ns
/// ticks since the year 1, UTC, because a cache's clock ends with its process.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal struct SavedEntry
{
    public const int Size = 32;

    /// <summary>
    /// The key's length in chars. <see cref="Cenote.Memory.Rings.RingCell.NarrowForm"/> marks a key stored as bytes,
    /// <see cref="Cenote.Memory.Rings.RingCell.MomentMark"/> an expiration by calendar time.
    /// </summary>
    public uint KeyForm;

    /// <summary>The bytes of the value.</summary>
    public int ValueLength;

    /// <summary>The absolute expiration; the maximum value for none.</summary>
    public long End;

    /// <summary>The sliding expiration in milliseconds; 0 for none.</summary>
    public long Sliding;

    /// <summary>The time of the last use, for a sliding expiration.</summary>
    public long LastUse;

    public static ulong Align(ulong bytes) => (bytes + 7) & ~7UL;
}
