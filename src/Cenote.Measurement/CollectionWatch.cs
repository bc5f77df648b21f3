namespace Cenote.Measurement;

/// <summary>
/// Counts garbage collections and finds the longest pause among them. The runtime reports only the total pause and the details
/// of the latest collection, so the finalizer of a sentinel object that dies in each collection records the pauses.
/// </summary>
/// <remarks>
/// Counts and the total are exact. The longest pause may miss a collection that was followed by another one before the finalizer
/// ran. In return, the cost is one finalizable object per collection: an <c>EventListener</c> would see every collection, but
/// allocates for each of its two dozen events. Not thread-safe.
/// </remarks>
public sealed class CollectionWatch : IDisposable
{
    private readonly Lock _lock = new();
    private long _longestPauseTicks;
    private long _lastIndex;
    private volatile bool _stopped;
    private int _gen0;
    private int _gen1;
    private int _gen2;
    private TimeSpan _pause;

    /// <summary>Starts watching.</summary>
    public CollectionWatch()
    {
        CreateSentinel(this);
        Restart();
    }

    /// <summary>Starts a new period.</summary>
    public void Restart()
    {
        lock (_lock)
        {
            _lastIndex = GC.GetGCMemoryInfo(GCKind.Any).Index;
            _longestPauseTicks = 0;
        }

        _gen0 = GC.CollectionCount(0);
        _gen1 = GC.CollectionCount(1);
        _gen2 = GC.CollectionCount(2);
        _pause = GC.GetTotalPauseDuration();
    }

    /// <summary>Returns the collections since the watch was created or restarted.</summary>
    public CollectionStatistics Read()
    {
        int gen0 = GC.CollectionCount(0) - _gen0;
        int gen1 = GC.CollectionCount(1) - _gen1;
        int gen2 = GC.CollectionCount(2) - _gen2;
        TimeSpan pause = GC.GetTotalPauseDuration() - _pause;
        Observe();
        lock (_lock)
        {
            double longest = new TimeSpan(_longestPauseTicks).TotalMilliseconds;
            return new CollectionStatistics(gen0, gen1, gen2, pause.TotalMilliseconds, longest);
        }
    }

    /// <summary>Stops watching; the last sentinel dies with the next collection.</summary>
    public void Dispose() => _stopped = true;

    private void Observe()
    {
        lock (_lock)
        {
            GCMemoryInfo info = GC.GetGCMemoryInfo(GCKind.Any);
            if (info.Index <= _lastIndex)
            {
                return;
            }

            _lastIndex = info.Index;
            foreach (TimeSpan pause in info.PauseDurations)
            {
                _longestPauseTicks = Math.Max(_longestPauseTicks, pause.Ticks);
            }
        }
    }

    private static void CreateSentinel(CollectionWatch watch) => _ = new Sentinel(watch);

    private sealed class Sentinel(CollectionWatch watch)
    {
        ~Sentinel()
        {
            if (!watch._stopped && !Environment.HasShutdownStarted)
            {
                watch.Observe();

                // A new object each time: a sentinel that survived would be promoted and finalized only in gen 2 collections.
                CreateSentinel(watch);
            }
        }
    }
}
