using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;

namespace Cenote.Tool.Reports.Html;

/// <summary>What links within the page lead to.</summary>
internal static class Anchors
{
    public const string Profile = "profile";

    public static string Of(SectionResult section) => $"section-{section.Name}";

    public static string Of(StepResult step) => $"step-{step.Id}";

    /// <summary>
    /// Where the figures of an advice are: the first of its steps, or of those that step is shown with; else the profile.
    /// </summary>
    public static string Of(MeasureReport report, AdviceItem item) =>
        report.Sections
            .SelectMany(section => section.Steps)
            .FirstOrDefault(step => item.Steps.Contains(step.Id, StringComparer.Ordinal)) is StepResult step
            ? Of(step)
            : Profile;
}
