using System.Diagnostics;
using Cenote.Measurement;

namespace Cenote.Samples;

/// <summary>One of the compared versions of a program.</summary>
/// <param name="Id">The name on the command line of a child process.</param>
/// <param name="Title">The name in the output.</param>
/// <param name="Read">Reads a file, given its path and the number of threads.</param>
internal sealed record Form(string Id, string Title, Func<string, int, CancellationToken, FormAnswer> Read)
{
    /// <summary>Reads a file twice: once untimed, for the JIT compiler, and once timed.</summary>
    public FormResult Measure(string path, int threads, CancellationToken cancellationToken)
    {
        Read(path, threads, cancellationToken);
        ManagedHeap.Collect();
        using var watch = new CollectionWatch();
        long allocated = GC.GetTotalAllocatedBytes(precise: true);
        long start = Stopwatch.GetTimestamp();
        FormAnswer answer = Read(path, threads, cancellationToken);
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
        using var process = Process.GetCurrentProcess();
        return new FormResult(answer, seconds, allocated, process.PeakWorkingSet64, watch.Read());
    }
}
