using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;

namespace Cenote.Tool.Reports.Html;

/// <summary>
/// Recommendations as cards, the largest gains first, and below them the topics without a recommendation.
/// </summary>
internal static class AdviceSection
{
    private const string Answer = "an answer that beats plain managed code on this file; the others are below.";

    public static Fragment Write(MeasureReport report)
    {
        AdviceItem[] changes = [.. report.Advice.Where(item => item.Effects.Count > 0).OrderByDescending(item => item.Saved)];
        AdviceItem[] others = [.. report.Advice.Where(item => item.Effects.Count == 0)];
        int questions = report.Advice.Count(item => item.Steps.Count > 0);
        return Fragment.Of(
            $"""
            <section id="advice" aria-labelledby="advice-heading">
            <h2 id="advice-heading">What to use, and what you gain</h2>
            <p class="lead">{Summary(changes.Length, questions)}</p>
            {Card.Draw([.. changes.Select(item => CardOf(report, item))])}{Rest(report, others)}
            </section>

            """);
    }

    private static string SavedInAll(MeasureReport report, AdviceItem item)
    {
        double memory = item.Effects.Where(effect => effect.Kind == EffectKind.Memory).Sum(effect => effect.Saved);
        double time = item.Effects.SavedTime(report.Sections.SelectMany(section => section.Steps));
        string[] parts = [.. Parts()];
        return parts.Length == 0 ? string.Empty : $", {string.Join(" and ", parts)} less in total";

        IEnumerable<string> Parts()
        {
            if (memory >= 1)
            {
                yield return Units.Bytes(Math.Round(memory));
            }

            if (time > 0)
            {
                yield return Units.Time(1e6 * time);
            }
        }
    }

    private static string Summary(int changes, int questions) => (changes, questions) switch
    {
        (_, 0) => "Nothing was measured that could lead to a recommendation.",
        (0, _) => "Stay with plain managed code: on this file nothing beats it by enough to be worth a change.",
        (1, 1) => "The question has an answer that beats plain managed code on this file.",
        _ when changes == questions =>
            $"All {Units.Count(questions)} questions have an answer that beats plain managed code on this file.",
        (1, _) => $"1 of {Units.Count(questions)} questions has {Answer}",
        _ => $"{Units.Count(changes)} of {Units.Count(questions)} questions have {Answer}",
    };

    private static Card CardOf(MeasureReport report, AdviceItem item) => new(
        item.Topic,
        Headline.Of(item),
        Fragment.Of(
            $"""
            <p class="against">compared with <code>{BaselineOf(report, item)}</code>{SavedInAll(report, item)}</p>
            <p>{AdviceText.Conclusion(item)}</p>
            {Costs(CardCosts.Of(report, item))}{VerdictSection.Code(item.Topic, Snippets.Of(item.Recommends!))}
            <p class="evidence"><a href="#{Anchors.Of(report, item)}">Charts and figures<span class="unseen">: {item.Topic}</span></a></p>

            """));

    private static Fragment Costs(string costs) => costs.Length == 0
        ? Fragment.Empty
        : Fragment.Of(
            $"""
            <p class="costs"><strong>Costs</strong> {costs}</p>

            """);

    private static Fragment Rest(MeasureReport report, AdviceItem[] items) => items.Length == 0
        ? Fragment.Empty
        : Fragment.Of(
            $"""
            <details>
            <summary>{Units.Count(items.Length, "topic")} without a recommendation</summary>
            <ul class="rest">
            {items.Select(item => Line(report, item))}
            </ul>
            </details>

            """);

    private static Fragment Line(MeasureReport report, AdviceItem item) => Fragment.Of(
        $"""
        <li data-topic="{item.Topic}"><a class="topic" href="#{Anchors.Of(report, item)}">{item.Topic}</a> <span class="outcome">{Outcome(report, item)}</span> <span class="conclusion">{AdviceText.Conclusion(item)}</span></li>

        """);

    private static string Outcome(MeasureReport report, AdviceItem item) => item switch
    {
        { Recommends: string plain } => $"{plain} wins",
        { Topic: Adviser.DuplicatesTopic } => $"{Units.Percent(report.Profile.RepeatedMemory())} of memory repeats",
        { Outcome: Conclusion.TooCloseToCall } => "Too close to call",
        { Outcome: Conclusion.Depends } => "It depends",
        { Outcome: Conclusion.CostsTime } => "Costs time",
        { Outcome: Conclusion.NotMeasured } => "Not measured",
        _ => "Not worth it",
    };

    private static string BaselineOf(MeasureReport report, AdviceItem item)
    {
        string step = item.Effects[0].Step;
        return report.Sections.Select(section => section.Step(step)).OfType<StepResult>().First().Timing.Rivals[0].Name;
    }
}
