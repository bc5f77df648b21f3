namespace Cenote.Measurement;

/// <summary>What is done with the managed heap before and between measurements.</summary>
public static class ManagedHeap
{
    /// <summary>Frees what nobody refers to, and what its finalizers let go.</summary>
    public static void Collect()
    {
        // Twice: the first collection finds finalizable garbage, the second frees what its finalizers let go.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    /// <summary>
    /// Frees the same, and gives the memory back to the system, so that whoever allocates next pays for touching its own.
    /// </summary>
    public static void Return()
    {
        Collect();
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
    }

    /// <summary>Makes a full collection.</summary>
    /// <returns>How long it stopped the program.</returns>
    public static TimeSpan PauseOfFullCollection()
    {
        TimeSpan before = GC.GetTotalPauseDuration();
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true);
        return GC.GetTotalPauseDuration() - before;
    }
}
