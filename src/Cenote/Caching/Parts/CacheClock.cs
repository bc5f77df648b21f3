using Cenote.Memory.Rings;

namespace Cenote.Caching;

/// <summary>
/// Milliseconds since the cache was created, by the time stamps of a provider; setting the system clock does not affect them. The
/// clock is monotonic: if the provider goes back, the clock stops until the provider has caught up. Time stamps may stop while
/// the machine is suspended, so an entry with an absolute expiration also depends on the calendar.
/// </summary>
internal sealed class CacheClock(TimeProvider provider)
{
    private readonly long _start = provider.GetTimestamp();
    private long _latest;

    /// <summary>Whether reading the clock runs no code of the program.</summary>
    public bool IsSystem { get; } = ReferenceEquals(provider, TimeProvider.System);

    // 0 is the earliest.
    private long Now
    {
        get
        {
            long now = provider.GetElapsedTime(_start).Ticks / TimeSpan.TicksPerMillisecond;
            long latest = Volatile.Read(ref _latest);
            while (now > latest)
            {
                long found = Interlocked.CompareExchange(ref _latest, now, latest);
                if (found == latest)
                {
                    return now;
                }

                latest = found;
            }

            return latest;
        }
    }

    /// <summary>The time by both clocks. The calendar is read only on request, because that takes longer.</summary>
    public CacheTime Read(bool withMoment) => new(Now, withMoment ? provider.GetUtcNow().UtcTicks : 0);

    /// <summary>A span of time in whole milliseconds, of which it has at least one; rounded up.</summary>
    public static long Milliseconds(TimeSpan span) =>
        Math.Max(1, (span.Ticks / TimeSpan.TicksPerMillisecond) + (span.Ticks % TimeSpan.TicksPerMillisecond == 0 ? 0 : 1));
}
