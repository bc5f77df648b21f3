namespace Cenote.Memory.Rings;

/// <summary>The expiration and tag of an entry. Times are in milliseconds on the cache's clock unless stated otherwise.</summary>
/// <param name="end">The absolute expiration; <see cref="Never"/> for none.</param>
/// <param name="moment">The expiration by calendar time, in UTC ticks; <see cref="Never"/> for none.</param>
/// <param name="sliding">The sliding expiration; 0 for none.</param>
/// <param name="lastUse">The time of the last use, for a sliding expiration.</param>
/// <param name="tag">The hash of the entry's tag; 0 for none.</param>
/// <param name="tagTime">The number of tag removals before the entry was set.</param>
internal readonly struct EntryTerms(long end, long moment, long sliding, long lastUse, ulong tag, long tagTime)
{
    public const long Never = long.MaxValue;

    public readonly long End = end;
    public readonly long Moment = moment;
    public readonly long Sliding = sliding;
    public readonly long LastUse = lastUse;
    public readonly ulong TagHash = tag;
    public readonly long TagTime = tagTime;

    public static EntryTerms None => new(Never, Never, 0, 0, 0, 0);

    /// <summary>Whether the entry can expire.</summary>
    public bool HasExpiration => End != Never || Moment != Never || Sliding != 0;

    /// <summary>Whether the entry is expired. Times are too small to overflow 64 bits.</summary>
    public bool IsExpired(CacheTime time) =>
        time.Now >= End || time.Moment >= Moment || (Sliding != 0 && time.Now - LastUse >= Sliding);
}
