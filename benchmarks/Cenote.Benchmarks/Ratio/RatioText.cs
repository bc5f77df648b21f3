using System.Globalization;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>Formats a report as text: conditions, rows, and a summary.</summary>
internal static class RatioText
{
    /// <summary>Returns the whole report.</summary>
    public static string Of(RatioReport report, IRatioArea area) => string.Join(
        '\n',
        [
            report.Machine.ToString(),
            .. report.Runs.Select(run => $"{report.Processor}; {run}"),
            report.Runs.Count > 1 ? $"Medians of {report.Runs.Count} runs; spread: between which values they lie." : "",
            .. report.Rows.GroupBy(row => row.Group).Select(group => $"\n{group.Key}\n{Table(group)}"),
            Summary(report.Rows).ToString(),
            $"{area.Summarize(report.Rows)}{Limits(report.Rows)}, {report.Seconds:0} s\n",
        ]);

    /// <summary>The number of goals, and the number that were missed.</summary>
    public static string Limits(IReadOnlyList<RatioRow> rows) =>
        $"{rows.Count(row => row.Limit is not null)} limits, {rows.Count(row => !row.IsMet)} missed";

    /// <summary>A value with a sensible number of digits.</summary>
    public static string Number(double value)
    {
        string format = Math.Abs(value) switch
        {
            < 0.1 and not 0 => "0.000",
            < 100 => "0.00",
            _ => "N0",
        };
        return value.ToString(format, CultureInfo.InvariantCulture);
    }

    private static TextTable Table(IEnumerable<RatioRow> rows)
    {
        var table = new TextTable(
            "case", "rival", "value", "spread", "limit", "met", "unit", "ns", "baseline ns", "B/op", "gen0/M op");
        foreach (RatioRow row in rows)
        {
            table.Add(
                row.Case,
                row.Rival,
                Number(row.Value),
                row.Low == row.High ? "" : $"{Number(row.Low)}..{Number(row.High)}",
                Optional(row.Limit),
                row.Limit is null ? "" : row.IsMet ? "yes" : "NO",
                row.Unit,
                Optional(row.Nanoseconds),
                Optional(row.BaselineNanoseconds),
                Optional(row.AllocatedBytes),
                Optional(row.Gen0PerMillion));
        }

        return table;
    }

    // For each rival of a group with several ratios: their geometric mean, and the worst one.
    private static TextTable Summary(IReadOnlyList<RatioRow> rows)
    {
        var table = new TextTable("group", "rival", "rows", "geometric mean", "worst", "case", "unit");
        var groups = rows
            .Where(row => row.IsRatio && row.Value > 0)
            .GroupBy(row => (row.Group, row.Rival, row.Unit))
            .Where(group => group.Count() > 1);
        foreach (var group in groups)
        {
            RatioRow worst = group.MaxBy(row => row.Value)!;
            double mean = RatioRow.GeometricMean(group);
            table.Add(
                group.Key.Group, group.Key.Rival, Units.Count(group.Count()), Number(mean), Number(worst.Value), worst.Case,
                group.Key.Unit);
        }

        return table;
    }

    private static string Optional(double? value) => value is { } number ? Number(number) : "";
}
