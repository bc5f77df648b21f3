using System.Globalization;
using System.Text.Json;

using System.Text.RegularExpressions;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Publishing;

/// <summary>The plots in <c>docs/benchmarks/plots</c>.</summary>
internal static partial class Plots
{
    private static readonly Plot[] s_bars =
    [
        new("objects-threads", "Object pools: allocate and free on several threads", "times as fast as Microsoft.Extensions.ObjectPool")
        {
            Area = "objects", Group = "threads", Unit = "x Microsoft", Cases = ", 10,000 pairs each", Rivals = ["policy", "ArrayPool"],
            IsInverse = true,
        },
        new("scratch", "Scratch buffers: rent, write to each cache line, release", "times as fast as ArrayPool.Shared")
        {
            Area = "buffers", Group = "each line written", Unit = "x ArrayPool", Cases = ", each line written, one held",
            Rivals = ["scratch"], IsInverse = true,
        },
        new("native-memory", "Ten million keys of 16 bytes with values of 56 bytes", "MB of resident memory, after a full collection")
        {
            Area = "native", Group = "resident after a full GC", Unit = "MB", Cases = "Int128 to 56 bytes",
        },
    ];

    /// <summary>The name and content of each file.</summary>
    /// <param name="reports">All results.</param>
    /// <param name="repository">The root of the repository.</param>
    public static IEnumerable<(string Name, string Svg)> All(IReadOnlyList<RatioReport> reports, string repository) =>
    [
        .. s_bars.Select(plot => ($"{plot.Name}.svg", BarChart.Of(plot.Title, plot.Note, BarsOf(plot, reports)))),
        ("parts.svg", BarChart.Of("Parts of Cenote", "times as fast as what they replace: the lowest and highest figure of README", BarsOf(File.ReadAllText(Path.Combine(repository, "README.md"))))),
        ("catalog.svg", PointChart.Of(
            "A service of five million products under load",
            "across: seconds; up: the maximum latency of a request per 200 ms, in milliseconds",
            CatalogOf(repository),
            isTime: true)),
        ("caches.svg", PointChart.Of(
            "Caches under load",
            "across: millions of requests a second; up: longest full collection in ms. The best place is at the bottom right",
            CachesOf(reports))),
        ("scale-hit.svg", PointChart.Of("A lookup by a random key", "across: entries; up: nanoseconds", Growth(reports, "hit"))),
        ("scale-pause.svg", PointChart.Of("A full collection", "across: entries; up: milliseconds", Growth(reports, "full GC"))),
    ];

    // The sample's --json output, on the newest processor.
    private static Series[] CatalogOf(string repository)
    {
        string newest = Directory
            .EnumerateFiles(Path.Combine(repository, "benchmarks", "results"), "catalog.json", SearchOption.AllDirectories)
            .Max(StringComparer.Ordinal)!;
        using var results = JsonDocument.Parse(File.ReadAllBytes(newest));
        return
        [
            .. results.RootElement.EnumerateArray().Select(run => new Series(
                $"{run.GetProperty("form")}, {(run.GetProperty("serverCollector").GetBoolean() ? "server" : "workstation")} GC",
                [.. run.GetProperty("load").GetProperty("longest").EnumerateArray().Select((longest, i) => ((i + 1) / 5.0, longest.GetDouble()))])),
        ];
    }

    // The "times as fast" column of README's parts table.
    private static Bar[] BarsOf(string readme) =>
    [
        .. from Match row in Part.Matches(readme)
           let figures = Times.Matches(row.Groups["times"].Value)
               .Select(figure => double.Parse(figure.ValueSpan[..^1], CultureInfo.InvariantCulture)).ToArray()
           where figures.Length > 0
           select new Bar(row.Groups["part"].Value, "", figures.Min(), figures.Max()),
    ];

    // The lowest throughput and the longest pause of all processors.
    private static Series[] CachesOf(IReadOnlyList<RatioReport> reports)
    {
        RatioRow[] load = [.. reports.Where(report => report.Area == "cache").SelectMany(report => report.Rows).Where(row => row.Group == "load")];
        ILookup<string, double> requests = load.Where(row => row.Unit == "M/s").ToLookup(row => row.Rival, row => row.Value);
        ILookup<string, double> pauses = load.Where(row => row.Unit == "ms").ToLookup(row => row.Rival, row => row.Value);
        return [.. requests.Select(rival => new Series(rival.Key, [(rival.Min(), pauses[rival.Key].Max())]))];
    }

    // A line for each structure: the worst value of all processors for each number of entries.
    private static Series[] Growth(IReadOnlyList<RatioReport> reports, string group) =>
    [
        .. reports.Where(report => report.Area == "scale").SelectMany(report => report.Rows).Where(row => row.Group == group)
            .GroupBy(row => row.Rival)
            .Select(rival => new Series(
                rival.Key, [.. rival.GroupBy(EntriesOf).OrderBy(same => same.Key).Select(same => (same.Key, same.Max(row => row.Value)))])),
    ];

    private static double EntriesOf(RatioRow row) => double.Parse(row.Case.Split(' ')[0], NumberStyles.Number, CultureInfo.InvariantCulture);

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

    // A plot shows all rivals of one case, or the requested rivals of several cases.
    private static string LabelOf(Plot plot, (string Case, string Rival) title) =>
        plot.Rivals is null ? title.Rival : title.Case.Replace(plot.Cases, "", StringComparison.Ordinal);

    [GeneratedRegex(@"^\| \[(?<part>[^\]]*)\]\([^|]*\|[^|]*\|(?<times>[^|]*)\|", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Part { get; }

    [GeneratedRegex(@"\d+(?:\.\d+)?x")]
    private static partial Regex Times { get; }

    private sealed record Plot(string Name, string Title, string Note)
    {
        public required string Area { get; init; }

        public required string Group { get; init; }

        public required string Unit { get; init; }

        /// <summary>A part of the name that all cases to draw have in common.</summary>
        public required string Cases { get; init; }

        /// <summary>The rivals to draw; null for all.</summary>
        public string[]? Rivals { get; init; }

        /// <summary>Whether the value is a time relative to a rival's, to be drawn as a speedup.</summary>
        public bool IsInverse { get; init; }
    }
}
