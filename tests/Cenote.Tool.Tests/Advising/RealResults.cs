using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

/// <summary>
/// What was measured of five real files, shortened to the steps that the rules need. A fixture: newer results need not replace
/// it.
/// </summary>
internal static class RealResults
{
    /// <summary>Their reports, by the names of the files.</summary>
    public static IReadOnlyDictionary<string, MeasureReport> Reports { get; } = Directory
        .EnumerateFiles(Path.Combine(Repository.Folder, "tests", "Cenote.Tool.Tests", "Advising", "RealFiles"), "*.json")
        .ToDictionary(static path => Path.GetFileNameWithoutExtension(path), ReportReader.Read, StringComparer.Ordinal);

    /// <summary>The steps of a report that <see cref="AnyResults"/> makes up, in the same order.</summary>
    public static StepResult[] StepsOf(MeasureReport report)
    {
        return
        [
            Step(StringsSection.Hold), Step(StringsSection.Churn(StringsSection.Windows[0])), Step(SortSection.Ordinal),
            Step(BuffersSection.Copy),
            .. report.Sections.Single(static section => section.Name == ObjectsSection.SectionName)
                .Steps.Where(static step => step.Timing.Rivals[0].Name == ObjectsSection.NewBuffers)
                .Take(ObjectsSection.Threads.Count),
            Step(CollectionsSection.Build), Step(CollectionsSection.Hits), Step(CollectionsSection.Misses),
            Step(InterningSection.First), Step(InterningSection.Second),
        ];

        StepResult Step(string id) =>
            report.Sections.Select(section => section.Step(id)).Single(static step => step is not null)!;
    }
}
