using System.Globalization;
using Cenote.Measurement;

namespace Cenote.Samples.Cache.Measuring;

/// <summary>Results side by side, one column for each service.</summary>
internal static class ComparisonTable
{
    /// <summary>Creates the table.</summary>
    public static TextTable Of(IReadOnlyList<RunResult> results)
    {
        var table = new TextTable(["", .. results.Select(static result => result.Kind.ToString().ToLowerInvariant())]);
        Add("collector", static result => result.Service.Collector);
        Add("articles found in the cache", static result => Percent(result.Service.ArticleHitRatio));
        Add("lists found in the cache", static result => Percent(result.Service.ListHitRatio));
        AddLatencies("one article", static result => result.Article);
        AddLatencies("list of 20", static result => result.List);
        Add("a cache get without HTTP, p50", static result => Time(result.Alone!.GetMilliseconds));
        Add("requests answered", static result => Units.Count(result.Article.Count + result.List.Count));
        Add("requests that waited to be sent", static result => Units.Count(result.Late));
        Add("requests that failed", static result => Units.Count(result.Failed));
        Add("collections, gen 0 / 1 / 2", static result =>
            $"{result.Service.Collections.Gen0} / {result.Service.Collections.Gen1} / {result.Service.Collections.Gen2}");
        Add("pauses, total", static result => Time(result.Service.Collections.TotalPauseMilliseconds));
        Add("longest pause", static result => Time(result.Service.Collections.LongestPauseMilliseconds));
        Add("managed heap", static result => Units.Bytes(result.Service.ManagedBytes));
        Add("  large objects", static result => Units.Bytes(result.Service.LargeObjectBytes));
        Add("  after a full collection", static result => Units.Bytes(result.Alone!.LiveBytes));
        Add("resident memory, at the end", static result => Units.Bytes(result.Service.ResidentBytes));
        Add("resident memory, peak", static result => Units.Bytes(result.Service.PeakResidentBytes));
        Add("time to fill", static result => Time(result.Service.FillSeconds * 1e3));
        return table;

        void Add(string title, Func<RunResult, string> cell) => table.Add([title, .. results.Select(cell)]);

        void AddLatencies(string kind, Func<RunResult, LatencySummary> latencies)
        {
            Add($"{kind}, p50", result => Time(latencies(result).P50));
            Add($"{kind}, p99", result => Time(latencies(result).P99));
            Add($"{kind}, p99.9", result => Time(latencies(result).P999));
            Add($"{kind}, max", result => Time(latencies(result).Max));
        }
    }

    /// <summary>Formats a share as a percentage.</summary>
    public static string Percent(double share) => (share * 100).ToString("0.0 '%'", CultureInfo.InvariantCulture);

    /// <summary>Formats milliseconds.</summary>
    public static string Time(double milliseconds) => Units.Time(milliseconds * 1e6);
}
