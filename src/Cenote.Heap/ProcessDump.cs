using System.Diagnostics;
using Microsoft.Diagnostics.NETCore.Client;

namespace Cenote.Heap;

/// <summary>
/// Has a process write a dump of its heap and opens it. The dump is for its owner only; unless it is to be kept, it loses its name
/// as soon as it is open, and its folder is deleted however this ends.
/// </summary>
internal static class ProcessDump
{
    /// <summary>Takes a dump.</summary>
    /// <param name="process">The id of the process.</param>
    /// <param name="keep">Where to keep the dump; null not to.</param>
    /// <param name="dac">The library that reads the runtime; null for the one beside it.</param>
    /// <param name="progress">Told who is waited for.</param>
    /// <param name="cancellationToken">Ends it; what is there of the dump is deleted.</param>
    /// <exception cref="HeapException">There is no dump, or it cannot be read.</exception>
    public static HeapSource Take(
        int process, string? keep, string? dac, Action<string, double> progress, CancellationToken cancellationToken)
    {
        HeapProcesses.Require(process);
        if (!DiagnosticsClient.GetPublishedProcesses().Contains(process))
        {
            throw HeapException.Usage(
                $"Process {process} is no .NET process that answers; 'cenote heap ps' lists those that do. One in another container "
                + "or with another TMPDIR answers only there, and DOTNET_EnableDiagnostics=0 forbids it.");
        }

        TimeSpan Dump(string path) => Tracers.Outwait(process, () => Write(process, path, cancellationToken), progress, cancellationToken);
        return keep is null ? TakeAndForget(process, dac, Dump) : TakeAndKeep(keep, dac, Dump);
    }

    private static HeapSource TakeAndForget(int process, string? dac, Func<string, TimeSpan> dump)
    {
        string folder = PrivateFiles.CreateFolder(process);
        try
        {
            string path = Path.Combine(folder, "heap.dmp");
            TimeSpan standstill = dump(path);
            return Open(path, dac, standstill, OperatingSystem.IsWindows() ? FileOptions.DeleteOnClose : FileOptions.None);
        }
        finally
        {
            Delete(folder);
        }
    }

    private static HeapSource TakeAndKeep(string path, string? dac, Func<string, TimeSpan> dump)
    {
        path = Path.GetFullPath(path);
        TimeSpan standstill;
        try
        {
            standstill = dump(path);
        }
        catch
        {
            File.Delete(path);
            throw;
        }

        return Open(path, dac, standstill, FileOptions.None);
    }

    private static HeapSource Open(string path, string? dac, TimeSpan standstill, FileOptions options) =>
        HeapSource.OpenDump(
            path,
            new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 4_096, options),
            dac,
            standstill);

    private static TimeSpan Write(int process, string path, CancellationToken cancellationToken)
    {
        long start = Stopwatch.GetTimestamp();
        new DiagnosticsClient(process)
            .WriteDumpAsync(DumpType.WithHeap, path, WriteDumpFlags.None, cancellationToken)
            .GetAwaiter().GetResult();
        TimeSpan standstill = Stopwatch.GetElapsedTime(start);
        if (!File.Exists(path))
        {
            throw HeapException.Failure(
                $"Process {process} wrote its dump to where this one cannot see it, as it is in another container; run cenote there, "
                + "or read a dump of it.");
        }

        PrivateFiles.Close(path);
        return standstill;
    }

    private static void Delete(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (IOException) when (OperatingSystem.IsWindows())
        {
            // The dump is still open there, and goes when it is closed.
        }
    }
}
