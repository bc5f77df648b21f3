using Cenote.Memory.Rings;

namespace Cenote.Caching;

/// <summary>
/// A monotonic clock: milliseconds since the cache was created, from the provider's time stamps, which do not follow the system
/// clock. If the time stamps go back, the clock stops until they catch up. Time stamps may stop while the machine is suspended,
/// so absolute expirations also use the calendar.
/// </summary>
internal sealed class CacheClock(TimeProvider provider)
{
    private readonly long _start = provider.GetTimestamp();
    private long _latest;

    /// <summary>Whether reading the clock runs no user code.</summary>
    public bool IsSystem { get; } = ReferenceEquals(provider, TimeProvider.System);

    // Milliseconds since the cache was created, never negative.
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

    /// <summary>Reads the clock and, only on request, the calendar, which is slower.</summary>
    public CacheTime Read(bool withMoment) => new(Now, withMoment ? provider.GetUtcNow().UtcTicks : 0);

    /// <summary>Converts a time span to whole milliseconds, rounded up, at least 1.</summary>
    public static long Milliseconds(TimeSpan span) =>
        Math.Max(1, (span.Ticks / TimeSpan.TicksPerMillisecond) + (span.Ticks % TimeSpan.TicksPerMillisecond == 0 ? 0 : 1));
}
