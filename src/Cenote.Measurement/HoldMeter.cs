namespace Cenote.Measurement;

/// <summary>Measures the cost of holding strings. Use the meter in a process that does nothing else.</summary>
public static class HoldMeter
{
    private const int MaxFullCollections = 5;
    private const int MinFullCollections = 2;
    private const int BackgroundCollections = 3;

    // Limits repetitions on large heaps, whose collections vary less and take longer.
    private static readonly TimeSpan s_timeForCollections = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Measures building something once (JIT time included), holding it during several gen 2 collections (blocking and
    /// background), reading it back and releasing it.
    /// </summary>
    /// <param name="name">The name in the result.</param>
    /// <param name="hold">Builds the collection of strings; the meter disposes the result.</param>
    /// <param name="longestWarmUp">The maximum time to warm up reads, at most one second; null for one second.</param>
    public static HoldMeasurement Measure(string name, Func<IHeld> hold, TimeSpan? longestWarmUp = null)
    {
        ArgumentNullException.ThrowIfNull(hold);

        // Uses the smallest heap after several collections, because earlier work may still hold memory. Then returns free memory to
        // the system; otherwise the build would reuse it, and hide the growth.
        (_, long managed) = CollectFully();
        ManagedHeap.Return();
        managed = Math.Min(managed, GC.GetTotalMemory(forceFullCollection: false));
        long resident = ResidentMemory.Bytes;

        using var watch = new CollectionWatch();
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        long start = Stopwatch.GetTimestamp();
        IHeld held = hold();
        TimeSpan built = Stopwatch.GetElapsedTime(start);
        allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
        try
        {
            CollectionStatistics building = watch.Read();
            (double longest, long least) = CollectFully();
            var measurement = new HoldMeasurement(
                name,
                Growth(managed, least),
                held.NativeBytes,
                Growth(resident, ResidentMemory.Bytes),
                building,
                longest,
                held.Checksum())
            {
                BuildMilliseconds = built.TotalMilliseconds,
                BuildAllocatedBytes = allocated,
                LongestBackgroundPauseMilliseconds = AllocatingProgram.LongestPause(BackgroundCollections),
            };
            if (held is IReadHeld read)
            {
                (double random, double hot) = ReadMeter.Measure(read, longestWarmUp);
                measurement = measurement with { RandomReadNanoseconds = random, HotReadNanoseconds = hot };
            }

            if (held is ICacheHeld cache)
            {
                measurement = measurement with { HitRatio = cache.HitRatio };
            }

            start = Stopwatch.GetTimestamp();
            held.Dispose();
            return measurement with { ReleaseMilliseconds = Stopwatch.GetElapsedTime(start).TotalMilliseconds };
        }
        finally
        {
            held.Dispose();
        }
    }

    // After a decrease, the growth is 0: the runtime itself has released memory.
    private static long Growth(long before, long after) => Math.Max(0, after - before);

    // Work in the background, such as a cache's compaction, may hold memory during some of the collections, so the smallest heap
    // size is returned.
    private static (double LongestPause, long LeastBytes) CollectFully()
    {
        double longest = 0;
        long least = long.MaxValue;
        long start = Stopwatch.GetTimestamp();
        for (int i = 0;
            i < MaxFullCollections && (i < MinFullCollections || Stopwatch.GetElapsedTime(start) < s_timeForCollections);
            i++)
        {
            longest = Math.Max(longest, ManagedHeap.PauseOfFullCollection().TotalMilliseconds);
            least = Math.Min(least, GC.GetTotalMemory(forceFullCollection: false));
        }

        return (longest, least);
    }
}
