using System.Diagnostics;
using System.Globalization;
using System.Net.ServerSentEvents;
using System.Text.Json;
using Cenote.Measurement;

namespace Cenote.Samples.Catalog.Tests;

public sealed class LivePageTests : IAsyncLifetime, IDisposable
{
    private readonly StringWriter _error = new();
    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(30) };
    private LivePage _page = null!;

    public async Task InitializeAsync()
    {
        _page = await LivePage.StartAsync(0, new LiveLoad("A load", "10 things", "one thing", Seconds: 1), _error);
        _client.BaseAddress = _page.Address;
    }

    public async Task DisposeAsync() => await _page.DisposeAsync();

    public void Dispose() => _client.Dispose();

    [Fact]
    public async Task The_address_is_printed_and_serves_one_page_that_refers_to_no_other_host()
    {
        Assert.NotEqual(0, _page.Address.Port);
        Assert.Contains($"{_page.Address}", _error.ToString(), StringComparison.Ordinal);

        using HttpResponseMessage answer = await _client.GetAsync("/");
        string page = await answer.Content.ReadAsStringAsync();

        Assert.Equal("text/html; charset=utf-8", $"{answer.Content.Headers.ContentType}");
        Assert.StartsWith("<!DOCTYPE html>", page, StringComparison.Ordinal);
        Assert.Equal(
            ["http://www.w3.org/2000/svg"],
            page.Split('"').Where(static each => each.StartsWith("http", StringComparison.Ordinal) && !each.Contains(' ')));
    }

    [Fact]
    public async Task All_events_arrive_in_order_and_a_late_visitor_gets_them_too()
    {
        await using Stream early = await _client.GetStreamAsync("/events");
        IAsyncEnumerator<SseItem<string>> events = SseParser.Create(early).EnumerateAsync().GetAsyncEnumerator();
        Assert.True(await events.MoveNextAsync());
        Assert.Equal("load", events.Current.EventType);
        Assert.Equal("10 things", Json(events.Current).GetProperty("text").GetString());

        foreach (string name in (string[])["plain", "cenote"])
        {
            _page.Comparison.Start(name);
            Measure();
            _page.Comparison.Finish(new LatencySummary(300, 1, 2, 3, 4), CollectionStatistics.None);
        }

        _page.Comparison.Finish();
        var seen = new List<SseItem<string>>();
        while (await events.MoveNextAsync())
        {
            seen.Add(events.Current);
        }

        string[] types = [.. seen.Select(static each => each.EventType)];
        Assert.Equal(
            ["service", "result", "service", "result", "finished"], types.Where(static type => type != "point"));
        Assert.Equal(["plain", "cenote"], seen.Where(static each => each.EventType == "service").Select(each =>
            Json(each).GetProperty("name").GetString()));
        JsonElement[] points = [.. seen.TakeWhile(static each => each.EventType != "result").Skip(1).Select(Json)];
        Assert.InRange(points.Length, 2, 301);
        Assert.Equal(points.Select(Second).Order(), points.Select(Second));
        Assert.Equal(300, points.Max(static point => point.GetProperty("highest").GetDouble()));
        Assert.InRange(points[^1].GetProperty("p99").GetDouble(), 1, 1.02);

        await using Stream late = await _client.GetStreamAsync("/events");
        SseItem<string>[] all = await SseParser.Create(late).EnumerateAsync().ToArrayAsync();
        Assert.Equal(seen.Select(Text), all.Skip(1).Select(Text));

        static double Second(JsonElement point) => point.GetProperty("second").GetDouble();

        static string Text(SseItem<string> each) => string.Create(CultureInfo.InvariantCulture, $"{each.EventType} {each.Data}");
    }

    [Fact]
    public async Task The_end_of_the_server_ends_the_streams()
    {
        LivePage page = await LivePage.StartAsync(0, new LiveLoad("Another load", "", "", Seconds: 1), _error);
        var events = new Uri(page.Address, "events");
        using HttpResponseMessage answer = await _client.GetAsync(events, HttpCompletionOption.ResponseHeadersRead);

        await page.DisposeAsync();

        Assert.EndsWith("\n\n", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        await Assert.ThrowsAsync<HttpRequestException>(() => _client.GetAsync(events));
    }

    // Adds 300 latencies of 1 ms, and one latency of 300 ms in the middle, during more than half a second.
    private void Measure()
    {
        long millisecond = Stopwatch.Frequency / 1_000;
        var log = new LatencyLog(301);
        using LiveLine line = _page.Comparison.Follow(log, Stopwatch.GetTimestamp());
        for (int i = 0; i < 301; i++)
        {
            log.Add(i == 150 ? 300 * millisecond : millisecond);
            Thread.Sleep(2);
        }
    }

    private static JsonElement Json(SseItem<string> each) => JsonElement.Parse(each.Data);
}
