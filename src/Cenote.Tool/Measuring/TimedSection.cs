namespace Cenote.Tool.Measuring;

/// <summary>The times of a section in one process.</summary>
/// <param name="Steps">Its steps that are timed, in their order.</param>
internal sealed record TimedSection(IReadOnlyList<TimedStep> Steps);
