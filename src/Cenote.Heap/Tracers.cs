using System.Globalization;

namespace Cenote.Heap;

/// <summary>
/// Waits until no other process traces a process: Linux allows only one tracer at a time. The process that writes a dump traces
/// until the dump is written, even if the program that requested it has ended, so this class waits for the tracer.
/// </summary>
internal static class Tracers
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(50);

    /// <summary>Attaches to a process as soon as no other one traces it.</summary>
    /// <param name="process">Its id.</param>
    /// <param name="look">Attaches to the process; called again if another tracer was faster.</param>
    /// <param name="progress">Receives the name of the tracer that the call waits for.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="HeapException">Another process traces it for too long, or it cannot be inspected.</exception>
    public static T Outwait<T>(int process, Func<T> look, Action<string, double> progress, CancellationToken cancellationToken) =>
        Outwait(process, look, s_patience, progress, cancellationToken);

    /// <summary>For tests: waits for at most <paramref name="patience"/>.</summary>
    public static T Outwait<T>(
        int process, Func<T> look, TimeSpan patience, Action<string, double> progress, CancellationToken cancellationToken)
    {
        long start = Stopwatch.GetTimestamp();
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            int tracer = Of(process);
            if (tracer == 0)
            {
                try
                {
                    return look();
                }
                catch (Exception exception) when (exception is not (OperationCanceledException or OutOfMemoryException))
                {
                    tracer = Of(process);
                    if (tracer == 0 || exception is HeapException)
                    {
                        throw HeapProcesses.Explain(process, exception);
                    }
                }
            }

            string name = NameOf(tracer);
            if (Stopwatch.GetElapsedTime(start) >= patience)
            {
                throw HeapException.Failure(
                    $"Process {process} is traced by {name}, and can have only one tracer at a time; try again later.");
            }

            progress($"Waiting for {name}", 0);
            cancellationToken.WaitHandle.WaitOne(s_pause);
        }
    }

    /// <summary>The id of another process that traces a thread of a process; 0 if none does.</summary>
    public static int Of(int process)
    {
        string threads = $"/proc/{process}/task";
        try
        {
            return OperatingSystem.IsLinux()
                ? Directory.EnumerateDirectories(threads)
                    .Select(static thread => Status(thread, "TracerPid:"))
                    .Where(static tracer => tracer != 0)
                    .Select(static tracer => Status($"/proc/{tracer}", "Tgid:"))
                    .FirstOrDefault(static tracer => tracer != 0 && tracer != Environment.ProcessId)
                : 0;
        }
        catch (DirectoryNotFoundException)
        {
            // The process has ended.
            return 0;
        }
    }

    // TracerPid is the id of a thread, whose status contains the id of its process.
    private static int Status(string thread, string key)
    {
        try
        {
            string? line = File.ReadLines($"{thread}/status").FirstOrDefault(line => line.StartsWith(key, StringComparison.Ordinal));
            return line is not null && int.TryParse(line.AsSpan(key.Length), CultureInfo.InvariantCulture, out int id) ? id : 0;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The thread has ended.
            return 0;
        }
    }

    private static string NameOf(int tracer)
    {
        try
        {
            return $"{HeapProcesses.NameOf(tracer)} (process {tracer})";
        }
        catch (ArgumentException)
        {
            // The tracer has ended.
            return $"process {tracer}";
        }
    }
}
