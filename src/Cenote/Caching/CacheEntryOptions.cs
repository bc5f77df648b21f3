namespace Cenote.Caching;

/// <summary>What limits the life of an entry. The default value leaves it to the cache.</summary>
/// <remarks>
/// Times count in whole milliseconds, rounded up. Where there are several, the first that is over ends the entry. An expired
/// entry is never found; its memory is reused when it is met, which is when it is asked for, when it is its turn to be evicted,
/// or in
/// <see cref="ByteCache.Trim"/>.
/// </remarks>
/// <example>
/// Everything about a customer goes at once:
/// <code>
/// using var cache = new ByteCache();
/// cache.Set("/customers/17", "Ada"u8, new CacheEntryOptions { Sliding = TimeSpan.FromMinutes(1), Tag = "17" });
/// cache.RemoveByTag("17");
/// Console.WriteLine(cache.TryGet("/customers/17", new byte[16], out _));   // prints False
/// </code>
/// </example>
public readonly record struct CacheEntryOptions
{
    /// <summary>
    /// How long the entry lives. Null for the default of the cache; <see cref="Timeout.InfiniteTimeSpan"/> for no limit.
    /// </summary>
    public TimeSpan? Expiration { get; init; }

    /// <summary>
    /// When the entry expires by the calendar of the <see cref="TimeProvider"/>, even after the machine was suspended. If the
    /// calendar is set back, the entry lives no longer than the remaining time when it was set. A time in the past is allowed, as
    /// in <c>MemoryCache</c>: the entry replaces the previous one and is never found.
    /// </summary>
    public DateTimeOffset? AbsoluteExpiration { get; init; }

    /// <summary>
    /// How long the entry lives without being read. Null for no limit. Reading such an entry takes the lock of its part, but at
    /// most once a millisecond.
    /// </summary>
    public TimeSpan? Sliding { get; init; }

    /// <summary>
    /// A name by which <see cref="ByteCache.RemoveByTag(ReadOnlySpan{char})"/> removes the entry with all others that have it.
    /// Null for none.
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
