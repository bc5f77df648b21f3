using Cenote.Tool.Comparing;
using Cenote.Tool.Results;

namespace Cenote.Tool.Reports.Html;

/// <summary>What has changed since an earlier run.</summary>
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
        return Fragment.Of(
            $"""
            <section id="change" aria-labelledby="change-heading">
            <h2 id="change-heading">What has changed since {Dates.Day(baseline.Machine.Date)}</h2>
            <p class="lead">{Units.Count(comparison.Of(Outcome.Worse).Count)} worse, {Units.Count(comparison.Of(Outcome.Better).Count)} better, {Units.Count(comparison.Of(Outcome.Unchanged).Count)} unchanged, beyond the noise.</p>
            {(changes.Length == 0 ? Fragment.Empty : Chart(changes).Draw())}
            </section>

            """);
    }

    private static BarChart Chart(Change[] changes) => new(
        "change",
        "Figures that have changed, relative to before",
        Fragment.Of($"<strong>Change</strong> relative to before; shorter is better"),
        [
            .. changes.Select(change => new Bar(
                $"{change.Subject}, {change.Quantity}",
                [new(BarPart.Cenote, double.IsFinite(change.Factor) ? change.Factor : 0)],
                $"{change.Before.Value} → {change.After.Value}")),
        ])
    {
        Reference = (1, "before"),
    };
}
