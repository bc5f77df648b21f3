namespace Cenote.Measurement;

/// <summary>Collects the managed heap before and between measurements.</summary>
public static class ManagedHeap
{
    /// <summary>Frees unreachable objects, and those that their finalizers release.</summary>
    public static void Collect()
    {
        // Two collections: the first finds finalizable garbage, the second frees the objects that its finalizers release.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    /// <summary>
    /// Like <see cref="Collect"/>, but also returns the memory to the operating system, so that the next allocations touch new
    /// pages.
    /// </summary>
    public static void Return()
    {
        Collect();
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
    }

    /// <summary>Runs a blocking gen 2 collection.</summary>
    /// <returns>The pause.</returns>
    public static TimeSpan PauseOfFullCollection()
    {
        TimeSpan before = GC.GetTotalPauseDuration();
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true);
        return GC.GetTotalPauseDuration() - before;
    }
}
