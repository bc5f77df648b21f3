namespace Cenote.Caching;

/// <summary>
/// Milliseconds since the cache was made, by the time stamps of a provider: setting the clock of the machine moves no entry's
/// end. It never goes back, even if the provider does: it then stands still until the provider has caught up.
/// </summary>
internal sealed class CacheClock(TimeProvider provider)
{
    private readonly long _start = provider.GetTimestamp();
    private long _latest;

    /// <summary>The time. 0 is the earliest.</summary>
    public long Now
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

    /// <summary>The time of the calendar, UTC.</summary>
    public DateTime Moment => provider.GetUtcNow().UtcDateTime;

    /// <summary>How far a moment of the calendar is away.</summary>
    public TimeSpan Until(DateTimeOffset moment) => moment - provider.GetUtcNow();

    /// <summary>A span of time in whole milliseconds, of which it has at least one; rounded up.</summary>
    public static long Milliseconds(TimeSpan span) =>
        Math.Max(1, (span.Ticks / TimeSpan.TicksPerMillisecond) + (span.Ticks % TimeSpan.TicksPerMillisecond == 0 ? 0 : 1));
}
