namespace Cenote.Benchmarks.Arenas;

/// <summary>What is to be done with the managed heap between rivals.</summary>
internal static class ManagedHeap
{
    /// <summary>Frees what nobody refers to, finalized objects among it.</summary>
    public static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    /// <summary>Frees the same, and gives the memory back to the system, so that each rival pays for touching its own.</summary>
    public static void Return()
    {
        Collect();
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
    }
}
