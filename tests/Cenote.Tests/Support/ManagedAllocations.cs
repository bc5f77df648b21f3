namespace Cenote.Tests.Support;

/// <summary>Counts the managed allocations of a piece of code.</summary>
internal static class ManagedAllocations
{
    private const int MostRuns = 1_000;

    /// <summary>
    /// Bytes that the code allocates in steady state: the code runs until it allocates nothing, or often enough that the JIT
    /// has optimized it, because unoptimized code boxes.
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
    /// Bytes by which the managed heap grows while something is held: the minimum of three measurements, because other threads,
    /// such as the test reporter's, also allocate.
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
