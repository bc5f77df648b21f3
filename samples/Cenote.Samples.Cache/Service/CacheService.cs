using System.Diagnostics;
using System.Globalization;
using System.Net;
using Cenote.Measurement;
using Microsoft.Extensions.Caching.Hybrid;

namespace Cenote.Samples.Cache.Service;

/// <summary>
/// Serves articles, cached by HybridCache, and lists of twenty articles, whose responses are in the output cache. Listens on a
/// port of the loopback interface. The code is the same for every kind of cache.
/// </summary>
internal sealed class CacheService : IAsyncDisposable
{
    private const int ListLength = 20;

    private const int PopularArticles = 100;
    private const int MaxGets = 10_000;

    // The runtime's index of the large object heap.
    private const int LargeObjects = 3;

    // On a busy machine, a request for all gets from Redis would exceed the time limit of its client.
    private static readonly TimeSpan s_getsTime = TimeSpan.FromSeconds(5);

    private readonly int _articles;
    private readonly ZipfSampler _popularity;
    private readonly WebApplication _web;
    private readonly HybridCache _cache;
    private readonly CollectionWatch _watch = new();
    private readonly HitCount _articleHits = new();
    private readonly HitCount _listHits = new();
    private double _fillSeconds;

    /// <summary>Creates the service.</summary>
    /// <param name="kind">The kind of cache.</param>
    /// <param name="articles">The number of articles, and of lists.</param>
    /// <param name="bytes">The limit of each of the two caches, in bytes.</param>
    /// <param name="redis">The address of Redis; null for other caches.</param>
    public CacheService(CacheKind kind, int articles, long bytes, string? redis)
    {
        _articles = articles;
        _popularity = new ZipfSampler(articles);
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(static kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        builder.Services.AddLogging();
        builder.Services.AddRoutingCore();
        builder.Services.AddCaches(kind, bytes, redis);
        _web = builder.Build();
        _cache = _web.Services.GetRequiredService<HybridCache>();
        _web.Use(CountLists);
        _web.UseRouting();
        _web.UseOutputCache();
        _web.MapGet("/articles/{number:int}", GetArticleAsync);
        _web.MapGet("/lists/{number:int}", GetListAsync).CacheOutput(static policy => policy.Tag("lists"));
        _web.MapPost("/measurement", StartMeasurement);
        _web.MapGet("/alone", async http =>
            await http.Response.WriteAsJsonAsync(await MeasureAloneAsync(http.RequestAborted), CacheJson.Default.AloneReport));
        _web.MapGet("/measurement", http => http.Response.WriteAsJsonAsync(Report(), CacheJson.Default.ServiceReport));
    }

    /// <summary>Fills the cache, popular articles last, and starts the server.</summary>
    /// <returns>The address of the server.</returns>
    public async Task<Uri> StartAsync()
    {
        long start = Stopwatch.GetTimestamp();
        await Parallel.ForAsync(0, _articles, async (i, cancellationToken) =>
        {
            int number = _articles - 1 - i;
            await _cache.SetAsync(Key(number), ArticleSource.Make(number), cancellationToken: cancellationToken);
        });
        _fillSeconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        await _web.StartAsync();
        return new Uri(_web.Urls.Single());
    }

    public async ValueTask DisposeAsync()
    {
        await _web.DisposeAsync();
        _watch.Dispose();
    }

    private static string Key(int number) => string.Create(CultureInfo.InvariantCulture, $"articles/{number}");

    private Task CountLists(HttpContext http, RequestDelegate next)
    {
        if (http.Request.Path.StartsWithSegments("/lists", StringComparison.Ordinal))
        {
            _listHits.Ask();
        }

        return next(http);
    }

    private async Task GetArticleAsync(HttpContext http, int number)
    {
        if (number < _articles)
        {
            Article article = await FindAsync(number, http.RequestAborted);
            await http.Response.WriteAsJsonAsync(article, CacheJson.Default.Article);
        }
        else
        {
            http.Response.StatusCode = StatusCodes.Status404NotFound;
        }
    }

    private async Task GetListAsync(HttpContext http, int number)
    {
        _listHits.Make();
        var random = new SplitMix64((ulong)number);
        var list = new Article[ListLength];
        for (int i = 0; i < list.Length; i++)
        {
            list[i] = await FindAsync(_popularity.Next(ref random), http.RequestAborted);
        }

        await http.Response.WriteAsJsonAsync(list, CacheJson.Default.ArticleArray);
    }

    private ValueTask<Article> FindAsync(int number, CancellationToken cancellationToken)
    {
        _articleHits.Ask();
        return _cache.GetOrCreateAsync(
            Key(number),
            (Hits: _articleHits, Number: number),
            static (state, cancellationToken) =>
            {
                state.Hits.Make();
                return ArticleSource.LoadAsync(state.Number, cancellationToken);
            },
            cancellationToken: cancellationToken);
    }

    private Task StartMeasurement(HttpContext http)
    {
        _articleHits.Restart();
        _listHits.Restart();
        _watch.Restart();
        http.Response.StatusCode = StatusCodes.Status204NoContent;
        return Task.CompletedTask;
    }

    // Called after the load, because the full collection that it induces would change the measured pauses.
    private async Task<AloneReport> MeasureAloneAsync(CancellationToken cancellationToken)
    {
        var milliseconds = new List<double>(MaxGets);
        var watch = Stopwatch.StartNew();
        while (milliseconds.Count < MaxGets && watch.Elapsed < s_getsTime)
        {
            long start = Stopwatch.GetTimestamp();
            await FindAsync(milliseconds.Count % Math.Min(PopularArticles, _articles), cancellationToken);
            milliseconds.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        }

        milliseconds.Sort();
        return new AloneReport(milliseconds[milliseconds.Count / 2], GC.GetTotalMemory(forceFullCollection: true));
    }

    private ServiceReport Report()
    {
        GCMemoryInfo heap = GC.GetGCMemoryInfo();
        using var process = Process.GetCurrentProcess();
        return new ServiceReport(
            MachineInfo.Current().GarbageCollector,
            _fillSeconds,
            _articleHits.HitRatio(),
            _listHits.HitRatio(),
            _watch.Read(),
            heap.HeapSizeBytes,
            heap.GenerationInfo[LargeObjects].SizeAfterBytes,
            ResidentMemory.Bytes,
            process.PeakWorkingSet64);
    }
}
