using System.Globalization;
using Cenote.Files;
using Microsoft.Diagnostics.NETCore.Client;

namespace Cenote.Heap;

/// <summary>Finds the .NET processes of this machine whose heaps can be read.</summary>
internal static class HeapProcesses
{
    // The name of the .NET command. The command line contains the program as an argument.
    private const string Launcher = "dotnet";

    private const System.Net.Sockets.SocketError AccessDenied = System.Net.Sockets.SocketError.AccessDenied;

    private static readonly TimeSpan s_patience = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(10);

    /// <summary>Lists the processes, except this one and the <c>dotnet</c> processes that started it.</summary>
    public static IReadOnlyList<HeapProcess> List() => List(Environment.ProcessId, Launcher);

    /// <summary>For tests: lists the processes, except one and its ancestors with a given name.</summary>
    public static IReadOnlyList<HeapProcess> List(int asker, string launcher)
    {
        HashSet<int> ancestors = AncestorsOf(asker);
        return
        [
            .. Published()
                .Where(id => id != asker)
                .Order()
                .Select(Describe)
                .OfType<HeapProcess>()
                .Where(process => process.Name != launcher || !ancestors.Contains(process.Id)),
        ];
    }

    /// <summary>
    /// The processes with a diagnostic port. On Linux, only sockets that belong to their process count: a killed process leaves
    /// its socket behind, its id may be reused, and any user can create such a socket in a world-writable folder.
    /// </summary>
    public static IEnumerable<int> Published() =>
        DiagnosticsClient.GetPublishedProcesses().Where(static process => !OperatingSystem.IsLinux() || HasSocket(process));

    /// <summary>The name of a process; for <c>dotnet</c> on Linux, the file name of the program that it runs.</summary>
    public static string NameOf(int process)
    {
        using var found = Process.GetProcessById(process);
        return ProgramOf(process) ?? found.ProcessName;
    }

    /// <summary>The resident memory of a process.</summary>
    public static long MemoryOf(int process)
    {
        using var found = Process.GetProcessById(process);
        return found.WorkingSet64;
    }

    /// <summary>Throws unless another process has this id.</summary>
    /// <exception cref="HeapException">No process has this id, or it is the id of this process.</exception>
    public static void Require(int process)
    {
        if (process == Environment.ProcessId)
        {
            throw HeapException.Usage("cenote cannot suspend and read its own process; name another one.");
        }

        try
        {
            using var found = Process.GetProcessById(process);
        }
        catch (ArgumentException exception)
        {
            throw HeapException.Usage(
                $"There is no process {process}; 'cenote heap ps' lists the processes that can be read.", exception);
        }
    }

    /// <summary>Creates the exception for a process that cannot be inspected.</summary>
    public static HeapException Explain(int process, Exception exception)
    {
        if (HasEnded(process))
        {
            return Ended(process, exception);
        }

        if (exception is HeapException known)
        {
            return known;
        }

        string reason = exception.Message.ReplaceLineEndings(" ").TrimEnd('.', ' ');
        if (!IsDenied(process, exception))
        {
            return HeapException.Failure($"The heap of process {process} cannot be read: {reason}.", exception);
        }

        return new HeapException(
            $"The heap of process {process} cannot be read: {reason}. Run cenote as the user of the process, and in a container with "
            + "the capability SYS_PTRACE (docker run --cap-add=SYS_PTRACE); or read a dump, which requires neither.",
            isUsage: false,
            exception)
        {
            IsDenied = true,
        };
    }

    /// <summary>Creates the exception for a process that ended too early.</summary>
    public static HeapException Ended(int process, Exception? exception = null) =>
        HeapException.Failure($"Process {process} ended before its heap was read.", exception);

    /// <summary>Whether a process has ended, or ends within half a second. Called after a failed read.</summary>
    public static bool HasEnded(int process)
    {
        // The memory of a process is released shortly before the process ends.
        long start = Stopwatch.GetTimestamp();
        while (IsAlive(process))
        {
            if (Stopwatch.GetElapsedTime(start) > s_patience)
            {
                return false;
            }

            Thread.Sleep(s_pause);
        }

        return true;
    }

