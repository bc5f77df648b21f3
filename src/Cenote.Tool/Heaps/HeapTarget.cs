namespace Cenote.Tool.Heaps;

/// <summary>The process or dump whose heap was read.</summary>
/// <param name="Name">The name of the program, or of the dump without its folders.</param>
/// <param name="Way">How the heap was read: live for a copy of a process, dump for a new dump, file for an existing dump.</param>
/// <param name="Runtime">The version of the .NET runtime of the process.</param>
/// <param name="ServerCollector">Whether the process used the server GC.</param>
/// <param name="StandstillSeconds">The time for which the process was suspended; null if another program wrote the dump.</param>
/// <param name="AnalysisSeconds">The time to analyze the heap after it was captured.</param>
/// <param name="ToolBytes">The peak memory of the tool; null if the system does not report it.</param>
internal sealed record HeapTarget(
    string Name,
    string Way,
    string Runtime,
    bool ServerCollector,
    double? StandstillSeconds,
    double AnalysisSeconds,
    long? ToolBytes)
{
    /// <summary>The part of <c>standstillSeconds</c> spent copying the heap; null for a dump. The rest is a fixed cost.</summary>
    public double? CopySeconds { get; init; }

    /// <summary>The number of bytes copied (only the beginning of large arrays without references); null for a dump.</summary>
    public long? CopiedBytes { get; init; }
}
