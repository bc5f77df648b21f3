using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>
/// Gets hold of a heap. Of a process that is copied where it may be stopped, because it stands still the shortest for that; otherwise
/// a dump is taken, which the process has made of itself, and may where others may not look at it.
/// </summary>
internal static class HeapCapture
{
    public const string File = "file";
    public const string Live = "live";
    public const string Dump = "dump";

    /// <summary>Gets hold of it.</summary>
    /// <param name="settings">What was asked for.</param>
    /// <param name="process">The process; null for a dump that is there.</param>
    /// <param name="progress">Told what goes on.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The heap, and by which way it came.</returns>
    /// <exception cref="HeapException">There is none.</exception>
    public static (HeapSource Source, string Way) Of(
        HeapSettings settings, int? process, Action<string, double> progress, CancellationToken cancellationToken)
    {
        if (process is not { } id)
        {
            return (HeapSource.OpenDump(settings.Target, settings.DacPath), File);
        }

        if (settings.IsLive)
        {
            return (Attach(), Live);
        }

        // ClrMD stops processes by ptrace, which only Linux has.
        if (settings.IsDump || settings.KeepPath is not null || !OperatingSystem.IsLinux())
        {
            return (TakeDump(), Dump);
        }

        try
        {
            return (Attach(), Live);
        }
        catch (HeapException exception) when (exception.IsDenied)
        {
            return (TakeDump(), Dump);
        }

        HeapSource Attach() => HeapSource.Attach(id, settings.DacPath, progress, cancellationToken);

        HeapSource TakeDump() => ProcessDump.Take(id, settings.KeepPath, settings.DacPath, progress, cancellationToken);
    }
}
