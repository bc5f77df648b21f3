namespace Cenote.Tool.Measuring;

/// <summary>The times of a section in one process.</summary>
/// <param name="Steps">The timed steps of the section, in order.</param>
internal sealed record TimedSection(IReadOnlyList<TimedStep> Steps);
