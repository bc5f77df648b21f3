using Cenote.Tool.Measuring;
using Cenote.Tool.Reports;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

/// <summary>The committed results of real files.</summary>
internal static class RealResults
{
    /// <summary>Their reports, by the names of the files.</summary>
    public static IReadOnlyDictionary<string, MeasureReport> Reports { get; } = Directory
        .EnumerateFiles(Path.Combine(Repository.Folder, "benchmarks", "results", "2026-11-22b-epyc-2core"), "measure-*.json")
        .ToDictionary(static path => Path.GetFileNameWithoutExtension(path), ReportReader.Read, StringComparer.Ordinal);

    /// <summary>The steps of a report that <see cref="AnyResults"/> makes up, in the same order.</summary>
    public static StepResult[] StepsOf(MeasureReport report)
    {
        return
        [
            Step(StringsSection.Hold), Step(StringsSection.Churn(StringsSection.Windows[0])), Step(SortSection.Ordinal), Step(BuffersSection.Copy),
            .. report.Sections.Single(static section => section.Name == ObjectsSection.SectionName)
                .Steps.Where(static step => step.Timing.Rivals[0].Name == ObjectsSection.NewBuffers).Take(ObjectsSection.Threads.Count),
            Step(CollectionsSection.Build), Step(CollectionsSection.Hits), Step(CollectionsSection.Misses),
            Step(InterningSection.First), Step(InterningSection.Second),
        ];

        StepResult Step(string id) => report.Sections.Select(section => section.Step(id)).Single(static step => step is not null)!;
    }
}
