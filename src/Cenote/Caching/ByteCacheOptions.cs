namespace Cenote.Caching;

/// <summary>The options of a <see cref="ByteCache"/> or <see cref="ValueCache{TValue}"/>, read once by its constructor.</summary>
/// <example>
/// Use a tenth of the machine's memory, and keep entries for ten minutes:
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
    /// <summary>The minimum of <see cref="MaximumBytes"/>, in bytes.</summary>
    public const int SmallestMaximumBytes = 65_536;

    /// <summary>
    /// The maximum unmanaged bytes of the cache: keys, values, headers, the index, and the tables of use counts and removed tags.
    /// At least <see cref="SmallestMaximumBytes"/>; default 64 MiB. The constructor reserves addresses for the whole limit; pages
    /// become resident when they are written. The copies that <see cref="ByteCache.Save(string)"/> makes are not included.
    /// </summary>
    public long MaximumBytes { get; set; } = 64 << 20;

    /// <summary>
    /// The limit as a share of the memory of the machine or container, from 0 to 1. Unless 0, the default, this share replaces
    /// <see cref="MaximumBytes"/>. The garbage collector does not account for this memory: leave room for the cache, and set
    /// <c>GCHeapHardLimitPercent</c> if heap and cache together could exceed the memory.
    /// </summary>
    public double ShareOfMemory { get; set; }

    /// <summary>
    /// The entry size that the cache must support, in bytes of key and value; at most an eighth of the limit. If 0, the default,
    /// the number of parts depends only on the processors and the limit; see <see cref="ByteCache.MaximumEntryBytes"/> for the
    /// resulting entry size. An entry takes at most a quarter of a part, so larger entries mean fewer parts and more lock
    /// contention among writers.
    /// </summary>
    public long MaximumEntryBytes { get; set; }

    /// <summary>
    /// The lifetime of entries without <see cref="CacheEntryOptions.Expiration"/> or
    /// <see cref="CacheEntryOptions.AbsoluteExpiration"/>. Default <see cref="Timeout.InfiniteTimeSpan"/>: until eviction.
    /// </summary>
    public TimeSpan DefaultExpiration { get; set; } = Timeout.InfiniteTimeSpan;

    /// <summary>
    /// The clock; default <see cref="TimeProvider.System"/>. Relative expirations use its time stamps, so changing the system
    /// clock does not affect these expirations. A test clock must therefore override <see cref="TimeProvider.GetTimestamp"/>.
    /// </summary>
    public TimeProvider TimeProvider { get; set; } = TimeProvider.System;

    /// <summary>
    /// Whether to clear the memory of keys and values that may be secrets: on eviction, replacement, removal and moves, when
    /// expiration is detected, and on <see cref="ByteCache.Clear"/> and disposal. Copies that callers receive, and a cache that
    /// is never disposed, are not cleared. Default false.
    /// </summary>
    public bool ClearOnEviction { get; set; }

    /// <summary>
    /// The value of the tag <c>cenote.cache.name</c> under which the meter <c>Cenote</c> reports this cache; the metrics of
    /// caches with the same name are summed. If null (the default), the cache is not reported. Reporting costs nothing until a
    /// listener observes the meter.
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
            CommonThrow.IfOptionOutOfRange(MaximumBytes, SmallestMaximumBytes);
        }

        CommonThrow.IfNameEmpty(MetricsName);
    }
}
