namespace Cenote.Caching;

/// <summary>The state of a cache, and what has happened in it since it was made.</summary>
/// <example>
/// How often the cache had the answer:
/// <code>
/// using var cache = new ByteCache();
/// cache.Set("a", [1]);
/// cache.TryGet("a", new byte[1], out _);
/// cache.TryGet("b", new byte[1], out _);
/// Console.WriteLine(cache.GetStatistics().HitRatio);   // prints 0.5
/// </code>
/// </example>
public readonly record struct ByteCacheStatistics
{
    /// <summary>Entries, including those that have expired or whose tag was removed, but that nothing has met yet.</summary>
    public long Count { get; init; }

    /// <summary>Bytes in use, as <see cref="ByteCache.TotalBytes"/> says.</summary>
    public long TotalBytes { get; init; }

    /// <summary>The limit, in bytes.</summary>
    public long MaximumBytes { get; init; }

    /// <summary>How often a value was found and copied.</summary>
    public long Hits { get; init; }

    /// <summary>How often there was no value.</summary>
    public long Misses { get; init; }

    /// <summary>How often a value was set, including those that were refused.</summary>
    public long Sets { get; init; }

    /// <summary>Entries that left because others needed their memory.</summary>
    public long Evicted { get; init; }

    /// <summary>Entries that were met after they had expired.</summary>
    public long Expired { get; init; }

    /// <summary>Entries whose key was set again.</summary>
    public long Replaced { get; init; }

    /// <summary>Entries that were removed one by one, or by clearing the cache.</summary>
    public long Removed { get; init; }

    /// <summary>Entries that were met after their tag was removed.</summary>
    public long RemovedByTag { get; init; }

    /// <summary>Values that were not stored, because they are too large or too many hashes are alike.</summary>
    public long Refused { get; init; }

    /// <summary>Share of hits, from 0 to 1; 0 before anything was asked for.</summary>
    public double HitRatio => Hits + Misses == 0 ? 0 : (double)Hits / (Hits + Misses);
}
