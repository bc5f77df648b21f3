namespace Cenote.Heap;

/// <summary>Estimates in advance how long a process will be suspended.</summary>
/// <remarks>
/// The rates are the slowest ones measured, in seconds per GB of objects: copying the catalog sample (docs/heap.md), and a dump
/// of 6 GB (docs/benchmarks/heap.md). They are multiplied by upper bounds of the sizes of the heap and of the process. Heaps of
/// smaller objects, and slow or busy machines, can take longer.
/// </remarks>
internal static class HeapStandstill
{
    private const double CopySeconds = 0.54;
    private const double DumpSeconds = 3.75;
    private const double Gigabyte = 1e9;

    /// <summary>Estimates how long a process will be suspended while its heap is copied.</summary>
    /// <param name="process">The process id.</param>
    /// <param name="dac">The library that reads the runtime; null for the one in the folder of the runtime.</param>
    /// <exception cref="HeapException">The process cannot be read.</exception>
    public static TimeSpan OfCopy(int process, string? dac) => OfCopy(HeapSource.SizeOf(process, dac));

    /// <summary>Estimates how long a process will be suspended while this many bytes are copied.</summary>
    public static TimeSpan OfCopy(long bytes) => TimeSpan.FromSeconds(bytes / Gigabyte * CopySeconds);

    /// <summary>Estimates how long a process will be suspended while it writes a dump of itself.</summary>
    /// <param name="process">The process id.</param>
    /// <exception cref="HeapException">The process cannot write a dump.</exception>
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

    /// <summary>Estimates how long a process of this many bytes will be suspended while it writes a dump.</summary>
    public static TimeSpan OfDump(long bytes) => TimeSpan.FromSeconds(bytes / Gigabyte * DumpSeconds);
}
