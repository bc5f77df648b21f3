using Cenote.Files;
using Microsoft.Diagnostics.NETCore.Client;

namespace Cenote.Heap;

/// <summary>
/// Requests a dump from a process, and opens it. Once the dump is written, only the current user can read it. Its folder is
/// always deleted: a dump to keep is moved out when it is complete, and any other dump is deleted as soon as it is open.
/// </summary>
internal static class ProcessDump
{
    /// <summary>Takes a dump.</summary>
    /// <param name="process">The id of the process.</param>
    /// <param name="keep">The path at which to keep the dump; null to delete it.</param>
    /// <param name="dac">The library that reads the runtime; null for the one in the folder of the runtime.</param>
    /// <param name="progress">Receives the current activity.</param>
    /// <param name="cancellationToken">Cancels the dump and deletes what was written.</param>
    /// <exception cref="HeapException">The dump was not written, or cannot be read.</exception>
    public static HeapSource Take(
        int process, string? keep, string? dac, Action<string, double> progress, CancellationToken cancellationToken)
    {
        Require(process);
        string? kept = keep is null ? null : FindKept(keep);
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

    /// <summary>Throws unless a dump of the process can be requested.</summary>
    /// <exception cref="HeapException">No process has this id, or its runtime does not respond.</exception>
    public static void Require(int process)
    {
        HeapProcesses.Require(process);
        if (!HeapProcesses.Published().Contains(process))
        {
            throw HeapException.Usage(
                $"Process {process} is not a .NET process, or it does not respond; 'cenote heap ps' lists those that do. "
                + "If the process runs in another container or with another TMPDIR, run cenote in that container or with that "
                + "TMPDIR. With DOTNET_EnableDiagnostics=0 a process never responds.");
        }
    }

    /// <summary>Returns the path of a kept dump: a new file, or an empty one that is replaced.</summary>
    /// <param name="path">The file. Symbolic links are followed.</param>
    /// <exception cref="HeapException">The dump cannot be kept at this path.</exception>
    public static string FindKept(string path)
    {
        try
        {
            FileTarget target = FileTarget.Find(path);
            return !target.IsFile ? throw Reject("is a device; name a file.")
                : new FileInfo(target.FullName) is { Exists: true, Length: > 0 }
                    ? throw Reject("already exists, and would be overwritten; remove it, or name another file.")
                : !target.IsReplaced ? throw Reject("is mounted or cannot be replaced; name a new file in another folder.")
                : target.FullName;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw HeapException.Usage($"The dump cannot be written to '{path}': {exception.Message}", exception);
        }

        IOException Reject(string reason) => new($"'{path}' {reason}");
    }

    private static HeapSource Open(int process, DumpFolder folder, string? kept, string? dac, TimeSpan standstill)
    {
        FileStream file;
        try
        {
            file = folder.OpenDump();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw HeapException.Failure($"The dump cannot be read: {exception.Message}", exception);
        }

        Check(process, file);
        return HeapSource.OpenDump(kept ?? folder.DumpName, file, dac, standstill);
    }

    /// <summary>
    /// Throws and closes the dump unless it is complete. The message names the process, because the file is temporary.
    /// </summary>
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

    // Does not replace a file that another program has written to since the check.
    private static void Keep(DumpFolder folder, string kept)
    {
        try
        {
            folder.Move(kept, overwrite: new FileInfo(kept) is { Exists: true, Length: 0 });
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
            .WriteDumpAsync(DumpType.WithHeap, folder.DumpName, WriteDumpFlags.None, cancellationToken)
            .GetAwaiter().GetResult();
        TimeSpan standstill = Stopwatch.GetElapsedTime(start);
        folder.TakeBack();
        return folder.HasDump
            ? standstill
            : throw HeapException.Failure(
                $"Process {process} runs in another container, so cenote cannot see the dump it wrote; run cenote in that container, "
                + "or read a dump created there.");
    }
}
