using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Reports.Html;

/// <summary>The costs of a recommendation: slower reads, and the time to release everything.</summary>
internal static class CardCosts
{
    // A release that takes less time than this has nothing to free.
    private const double SmallestMilliseconds = 0.001;

    /// <summary>The costs in a sentence; empty if none were measured.</summary>
    public static string Of(MeasureReport report, AdviceItem item)
    {
        string[] costs = item.Recommends is string name ? [.. Reads(report, item, name), .. Release(report, item, name)] : [];
        return costs.Length == 0 ? string.Empty : $"{string.Join("; ", costs)}.";
    }

    private static IEnumerable<string> Reads(MeasureReport report, AdviceItem item, string name) =>
        item.Steps.Contains(StringsSection.Hold, StringComparer.Ordinal)
            ? Adviser.ReadingOf(
                StepOf(report, FreshBuilds.RandomReads), StepOf(report, FreshBuilds.HotReads), name, Verdict.Slower)
            : [];

    private static IEnumerable<string> Release(MeasureReport report, AdviceItem item, string name) => item.Steps
        .Select(id => StepOf(report, id))
        .SelectMany(step => step?.Memory ?? [])
        .Where(memory => memory.Name == name && memory.ReleaseMilliseconds >= SmallestMilliseconds)
        .Select(memory => $"releasing everything measured took {Units.Time(1e6 * memory.ReleaseMilliseconds)}")
        .Take(1);

    private static StepResult? StepOf(MeasureReport report, string id) =>
        report.Sections.Select(section => section.Step(id)).FirstOrDefault(step => step is not null);
}
