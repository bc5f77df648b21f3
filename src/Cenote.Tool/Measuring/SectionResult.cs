namespace Cenote.Tool.Measuring;

/// <summary>The results of a section.</summary>
/// <param name="Name">The section.</param>
/// <param name="Steps">The steps of the section, in order.</param>
internal sealed record SectionResult(string Name, IReadOnlyList<StepResult> Steps)
{
    /// <summary>The step with this id; null if it was not measured.</summary>
    public StepResult? Step(string id) => Steps.FirstOrDefault(step => string.Equals(step.Id, id, StringComparison.Ordinal));
}
