using System.Globalization;

namespace Cenote.Heap;

/// <summary>
/// On Linux a process is traced by one other at most. What writes a dump traces it until that is written, even if whoever asked for
/// the dump has gone, so that others are waited for.
/// </summary>
internal static class Tracers
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(50);

    /// <summary>Looks at a process as soon as no other one traces it.</summary>
    /// <param name="process">Its id.</param>
    /// <param name="look">Looks at it; is called again if another process was faster.</param>
    /// <param name="progress">Told who is waited for.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="HeapException">Another one traces it for too long, or it cannot be looked at.</exception>
    public static T Outwait<T>(int process, Func<T> look, Action<string, double> progress, CancellationToken cancellationToken) =>
        Outwait(process, look, s_patience, progress, cancellationToken);

    /// <summary>For tests, which have less patience.</summary>
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
                    $"Process {process} is traced by {name}, and one at a time can do that; try again when that is done.");
            }

            progress($"Waiting for {name}", 0);
            cancellationToken.WaitHandle.WaitOne(s_pause);
        }
    }

    /// <summary>Which other process traces a thread of a process; 0 if none does.</summary>
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
            // It ended.
            return 0;
        }
    }

    // What traces is a thread, by whose id its process is found as well.
    private static int Status(string thread, string key)
    {
        try
        {
            string? line = File.ReadLines($"{thread}/status").FirstOrDefault(line => line.StartsWith(key, StringComparison.Ordinal));
            return line is not null && int.TryParse(line.AsSpan(key.Length), CultureInfo.InvariantCulture, out int id) ? id : 0;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It ended.
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
            // It ended.
            return $"process {tracer}";
        }
    }
}
