namespace Cenote.Caching;

/// <summary>How a <see cref="ByteCache"/> or a <see cref="ValueCache{TValue}"/> is made. The cache reads them once.</summary>
/// <example>
/// A tenth of the memory that there is, and ten minutes for each entry:
/// <code>
/// using var cache = new ByteCache(new ByteCacheOptions
/// {
///     ShareOfMemory = 0.1,
///     DefaultExpiration = TimeSpan.FromMinutes(10),
/// });
/// Console.WriteLine(cache.TotalBytes &lt;= cache.MaximumBytes);   // prints True
/// </code>
/// </example>
public sealed class ByteCacheOptions
{
    /// <summary>The smallest limit, in bytes.</summary>
    public const int LeastMaximumBytes = 65_536;

    /// <summary>
    /// The most unmanaged bytes the cache holds at any moment: keys, values, their headers, and what finds them. At least
    /// <see cref="LeastMaximumBytes"/>; 64 MiB by default. Addresses for all of it are taken at once, memory as it is written.
    /// </summary>
    public long MaximumBytes { get; set; } = 64 << 20;

    /// <summary>
    /// The limit as a share of the memory that the machine has, or the container if that is less: from 0 to 1.
    /// <see cref="MaximumBytes"/> then does not count. 0 by default: it does. The garbage collector does not know of this memory,
    /// so leave room for it, and set <c>GCHeapHardLimitPercent</c> where both together could be too much.
    /// </summary>
    public double ShareOfMemory { get; set; }

    /// <summary>
    /// The largest entry that the cache must be able to hold, in bytes of key and value. The memory is divided into fewer parts
    /// if that is necessary; writers of one part wait for each other. An entry takes at most a quarter of a part. 0, the default:
    /// what parts made for all processors hold, see <see cref="ByteCache.MaximumEntryBytes"/>. It must be at most an eighth of
    /// the limit.
    /// </summary>
    public long MaximumEntryBytes { get; set; }

    /// <summary>
    /// How long an entry lives that is set without an <see cref="CacheEntryOptions.Expiration"/> and without an
    /// <see cref="CacheEntryOptions.AbsoluteExpiration"/>. <see cref="Timeout.InfiniteTimeSpan"/>, the default: until others need
    /// its memory.
    /// </summary>
    public TimeSpan DefaultExpiration { get; set; } = Timeout.InfiniteTimeSpan;

    /// <summary>
    /// What tells the time. <see cref="TimeProvider.System"/> by default. Only its time stamps count for entries that are there:
    /// setting the clock of the machine neither ends nor prolongs them.
    /// </summary>
    public TimeProvider TimeProvider { get; set; } = TimeProvider.System;

    /// <summary>
    /// Whether keys and values are overwritten wherever they were, when an entry is evicted, replaced or removed, moves, expires
    /// and is met, and when the cache is cleared or disposed: for secrets. What others hold is not covered, nor is a cache that
    /// is forgotten instead of being disposed. Off by default.
    /// </summary>
    public bool ClearOnEviction { get; set; }

    /// <summary>
    /// Asks the operating system for huge pages, where it offers them on request (Linux): large caches are faster then, and take
    /// memory in steps of 2 MiB. Off by default.
    /// </summary>
    public bool UseHugePages { get; set; }

    /// <summary>
    /// The name under which the meter <c>Cenote</c> shows this cache, as its tag <c>cenote.cache.name</c>; those
    /// of one name are added up. Null, the default: it is not shown. Showing costs nothing until somebody observes.
    /// </summary>
    public string? MetricsName { get; set; }

    internal void Validate()
    {
        ArgumentNullException.ThrowIfNull(TimeProvider);
        if (ShareOfMemory is not (>= 0 and <= 1))
        {
            Throw.ShareOutOfRange(ShareOfMemory);
        }

        if (DefaultExpiration <= TimeSpan.Zero && DefaultExpiration != Timeout.InfiniteTimeSpan)
        {
            Throw.ExpirationNotPositive(nameof(DefaultExpiration), DefaultExpiration);
        }

        if (ShareOfMemory == 0)
        {
            CommonThrow.IfOptionOutOfRange(MaximumBytes, LeastMaximumBytes);
        }

        CommonThrow.IfNameEmpty(MetricsName);
    }
}
