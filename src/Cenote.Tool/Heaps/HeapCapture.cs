using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>
/// Gets hold of a heap. Of a process that is copied where it may be stopped, because it stands still the shortest for that; otherwise
/// a dump is taken, which the process has made of itself, and may where others may not look at it.
/// </summary>
/// <param name="settings">What was asked for.</param>
/// <param name="process">The id of the process; null for a dump that is there.</param>
internal sealed class HeapCapture(HeapSettings settings, int? process)
{
    public const string File = "file";
    public const string Live = "live";
    public const string Dump = "dump";

    /// <summary>The id of the process; null for a dump that is there.</summary>
    public int? Process => process;

    /// <summary>By which way the heap comes.</summary>
    public string Way { get; private init; } = process is null ? File : IsCopied(settings) ? Live : Dump;

    /// <summary>The way that is left where the system forbids this one; null if there is none.</summary>
    public HeapCapture? Fallback => Way == Live && !settings.IsLive ? new(settings, process) { Way = Dump } : null;

    /// <summary>How long the process will stand still at most, if the machine has time; null for a dump that is there.</summary>
    /// <exception cref="HeapException">The process cannot be looked at.</exception>
    public TimeSpan? ExpectedStandstill() => process is not { } id ? null
        : Way == Live ? HeapStandstill.OfCopy(id, settings.DacPath)
        : HeapStandstill.OfDump(id);

    /// <summary>Gets hold of it.</summary>
    /// <param name="progress">Told what goes on.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="HeapException">There is none.</exception>
    public HeapSource Take(Action<string, double> progress, CancellationToken cancellationToken) =>
        process is not { } id ? HeapSource.OpenDump(settings.Target, settings.DacPath)
        : Way == Live ? HeapSource.Attach(id, settings.DacPath, progress, cancellationToken, settings.LongestStandstill)
        : ProcessDump.Take(id, settings.KeepPath, settings.DacPath, progress, cancellationToken);

    // Only on Linux: a process is suspended by its ptrace.
    private static bool IsCopied(HeapSettings settings) =>
        settings.IsLive || (!settings.IsDump && settings.KeepPath is null && OperatingSystem.IsLinux());
}
