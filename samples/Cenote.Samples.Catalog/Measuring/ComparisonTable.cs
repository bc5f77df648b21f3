using Cenote.Measurement;

namespace Cenote.Samples.Catalog.Measuring;

/// <summary>Results side by side, one column for each service.</summary>
internal static class ComparisonTable
{
    /// <summary>Creates the table.</summary>
    public static TextTable Of(IReadOnlyList<RunResult> results, int seconds)
    {
        var table = new TextTable(["", .. results.Select(Title)]);
        Add("collector", static result => result.Service.Collector);
        AddLatencies("one product", static load => load.Product);
        AddLatencies("page of 20", static load => load.Page);
        AddLatencies("batch of updates", static load => load.Batch);
        Add("requests answered", static result => Units.Count(result.Load.Product.Count + result.Load.Page.Count));
        Add("requests that waited to be sent", static result => Units.Count(result.Load.Late));
        Add("requests and batches that failed", static result => Units.Count(result.Load.Failed));
        Add("updates a second", result => Units.Count(result.Load.Updates / seconds));
        Add("collections, gen 0 / 1 / 2", static result =>
            $"{result.Service.Collections.Gen0} / {result.Service.Collections.Gen1} / {result.Service.Collections.Gen2}");
        Add("pauses, total", static result => Time(result.Service.Collections.TotalPauseMilliseconds));
        Add("longest pause", static result => Time(result.Service.Collections.LongestPauseMilliseconds));
        Add("resident memory, at the end", static result => Units.Bytes(result.Service.ResidentBytes));
        Add("resident memory, peak", static result => Units.Bytes(result.Service.PeakResidentBytes));
        Add("time to fill", static result => Time(result.Service.FillSeconds * 1e3));
        return table;

        void Add(string title, Func<RunResult, string> cell) => table.Add([title, .. results.Select(cell)]);

        void AddLatencies(string kind, Func<LoadResult, LatencySummary> latencies)
        {
            Add($"{kind}, p50", result => Time(latencies(result.Load).P50));
            Add($"{kind}, p99", result => Time(latencies(result.Load).P99));
            Add($"{kind}, p99.9", result => Time(latencies(result.Load).P999));
            Add($"{kind}, max", result => Time(latencies(result.Load).Max));
        }
    }

    /// <summary>The name of a service.</summary>
    public static string Title(string form, bool serverCollector) => $"{form}, {(serverCollector ? "server" : "workstation")}";

    private static string Title(RunResult result) => Title(result.Form, result.ServerCollector);

    private static string Time(double milliseconds) => Units.Time(milliseconds * 1e6);
}
