using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;

namespace Cenote.Tool.Reports.Html;

/// <summary>The targets of links within the page.</summary>
internal static class Anchors
{
    public const string Profile = "profile";

    public static string Of(SectionResult section) => $"section-{section.Name}";

    public static string Of(StepResult step) => $"step-{step.Id}";

    /// <summary>
    /// The anchor of the figures of a recommendation: that of its first measured step, or of the profile if it has none.
    /// </summary>
    public static string Of(MeasureReport report, AdviceItem item) =>
        report.Sections
            .SelectMany(section => section.Steps)
            .FirstOrDefault(step => item.Steps.Contains(step.Id, StringComparer.Ordinal)) is StepResult step
            ? Of(step)
            : Profile;
}