    // The name of the socket contains the start time of the process.
    private static bool HasSocket(int process)
    {
        const int StartTime = 19;
        try
        {
            string status = File.ReadAllText($"/proc/{process}/stat");
            string start = status[(status.LastIndexOf(')') + 2)..].Split(' ')[StartTime];
            string path = Path.Combine(Path.GetTempPath(), $"dotnet-diagnostic-{process}-{start}-socket");
            return FileStatus.Of(path, followsLinks: false) is { Kind: FileKind.Socket } socket
                && (socket.User == 0 || socket.User == FileOwner.OfProcess(process));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The process has ended, or has no socket in the temporary folder of this process.
            return false;
        }
    }

    // ClrMD does not report why access failed; a user who may not open the memory may not stop the process either.
    private static bool IsDenied(int process, Exception exception)
    {
        for (Exception? cause = exception; cause is not null; cause = cause.InnerException)
        {
            if (cause is UnauthorizedAccessException or System.Net.Sockets.SocketException { SocketErrorCode: AccessDenied }
                || cause.Message.Contains("PTRACE", StringComparison.OrdinalIgnoreCase))
            {
                return true;
            }
        }

        try
        {
            if (OperatingSystem.IsLinux())
            {
                File.OpenHandle($"/proc/{process}/mem").Dispose();
            }

            return false;
        }
        catch (UnauthorizedAccessException)
        {
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static bool IsAlive(int process)
    {
        try
        {
            using var found = Process.GetProcessById(process);
            return !found.HasExited && !IsZombie(process);
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException
            or System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }

    // A zombie: the process has ended, but its parent has not waited for it yet.
    private static bool IsZombie(int process)
    {
        const string Key = "State:";
        try
        {
            return OperatingSystem.IsLinux()
                && File.ReadLines($"/proc/{process}/status").FirstOrDefault(
                    static line => line.StartsWith(Key, StringComparison.Ordinal)) is { } state
                && state.AsSpan(Key.Length).Trim() is ['Z' or 'X', ..];
        }
        catch (IOException)
        {
            return true;
        }
    }

    // Empty on systems other than Linux, because parents are read from /proc.
    private static HashSet<int> AncestorsOf(int process)
    {
        var found = new HashSet<int>();
        while (ParentOf(process) is { } parent && found.Add(parent))
        {
            process = parent;
        }

        return found;
    }

    private static int? ParentOf(int process)
    {
        const string Key = "PPid:";
        string path = $"/proc/{process}/status";
        try
        {
            return OperatingSystem.IsLinux()
                && File.Exists(path)
                && File.ReadLines(path).FirstOrDefault(static line => line.StartsWith(Key, StringComparison.Ordinal)) is { } line
                && int.TryParse(line.AsSpan(Key.Length).Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out int parent)
                && parent > 0
                    ? parent
                    : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static HeapProcess? Describe(int id)
    {
        try
        {
            using var process = Process.GetProcessById(id);
            return new HeapProcess(id, ProgramOf(id) ?? process.ProcessName, process.WorkingSet64, new DateTimeOffset(process.StartTime));
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException
            or System.ComponentModel.Win32Exception)
        {
            // The process ended before it was described, or left its socket behind.
            return null;
        }
    }

    // Only the program name, because the arguments may contain secrets.
    private static string? ProgramOf(int process)
    {
        string path = $"/proc/{process}/cmdline";
        try
        {
            if (OperatingSystem.IsLinux() && File.Exists(path))
            {
                return File.ReadAllText(path).Split('\0')
                    .Skip(1)
                    .FirstOrDefault(static word => word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)) is { } program
                        ? Path.GetFileName(program)
                        : null;
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The process belongs to another user, or has ended.
        }

        return null;
    }
}
