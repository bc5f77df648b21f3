namespace Cenote.Tests.Support;

/// <summary>Counts what a piece of code allocates on the managed heap.</summary>
internal static class ManagedAllocations
{
    private const int WarmUps = 3;

    /// <summary>Bytes that a warmed-up run of the code allocates.</summary>
    public static long Of(Action code)
    {
        for (int i = 0; i < WarmUps; i++)
        {
            code();
        }

        long before = GC.GetAllocatedBytesForCurrentThread();
        code();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
