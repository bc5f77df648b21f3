namespace Cenote.Tests.Support;

/// <summary>Counts what a piece of code allocates on the managed heap.</summary>
internal static class ManagedAllocations
{
    private const int MostRuns = 1_000;

    /// <summary>
    /// Bytes that a run of the code allocates in steady state: it is run until it allocates nothing, or often enough for the JIT
    /// compiler to have optimized it, because code that is not optimized boxes.
    /// </summary>
    public static long Of(Action code)
    {
        long allocated = long.MaxValue;
        for (int run = 0; run < MostRuns && allocated > 0; run++)
        {
            Thread.Sleep(run < 3 ? 0 : 20);
            long before = GC.GetAllocatedBytesForCurrentThread();
            code();
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        }

        return allocated;
    }

    /// <summary>
    /// Bytes by which the managed heap is larger while something is held: the least of three times, for other threads of the
    /// process, as that which reports the results of tests, have objects that come and go.
    /// </summary>
    public static long Held(Func<IDisposable> make)
    {
        return Enumerable.Range(0, 3).Min(_ =>
        {
            long before = GC.GetTotalMemory(forceFullCollection: true);
            using IDisposable held = make();
            return GC.GetTotalMemory(forceFullCollection: true) - before;
        });
    }
}
