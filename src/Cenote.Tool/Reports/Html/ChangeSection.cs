using Cenote.Tool.Comparing;
using Cenote.Tool.Results;

namespace Cenote.Tool.Reports.Html;

/// <summary>The section about changes since an earlier run.</summary>
internal static class ChangeSection
{
    public static Fragment Write(MeasureReport report, MeasureReport? baseline)
    {
        if (baseline is null)
        {
            return Fragment.Empty;
        }

        RunComparison comparison = RunComparer.Compare(baseline, report);
        Change[] changes = [.. comparison.Of(Outcome.Worse), .. comparison.Of(Outcome.Better)];

        // A figure that was zero has no ratio.
        Change[] drawn = [.. changes.Where(change => double.IsFinite(change.Factor))];
        return Fragment.Of(
            $"""
            <section id="change" aria-labelledby="change-heading">
            <h2 id="change-heading">What has changed since {Dates.Day(baseline.Machine.Date)}</h2>
            <p class="lead">{Units.Count(comparison.Of(Outcome.Worse).Count)} worse, {Units.Count(comparison.Of(Outcome.Better).Count)} better, {Units.Count(comparison.Of(Outcome.Unchanged).Count)} unchanged, beyond the noise.</p>
            {(drawn.Length == 0 ? Fragment.Empty : Chart(drawn).Draw())}{changes.Except(drawn).Select(FromNothing)}
            </section>

            """);
    }

    private static BarChart Chart(Change[] changes) => new(
        "change",
        "Figures that have changed, relative to before",
        Fragment.Of(
            $"""<strong>Change</strong> relative to before; shorter is better {Legend.Entry(BarPart.Managed, "worse")} """
            + $"""{Legend.Entry(BarPart.Cenote, "better")}"""),
        [
            .. changes.Select(change => new Bar(
                NameOf(change),
                [new(change.Outcome == Outcome.Worse ? BarPart.Managed : BarPart.Cenote, change.Factor)],
                LabelOf(change))),
        ])
    {
        Reference = (1, "before"),
    };

    private static Fragment FromNothing(Change change) =>
        Fragment.Of($"""<p class="note">{NameOf(change)}: {LabelOf(change)}, worse.</p>""");

    private static string NameOf(Change change) => $"{change.Subject}, {change.Quantity}";

    private static string LabelOf(Change change) => $"{change.Before.Value} → {change.After.Value}";
}
