using System.Diagnostics;
using System.Globalization;
using Cenote.Measurement;
using Cenote.Samples.Cache.Service;

namespace Cenote.Samples.Cache.Measuring;

/// <summary>
/// Sends requests to one service: of ten requests, eight are for an article and two for a list. Popular articles and lists are
/// requested more often.
/// </summary>
/// <param name="client">The HTTP client for the service.</param>
/// <param name="kind">The cache of the service.</param>
/// <param name="options">The load.</param>
/// <param name="live">Receives the latencies of single articles for the live page; null for no page.</param>
/// <param name="progress">Receives a line per second.</param>
internal sealed class CacheRun(
    HttpClient client, CacheKind kind, LoadOptions options, LiveComparison? live, TextWriter progress) : IDisposable
{
    private const int MostWarmUpSeconds = 5;
    private const int Checked = 100;
    private const ulong Seed = 20;

    private readonly ZipfSampler _popularity = new(options.Articles);
    private readonly OpenLoad _load = new(client);
    private SplitMix64 _random = new(Seed);

    /// <summary>A hash of some responses, the same for every kind of cache.</summary>
    public Task<string> ChecksumAsync(CancellationToken cancellationToken) => Answers.ChecksumAsync(
        client, Enumerable.Range(0, Checked).Select(i => Address(i % options.Articles, i % 5 == 0)), cancellationToken);

    /// <summary>Loads the service twice: once to warm up its code, and once to measure.</summary>
    public async Task<RunResult> RunAsync(CancellationToken cancellationToken)
    {
        await LoadAsync(Math.Min(options.Seconds, MostWarmUpSeconds), "warming up", target: null, cancellationToken);
        (await client.PostAsync("/measurement", content: null, cancellationToken)).EnsureSuccessStatusCode().Dispose();
        RunResult result = await LoadAsync(options.Seconds, "measuring", live, cancellationToken);
        return result with { Alone = await client.GetFromJsonAsync("/alone", CacheJson.Default.AloneReport, cancellationToken) };
    }

    public void Dispose() => _load.Dispose();

    private async Task<RunResult> LoadAsync(
        int seconds, string what, LiveComparison? target, CancellationToken cancellationToken)
    {
        int requests = checked(seconds * options.Requests);
        var articles = new LatencyLog(requests);
        var lists = new LatencyLog(requests);
        long start = Stopwatch.GetTimestamp();
        using LiveLine? line = target?.Follow(articles, start);
        var schedule = new Schedule(start, options.Requests);
        Task<int> loading = Task.Factory.StartNew(
            () => _load.Run(requests, schedule, Next, cancellationToken),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        for (int second = 1; await Task.WhenAny(loading, Task.Delay(TimeSpan.FromSeconds(1), CancellationToken.None)) != loading;
            second++)
        {
            Show(what, second, seconds, await ReportAsync(CancellationToken.None), articles.Summarize());
        }

        int late = await loading;
        cancellationToken.ThrowIfCancellationRequested();
        return new RunResult(
            kind, articles.Summarize(), lists.Summarize(), late, _load.Failed, await ReportAsync(cancellationToken));

        (Uri Address, LatencyLog Log) Next()
        {
            bool isList = _random.Next(10) >= 8;
            return (Address(_popularity.Next(ref _random), isList), isList ? lists : articles);
        }
    }

    private static Uri Address(int number, bool isList) => new(
        string.Create(CultureInfo.InvariantCulture, $"/{(isList ? "lists" : "articles")}/{number}"), UriKind.Relative);

    private async Task<ServiceReport> ReportAsync(CancellationToken cancellationToken) =>
        (await client.GetFromJsonAsync("/measurement", CacheJson.Default.ServiceReport, cancellationToken))!;

    private void Show(string what, int second, int seconds, ServiceReport service, LatencySummary article) =>
        progress.WriteLine(
            $"  {what}, {second} s of {seconds}: {ComparisonTable.Percent(service.ArticleHitRatio)} and "
            + $"{ComparisonTable.Percent(service.ListHitRatio)} hits, "
            + $"p50 {ComparisonTable.Time(article.P50)}, p99 {ComparisonTable.Time(article.P99)}, "
            + $"p99.9 {ComparisonTable.Time(article.P999)}, "
            + $"pauses {ComparisonTable.Time(service.Collections.TotalPauseMilliseconds)}, {Units.Bytes(service.ResidentBytes)}");
}
