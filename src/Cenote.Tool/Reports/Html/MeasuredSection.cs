using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Reports.Html;

/// <summary>One part of the library: conclusions, charts and figures of each step.</summary>
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
            {Groups(section).Select(steps => Group(report, steps))}
            </section>

            """);
    }

    /// <summary>The title of a section.</summary>
    public static string TitleOf(SectionResult section) => section.Name switch
    {
        StringsSection.SectionName => "Strings",
        CollectionsSection.SectionName => "Dictionary keys",
        InterningSection.SectionName => "Interning",
        SortSection.SectionName => "Sorting",
        ObjectsSection.SectionName => "Buffers and builders",
        BuffersSection.SectionName => "Temporary memory",
        CachesSection.SectionName => "Caches",
        _ => section.Name,
    };

    private static string Question(SectionResult section) => section.Name switch
    {
        StringsSection.SectionName =>
            "Every string of the file held at once, and a window of strings that come and go. "
            + "The held strings are built once per process; everything else is repeated.",
        CollectionsSection.SectionName =>
            "The distinct strings as the keys of a dictionary: building it, "
            + "and lookups of present and of missing keys.",
        InterningSection.SectionName =>
            "Each string is replaced with the one instance that all equal strings share. "
            + "The first pass starts with an empty interner; the second pass finds every string.",
        SortSection.SectionName => "An ordinal sort of the strings, which start in the order of the file.",
        ObjectsSection.SectionName =>
            "A short-lived object for each string: a new one each time, or one from a pool.",
        BuffersSection.SectionName =>
            "Short-lived working memory: a copy of each string, and a string built piece by piece.",
        CachesSection.SectionName when section.Steps.Count == 0 =>
            "There is too little to cache: a limit in bytes would make no difference.",
        CachesSection.SectionName =>
            "The distinct strings as UTF-8 by key, in caches with the same limit in bytes: reading through, which creates "
            + "missing entries, and lookups and updates where everything fits.",
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
