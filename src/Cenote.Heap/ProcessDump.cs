using System.Diagnostics;
using Microsoft.Diagnostics.NETCore.Client;

namespace Cenote.Heap;

/// <summary>
/// Has a process write a dump of its heap and opens it. The dump is for its owner only, in a folder that only its owner may enter,
/// which is deleted however this ends: a dump that is to be kept leaves it when it is complete, any other loses its name as soon as
/// it is open.
/// </summary>
internal static class ProcessDump
{
    private const string FileName = "heap.dmp";

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

        string? kept = keep is null ? null : Path.GetFullPath(keep);
        using var folder = new DumpFolder(kept is null ? Path.GetTempPath() : Path.GetDirectoryName(kept)!, process);
        HeapSource? source = null;
        try
        {
            TimeSpan standstill = Tracers.Outwait(process, () => Write(process, folder, cancellationToken), progress, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            source = Open(process, folder, kept, dac, standstill);
            if (kept is not null)
            {
                Keep(folder, kept);
            }

            return source;
        }
        catch (Exception exception)
        {
            source?.Dispose();
            if (exception is HeapException && HeapProcesses.HasEnded(process))
            {
                throw HeapProcesses.Ended(process, exception);
            }

            throw;
        }
    }

    private static HeapSource Open(int process, DumpFolder folder, string? kept, string? dac, TimeSpan standstill)
    {
        FileStream file;
        try
        {
            file = new FileStream(folder.OpenFile(FileName), FileAccess.Read);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw HeapException.Failure($"The dump cannot be read: {exception.Message}", exception);
        }

        Check(process, file);
        return HeapSource.OpenDump(kept ?? Path.Combine(folder.Name, FileName), file, dac, standstill);
    }

    /// <summary>Refuses a dump that is not all there by the process, as its file is gone by then; closes it then.</summary>
    public static void Check(int process, Stream file)
    {
        try
        {
            DumpFile.Check("the dump", file);
        }
        catch (Exception exception) when (exception is HeapException or IOException)
        {
            file.Dispose();
            throw HeapException.Failure($"The dump of process {process} is empty or truncated. Is the disk full?", exception);
        }
    }

    // What was there before by this name stays until the dump is complete.
    private static void Keep(DumpFolder folder, string kept)
    {
        try
        {
            folder.Move(FileName, kept);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw HeapException.Failure($"The dump cannot be kept in '{kept}': {exception.Message}", exception);
        }
    }

    private static TimeSpan Write(int process, DumpFolder folder, CancellationToken cancellationToken)
    {
        long start = Stopwatch.GetTimestamp();
        new DiagnosticsClient(process)
            .WriteDumpAsync(DumpType.WithHeap, Path.Combine(folder.Name, FileName), WriteDumpFlags.None, cancellationToken)
            .GetAwaiter().GetResult();
        TimeSpan standstill = Stopwatch.GetElapsedTime(start);
        folder.TakeBack();
        return folder.Has(FileName)
            ? standstill
            : throw HeapException.Failure(
                $"Process {process} wrote its dump to where this one cannot see it, as it is in another container; run cenote there, "
                + "or read a dump of it.");
    }
}
