namespace Cenote.Measurement;

/// <summary>Measures what it costs to hold something. Meant for a process that does nothing else.</summary>
public static class HoldMeter
{
    private const int FullCollections = 5;

    /// <summary>Builds something, holds it through some full collections, reads it back and lets it go.</summary>
    /// <param name="name">What it is called.</param>
    /// <param name="hold">Builds it; the measurement disposes it.</param>
    public static HoldMeasurement Measure(string name, Func<IHeld> hold)
    {
        ArgumentNullException.ThrowIfNull(hold);

        // What reading the strings left behind goes back to the system first, or the collection would grow into it unseen. Twice: what
        // finalizers let go is freed by the next collection only, and would count as memory that the contender saves.
        GC.Collect(2, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        GC.WaitForPendingFinalizers();
        GC.Collect(2, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        long managed = GC.GetTotalMemory(forceFullCollection: false);
        long resident = ResidentMemory.Bytes;

        using var watch = new CollectionWatch();
        using IHeld held = hold();
        CollectionStatistics building = watch.Read();
        double longest = LongestFullCollection();
        return new HoldMeasurement(
            name,
            GC.GetTotalMemory(forceFullCollection: false) - managed,
            held.NativeBytes,
            ResidentMemory.Bytes - resident,
            building,
            longest,
            held.Checksum());
    }

    private static double LongestFullCollection()
    {
        double longest = 0;
        for (int i = 0; i < FullCollections; i++)
        {
            TimeSpan before = GC.GetTotalPauseDuration();
            GC.Collect(2, GCCollectionMode.Forced, blocking: true);
            longest = Math.Max(longest, (GC.GetTotalPauseDuration() - before).TotalMilliseconds);
        }

        return longest;
    }
}
