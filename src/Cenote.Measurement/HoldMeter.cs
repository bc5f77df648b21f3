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

        // What reading the strings left behind goes back to the system first, or the collection would grow into it unseen.
        ManagedHeap.Return();
        long managed = GC.GetTotalMemory(forceFullCollection: false);
        long resident = ResidentMemory.Bytes;

        using var watch = new CollectionWatch();
        using IHeld held = hold();
        CollectionStatistics building = watch.Read();
        double longest = LongestFullCollection();
        return new HoldMeasurement(
            name,
            Growth(managed, GC.GetTotalMemory(forceFullCollection: false)),
            held.NativeBytes,
            Growth(resident, ResidentMemory.Bytes),
            building,
            longest,
            held.Checksum());
    }

    // What the runtime itself lets go at the same time is no gain of what is held.
    private static long Growth(long before, long after) => Math.Max(0, after - before);

    private static double LongestFullCollection()
    {
        double longest = 0;
        for (int i = 0; i < FullCollections; i++)
        {
            longest = Math.Max(longest, ManagedHeap.PauseOfFullCollection().TotalMilliseconds);
        }

        return longest;
    }
}
