using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Publishing;

/// <summary>The drawings in <c>docs/benchmarks/plots</c>.</summary>
internal static class Plots
{
    private static readonly Plot[] s_all =
    [
        new("objects-threads", "Object pools: allocate and free on several threads", "times as fast as Microsoft.Extensions.ObjectPool")
        {
            Area = "objects", Group = "threads", Unit = "x Microsoft", Cases = ", 10,000 pairs each", Rivals = ["policy", "ArrayPool"],
            IsInverse = true,
        },
        new("scratch", "Scratch buffers: rented, each line written, released", "times as fast as ArrayPool.Shared")
        {
            Area = "buffers", Group = "each line written", Unit = "x ArrayPool", Cases = ", each line written, one held",
            Rivals = ["scratch"], IsInverse = true,
        },
        new("cache-requests", "Caches under load: requests answered", "millions a second")
        {
            Area = "cache", Group = "load", Unit = "M/s", Cases = "requests",
        },
        new("cache-pauses", "Caches under load: longest full collection", "milliseconds")
        {
            Area = "cache", Group = "load", Unit = "ms", Cases = "longest full collection",
        },
        new("native-memory", "Ten million keys of 16 bytes with values of 56 bytes", "MB of resident memory, after a full collection")
        {
            Area = "native", Group = "resident after a full GC", Unit = "MB", Cases = "Int128 to 56 bytes",
        },
    ];

    /// <summary>The name of each file, and what is in it.</summary>
    public static IEnumerable<(string Name, string Svg)> All(IReadOnlyList<RatioReport> reports) =>
        s_all.Select(plot => ($"{plot.Name}.svg", BarChart.Of(plot.Title, plot.Note, BarsOf(plot, reports))));

    private static Bar[] BarsOf(Plot plot, IReadOnlyList<RatioReport> reports)
    {
        IEnumerable<RatioRow> rows =
            from report in reports
            where report.Area == plot.Area
            from row in report.Rows
            where row.Group == plot.Group && row.Unit == plot.Unit && row.Case.Contains(plot.Cases, StringComparison.Ordinal)
                && plot.Rivals?.Contains(row.Rival) != false
            select row;
        Bar[] bars =
        [
            .. rows.GroupBy(row => (row.Case, row.Rival)).Select(same => new Bar(
                LabelOf(plot, same.Key),
                plot.Rivals is null ? "" : same.Key.Rival,
                same.Min(row => ValueOf(plot, row)),
                same.Max(row => ValueOf(plot, row)))),
        ];
        return bars.Length > 0 ? bars : throw new InvalidOperationException($"There are no rows for {plot.Name}.");
    }

    private static double ValueOf(Plot plot, RatioRow row) => plot.IsInverse ? 1 / row.Value : row.Value;

    // Bars are of the rivals of one case, or of several cases of the rivals that are asked for.
    private static string LabelOf(Plot plot, (string Case, string Rival) title) =>
        plot.Rivals is null ? title.Rival : title.Case.Replace(plot.Cases, "", StringComparison.Ordinal);

    private sealed record Plot(string Name, string Title, string Note)
    {
        public required string Area { get; init; }

        public required string Group { get; init; }

        public required string Unit { get; init; }

        /// <summary>A part of the cases that are drawn.</summary>
        public required string Cases { get; init; }

        /// <summary>Who is drawn; null for all.</summary>
        public string[]? Rivals { get; init; }

        /// <summary>Whether the value is a time relative to a rival, to be drawn as how many times as fast.</summary>
        public bool IsInverse { get; init; }
    }
}
