namespace Cenote.Measurement;

/// <summary>A rival being measured: its calibrated slot and the results of its rounds so far.</summary>
internal sealed class RivalRecord(Rival rival, long operationsPerCall, SideBySideOptions options, CollectionWatch watch)
{
    private readonly List<double> _nanoseconds = [];
    private int _calls = 1;
    private long _allocatedBytes;
    private CollectionStatistics _collections = CollectionStatistics.None;

    public Rival Rival => rival;

    /// <summary>
    /// Determines the number of calls for a slot that is long enough to be timed and to include the collection of its garbage.
    /// </summary>
    public void Calibrate(int collectionsWanted)
    {
        Slot slot = Measure();
        while (slot.Elapsed < options.RoundTime && TryGrow(slot.Elapsed, options.RoundTime))
        {
            slot = Measure();
        }

        int filling = _calls;
        while (slot.AllocatedBytes > 0
            && slot.Collections.Gen0 < collectionsWanted
            && slot.Elapsed * 2 <= options.LongestRoundTime
            && TryGrow(slot.Elapsed, slot.Elapsed * 2))
        {
            slot = Measure();
        }

        if (slot.Collections.Gen0 == 0)
        {
            // Stretching the slot has no effect: there is too little garbage to trigger a collection.
            _calls = filling;
        }
    }

    /// <summary>Runs the rival's slot of one round.</summary>
    public void RunSlot()
    {
        Slot slot = Measure();
        _nanoseconds.Add(slot.Elapsed.TotalNanoseconds / _calls / operationsPerCall);
        _allocatedBytes += slot.AllocatedBytes;
        _collections = _collections.Plus(slot.Collections);
    }

    public RivalResult ToResult(RivalRecord baseline)
    {
        long operations = operationsPerCall * _calls * _nanoseconds.Count;
        double[] ratios = Ratios(_nanoseconds, baseline._nanoseconds);
        var ratio = Spread.Of(ratios);
        bool isBaseline = ReferenceEquals(this, baseline);
        MedianInterval interval = isBaseline ? new MedianInterval(1, 1) : MedianInterval.Of(ratios);
        return new RivalResult(
            rival.Name,
            _calls,
            Spread.Of([.. _nanoseconds]),
            ratio,
            interval,
            (double)_allocatedBytes / operations,
            operations,
            _collections,
            isBaseline ? Verdict.Baseline : VerdictOf(interval, ratio.Median, options.SmallestDifference));
    }

    internal static Verdict VerdictOf(MedianInterval interval, double ratio, double smallestDifference)
    {
        if (interval.Contains(1) || Math.Abs(ratio - 1) < smallestDifference)
        {
            return Verdict.TooCloseToCall;
        }

        return ratio < 1 ? Verdict.Faster : Verdict.Slower;
    }

    internal static double[] Ratios(IEnumerable<double> own, IEnumerable<double> baseline) =>
        [.. own.Zip(baseline, (ownTime, baselineTime) => baselineTime == 0 ? 1 : ownTime / baselineTime)];

    private bool TryGrow(TimeSpan elapsed, TimeSpan wanted)
    {
        // Grows at most tenfold at a time, because the first slots are the least accurate.
        double factor = elapsed <= TimeSpan.Zero ? 10 : Math.Clamp(wanted / elapsed, 1, 10);
        long grown = Math.Max(_calls + 1L, (long)Math.Ceiling(_calls * factor));
        if (grown > int.MaxValue)
        {
            return false;
        }

        _calls = (int)grown;
        return true;
    }

    private Slot Measure()
    {
        Action run = rival.Run;
        int calls = _calls;
        if (!options.CollectOnce)
        {
            ManagedHeap.Collect();
        }

        // Untimed: after a full collection the first allocations touch pages that the GC has just returned, and caches
        // hold data of the previous rival. A program in steady state has neither cost.
        for (int call = 0; call < Math.Max(1, calls / 4); call++)
        {
            run();
        }

        watch.Restart();
        long allocated = AllocatedBytes();
        long start = Stopwatch.GetTimestamp();
        for (int call = 0; call < calls; call++)
        {
            run();
        }

        TimeSpan elapsed = Stopwatch.GetElapsedTime(start);
        allocated = AllocatedBytes() - allocated;
        return new Slot(elapsed, allocated, watch.Read());
    }

    private long AllocatedBytes() =>
        options.CountAllThreads ? GC.GetTotalAllocatedBytes(precise: true) : GC.GetAllocatedBytesForCurrentThread();

    private readonly record struct Slot(TimeSpan Elapsed, long AllocatedBytes, CollectionStatistics Collections);
}
