namespace Cenote.Heap;

/// <summary>Estimates how long a process will stand still, while it still runs.</summary>
/// <remarks>
/// The rates are the slowest in docs/benchmarks/heap.md, in seconds for each GB of objects, with the fixed cost in them. Both sizes
/// are upper bounds. Heaps of many small objects, and slow or busy machines, can take longer.
/// </remarks>
internal static class HeapStandstill
{
    private const double CopySeconds = 0.33;
    private const double DumpSeconds = 3.75;
    private const double Gigabyte = 1e9;

    /// <summary>While its heap is copied.</summary>
    /// <param name="process">The id of the process.</param>
    /// <param name="dac">The library that reads the runtime; null for the one beside it.</param>
    /// <exception cref="HeapException">It cannot be looked at.</exception>
    public static TimeSpan OfCopy(int process, string? dac) => OfCopy(HeapSource.SizeOf(process, dac));

    /// <summary>While this many bytes are copied.</summary>
    public static TimeSpan OfCopy(long bytes) => TimeSpan.FromSeconds(bytes / Gigabyte * CopySeconds);

    /// <summary>While it writes a dump.</summary>
    /// <param name="process">The id of the process.</param>
    /// <exception cref="HeapException">It cannot write one.</exception>
    public static TimeSpan OfDump(int process)
    {
        ProcessDump.Require(process);
        try
        {
            return OfDump(HeapProcesses.MemoryOf(process));
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            throw HeapProcesses.Ended(process, exception);
        }
    }

    /// <summary>While a process of this many bytes writes a dump.</summary>
    public static TimeSpan OfDump(long bytes) => TimeSpan.FromSeconds(bytes / Gigabyte * DumpSeconds);
}
