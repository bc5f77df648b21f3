using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Reports.Html;

/// <summary>One part of the library: for each of its steps what follows, charts, and every figure.</summary>
internal static class MeasuredSection
{
    public static Fragment Write(MeasureReport report, SectionResult section)
    {
        string id = Anchors.Of(section);
        return Fragment.Of(
            $"""
            <section id="{id}" aria-labelledby="{id}-heading">
            <h2 id="{id}-heading">{TitleOf(section)}</h2>
            <p class="lead">{Question(section)}</p>
            {(section.Steps.Count == 0 ? Fragment.Empty : Legend.OfContenders())}{Groups(section).Select(steps => Group(report, steps))}
            </section>

            """);
    }

    /// <summary>What people call it.</summary>
    public static string TitleOf(SectionResult section) => section.Name switch
    {
        StringsSection.SectionName => "Strings",
        CollectionsSection.SectionName => "Dictionary keys",
        InterningSection.SectionName => "Interning",
        SortSection.SectionName => "Sorting",
        ObjectsSection.SectionName => "Buffers and builders",
        BuffersSection.SectionName => "Temporary memory",
        _ => section.Name,
    };

    private static string Question(SectionResult section) => section.Name switch
    {
        StringsSection.SectionName =>
            "Every string of the file held at once, and a window of strings that come and go. "
            + "Held at once is built once in a fresh process; over and over includes letting go again.",
        CollectionsSection.SectionName =>
            "The distinct strings as the keys of a dictionary: built, "
            + "and asked for keys that are there and for keys that are not.",
        InterningSection.SectionName =>
            "Each string becomes one that all its repetitions share. "
            + "The first pass begins with nothing; in the second pass all were asked for before.",
        SortSection.SectionName => "The strings in the order of the file, sorted ordinally.",
        ObjectsSection.SectionName =>
            "For each string an object for a moment: made anew each time, or taken from a pool and given back.",
        BuffersSection.SectionName =>
            "Working memory for a moment: a copy of each string, and a text that is put together piece by piece.",
        _ => string.Empty,
    };

    // Steps that differ only in their number of threads are shown together.
    private static IEnumerable<StepResult[]> Groups(SectionResult section) =>
        section.Steps.GroupBy(step => step.Title, StringComparer.Ordinal).Select(steps => steps.ToArray());

    private static Fragment Group(MeasureReport report, StepResult[] steps)
    {
        AdviceItem[] advice = [.. report.Advice.Where(item => item.Steps.Contains(steps[0].Id, StringComparer.Ordinal))];
        AdviceItem[] concluded = [.. advice.Where(item => Anchors.Of(report, item) == Anchors.Of(steps[0]))];
        var charts = new StepCharts(steps, advice);
        return Fragment.Of(
            $"""
            <section class="step" id="{Anchors.Of(steps[0])}" aria-labelledby="{Anchors.Of(steps[0])}-heading">
            <h3 id="{Anchors.Of(steps[0])}-heading">{steps[0].Title}</h3>
            {ProfileSection.Conclusions(concluded)}
            {charts.Draw()}{FigureTables.Write(steps)}
            </section>

            """);
    }
}
