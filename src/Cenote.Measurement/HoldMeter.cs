namespace Cenote.Measurement;

/// <summary>Measures what it costs to hold something. Meant for a process that does nothing else.</summary>
public static class HoldMeter
{
    private const int MaxFullCollections = 5;
    private const int MinFullCollections = 2;
    private const int BackgroundCollections = 3;

    // Collections of large heaps differ less from each other, and would take most of the time.
    private static readonly TimeSpan s_timeForCollections = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Builds something once, as it is compiled for the first time; holds it through some full collections, blocking ones and in
    /// the background of a program that allocates; reads it back and releases it.
    /// </summary>
    /// <param name="name">What it is called.</param>
    /// <param name="hold">Builds it; the measurement disposes it.</param>
    /// <param name="longestWarmUp">How long warming up for reads may take at most; null for a second.</param>
    public static HoldMeasurement Measure(string name, Func<IHeld> hold, TimeSpan? longestWarmUp = null)
    {
        ArgumentNullException.ThrowIfNull(hold);

        // Free memory is returned to the system first; otherwise what is built would reuse it, and the growth would not show.
        ManagedHeap.Return();
        long managed = GC.GetTotalMemory(forceFullCollection: false);
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
            double longest = LongestFullCollection();
            var measurement = new HoldMeasurement(
                name,
                Growth(managed, GC.GetTotalMemory(forceFullCollection: false)),
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

    // A decrease is memory that the runtime itself released, so it counts as 0.
    private static long Growth(long before, long after) => Math.Max(0, after - before);

    private static double LongestFullCollection()
    {
        double longest = 0;
        long start = Stopwatch.GetTimestamp();
        for (int i = 0;
            i < MaxFullCollections && (i < MinFullCollections || Stopwatch.GetElapsedTime(start) < s_timeForCollections);
            i++)
        {
            longest = Math.Max(longest, ManagedHeap.PauseOfFullCollection().TotalMilliseconds);
        }

        return longest;
    }
}
