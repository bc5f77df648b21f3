namespace Cenote.Tool.Measuring;

/// <summary>What one process has found out about the times of a section.</summary>
/// <param name="Steps">Its steps that are timed, in their order.</param>
internal sealed record TimedSection(IReadOnlyList<TimedStep> Steps);
