namespace Cenote.Tool.Heaps;

/// <summary>Whose heap was read.</summary>
/// <param name="Name">The name of the program, or of the dump without its folders.</param>
/// <param name="Way">How: live for a copy of a process, dump, or file for a dump that was there.</param>
/// <param name="Runtime">The version of its runtime.</param>
/// <param name="ServerCollector">Whether it ran with the server collector.</param>
/// <param name="StandstillSeconds">How long the process stood still; null if the dump was made by somebody else.</param>
/// <param name="AnalysisSeconds">How long reading took.</param>
/// <param name="ToolBytes">The most memory this tool occupied; null where the system does not tell.</param>
internal sealed record HeapTarget(
    string Name,
    string Way,
    string Runtime,
    bool ServerCollector,
    double? StandstillSeconds,
    double AnalysisSeconds,
    long? ToolBytes)
{
    /// <summary>The part of <c>standstillSeconds</c> in which the heap was copied; null for a dump. The rest is a fixed cost.</summary>
    public double? CopySeconds { get; init; }

    /// <summary>How many bytes were copied: of a large array without references only the beginning; null for a dump.</summary>
    public long? CopiedBytes { get; init; }
}
