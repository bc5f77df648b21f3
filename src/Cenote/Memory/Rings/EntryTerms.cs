namespace Cenote.Memory.Rings;

/// <summary>The limits of the life of an entry. Times are milliseconds of the cache's clock unless stated otherwise.</summary>
/// <param name="end">When it ends, however often it is used; <see cref="Never"/> for no such limit.</param>
/// <param name="moment">When it ends by the calendar, in ticks UTC; <see cref="Never"/> for no such limit.</param>
/// <param name="sliding">How long it lives without being used; 0 for no such limit.</param>
/// <param name="lastUse">When it was used last, if that counts.</param>
/// <param name="tag">The hash of its tag; 0 for none.</param>
/// <param name="tagTime">How many times tags had been removed before it was set.</param>
internal readonly struct EntryTerms(long end, long moment, long sliding, long lastUse, ulong tag, long tagTime)
{
    public const long Never = long.MaxValue;

    public readonly long End = end;
    public readonly long Moment = moment;
    public readonly long Sliding = sliding;
    public readonly long LastUse = lastUse;
    public readonly ulong Tag = tag;
    public readonly long TagTime = tagTime;

    /// <summary>No limits.</summary>
    public static EntryTerms None => new(Never, Never, 0, 0, 0, 0);

    /// <summary>Whether the entry is subject to the clock.</summary>
    public bool HasExpiration => End != Never || Moment != Never || Sliding != 0;

    /// <summary>Whether the entry has expired. Times are far from the end of 64 bits.</summary>
    public bool IsExpired(CacheTime time) =>
        time.Now >= End || time.Moment >= Moment || (Sliding != 0 && time.Now - LastUse >= Sliding);
}
