using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>
/// Captures the heap of a process, or opens a dump. On Linux, and with <c>--live</c>, the heap is copied unless a dump is
/// requested, because copying stops the process for the shortest time. Otherwise the process writes a dump of itself, which is
/// possible even if other processes may not read its memory.
/// </summary>
/// <param name="settings">The options of the command.</param>
/// <param name="process">The process id; null to read an existing dump.</param>
internal sealed class HeapCapture(HeapSettings settings, int? process)
{
    public const string File = "file";
    public const string Live = "live";
    public const string Dump = "dump";

    /// <summary>The process id; null for an existing dump.</summary>
    public int? Process => process;

    /// <summary>The kind of capture.</summary>
    public string Way { get; private init; } = process is null ? File : IsCopied(settings) ? Live : Dump;

    /// <summary>The alternative if the system forbids this capture; null if there is none.</summary>
    public HeapCapture? Fallback => Way == Live && !settings.IsLive ? new(settings, process) { Way = Dump } : null;

    /// <summary>The estimated time for which the process is stopped, on an idle machine; null for an existing dump.</summary>
    /// <exception cref="HeapException">The process cannot be read.</exception>
    public TimeSpan? ExpectedStandstill() => process is not { } id ? null
        : Way == Live ? HeapStandstill.OfCopy(id, settings.DacPath)
        : HeapStandstill.OfDump(id);

    /// <summary>Captures the heap.</summary>
    /// <param name="progress">Receives the current activity.</param>
    /// <param name="cancellationToken">Cancels the capture.</param>
    /// <exception cref="HeapException">The heap cannot be captured.</exception>
    public HeapSource Take(Action<string, double> progress, CancellationToken cancellationToken) =>
        process is not { } id ? HeapSource.OpenDump(settings.Target, settings.DacPath)
        : Way == Live ? HeapSource.Attach(id, settings.DacPath, progress, cancellationToken, settings.LongestStandstill)
        : ProcessDump.Take(id, settings.KeepPath, settings.DacPath, progress, cancellationToken);

    // Copies by default only on Linux, where ptrace suspends the process.
    private static bool IsCopied(HeapSettings settings) =>
        settings.IsLive || (!settings.IsDump && settings.KeepPath is null && OperatingSystem.IsLinux());
}
