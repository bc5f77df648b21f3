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
    long? ToolBytes);
