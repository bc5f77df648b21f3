using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

/// <summary>
/// The results of five real files, shortened to the steps that the rules need. This fixture need not be updated with newer
/// results.
/// </summary>
internal static class RealResults
{
    /// <summary>The reports, by file name.</summary>
    public static IReadOnlyDictionary<string, MeasureReport> Reports { get; } = Directory
        .EnumerateFiles(Path.Combine(Repository.Folder, "tests", "Cenote.Tool.Tests", "Advising", "RealFiles"), "*.json")
        .ToDictionary(static path => Path.GetFileNameWithoutExtension(path), ReportReader.Read, StringComparer.Ordinal);

    /// <summary>The kinds of steps that <see cref="AnyResults"/> generates, from a report and in the same order.</summary>
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
