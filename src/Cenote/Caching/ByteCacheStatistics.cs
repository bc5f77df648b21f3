namespace Cenote.Caching;

/// <summary>The size of a cache, and its counters since it was created.</summary>
/// <example>
/// The hit ratio:
/// <code>
/// using var cache = new ByteCache();
/// cache.Set("a", [1]);
/// cache.TryGet("a", new byte[1], out _);
/// cache.TryGet("b", new byte[1], out _);
/// Console.WriteLine(cache.GetStatistics().HitRatio);   // prints 0.5
/// </code>
/// </example>
[DebuggerDisplay("Count = {Count}, {TotalBytes} of {MaximumBytes} bytes, {Hits} hits, {Misses} misses")]
public readonly struct ByteCacheStatistics
{
    /// <summary>The number of entries. Expired entries, and those whose tag was removed, count until dropped.</summary>
    public long Count { get; init; }

    /// <summary>The bytes in use; see <see cref="ByteCache.TotalBytes"/>.</summary>
    public long TotalBytes { get; init; }

    /// <summary>The memory limit, in bytes.</summary>
    public long MaximumBytes { get; init; }

    /// <summary>Reads that found and copied a value.</summary>
    public long Hits { get; init; }

    /// <summary>Reads that found no value.</summary>
    public long Misses { get; init; }

    /// <summary>Values set, including rejected ones.</summary>
    public long Sets { get; init; }

    /// <summary>Entries evicted to free memory.</summary>
    public long Evicted { get; init; }

    /// <summary>Expired entries that were removed.</summary>
    public long Expired { get; init; }

    /// <summary>Entries replaced by a new value, or removed because the new value was rejected.</summary>
    public long Replaced { get; init; }

    /// <summary>Entries removed individually or by clearing the cache.</summary>
    public long Removed { get; init; }

    /// <summary>Entries removed because of their tag.</summary>
    public long RemovedByTag { get; init; }

    /// <summary>
    /// Values rejected because they are too large, because too many hashes collide, or because another thread changed the
    /// memory of the key during the call.
    /// </summary>
    public long Rejected { get; init; }

    /// <summary>Hits divided by the sum of hits and misses, from 0 to 1; 0 before the first hit or miss.</summary>
    public double HitRatio => Hits + Misses == 0 ? 0 : (double)Hits / (Hits + Misses);
}
