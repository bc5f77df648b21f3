using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Reports;

/// <summary>The largest gains of all measured topics, in one line.</summary>
internal static class Summary
{
    /// <summary>The separator between two parts.</summary>
    public const string Separator = " · ";

    private const int MaxGains = 3;
    private const int MaxFigures = 2;

    /// <summary>
    /// Such as "Dictionary keys: 50 % less memory, 1.7× faster · Caches: 4.9× faster · Strings: keep plain strings". Null if it
    /// would contain only the verdict, which is shown separately.
    /// </summary>
    public static string? Of(MeasureReport report) => Parts(report) is { Count: > 0 } parts ? string.Join(Separator, parts) : null;

    /// <summary>The parts, between which lines may break; empty if there is no summary.</summary>
    public static IReadOnlyList<SummaryPart> Parts(MeasureReport report)
    {
        SummaryPart[] gains =
        [
            .. report.Sections
                .Where(section => section.Name != StringsSection.SectionName)
                .Select(section => BestOf(report, section))
                .OfType<AdviceItem>()
                .OrderByDescending(item => item.Saved)
                .Take(MaxGains)
                .Select(item => new SummaryPart(item.Topic, string.Join(", ", GainsOf(item).Take(MaxFigures)), IsGain: true)),
        ];
        return gains.Length == 0 || report.Answer is not { } answer ? gains : [.. gains, Strings(answer)];
    }

    private static AdviceItem? BestOf(MeasureReport report, SectionResult section) => report.Advice
        .Where(item => item.Steps.Any(step => section.Step(step) is not null) && GainsOf(item).Any())
        .MaxBy(item => item.Saved);

    private static IEnumerable<string> GainsOf(AdviceItem item) =>
        Headline.Of(item).Where(headline => headline.IsGain).Select(headline => $"{headline.Figure} {headline.What}");

    private static SummaryPart Strings(Answer answer) =>
        new("Strings", answer is { Gain: null, TradeOff: null } ? "keep plain strings" : VerdictSection.Headline(answer), answer.Gain is not null);
}
