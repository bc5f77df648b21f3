namespace Cenote.Caching;

/// <summary>The expiration and tag of a cache entry. The default value uses the cache's default expiration.</summary>
/// <remarks>
/// Time spans are rounded up to whole milliseconds. If several times are set, the earliest applies. An expired entry is never
/// found. Its memory is reclaimed when a read or an eviction encounters the entry, or by <see cref="ByteCache.Trim"/>.
/// </remarks>
/// <example>
/// Remove all entries of a customer together:
/// <code>
/// using var cache = new ByteCache();
/// cache.Set("/customers/17", "Ada"u8, new CacheEntryOptions { Sliding = TimeSpan.FromMinutes(1), Tag = "17" });
/// cache.RemoveByTag("17");
/// Console.WriteLine(cache.TryGet("/customers/17", new byte[16], out _));   // prints False
/// </code>
/// </example>
public readonly struct CacheEntryOptions
{
    /// <summary>The lifetime. Null for the cache's default; <see cref="Timeout.InfiniteTimeSpan"/> for no limit.</summary>
    public TimeSpan? Expiration { get; init; }

    /// <summary>
    /// The calendar time at which the entry expires, according to the <see cref="TimeProvider"/>, even if the machine is
    /// suspended until then. Setting the system clock back does not extend the lifetime. A time in the past is allowed, as in
    /// <c>MemoryCache</c>: the entry replaces the previous one and is never found.
    /// </summary>
    public DateTimeOffset? AbsoluteExpiration { get; init; }

    /// <summary>
    /// The maximum time between reads; null for none. Reads of the entry lock its part, at most once per millisecond.
    /// </summary>
    public TimeSpan? Sliding { get; init; }

    /// <summary>
    /// A tag for <see cref="ByteCache.RemoveByTag(ReadOnlySpan{char})"/>, which removes all entries with that tag; null for none.
    /// </summary>
    public string? Tag { get; init; }

    internal void Validate()
    {
        Check(nameof(Expiration), Expiration);
        Check(nameof(Sliding), Sliding);
    }

    private static void Check(string option, TimeSpan? value)
    {
        if (value is { } span && span <= TimeSpan.Zero && span != Timeout.InfiniteTimeSpan)
        {
            Throw.ExpirationNotPositive(option, span);
        }
    }
}
