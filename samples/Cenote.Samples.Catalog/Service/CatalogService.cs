using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text.Json;
using Cenote.Measurement;
using Cenote.Samples.Catalog.Catalogs;
using Cenote.Samples.Catalog.Feed;

namespace Cenote.Samples.Catalog.Service;

/// <summary>
/// Serves a catalog over HTTP on a port of the loopback interface. The code is the same for every form of catalog.
/// </summary>
internal sealed class CatalogService : IAsyncDisposable
{
    private readonly ICatalog _catalog;
    private readonly WebApplication _web;
    private readonly CollectionWatch _watch = new();
    private readonly double _fillSeconds;
    private long _updates;

    /// <summary>Fills a catalog and creates the service.</summary>
    /// <param name="catalog">The catalog, which must be empty; disposed together with the service.</param>
    /// <param name="products">The number of products to add.</param>
    public CatalogService(ICatalog catalog, int products)
    {
        _catalog = catalog;
        long start = Stopwatch.GetTimestamp();
        Fill(products);
        _fillSeconds = Stopwatch.GetElapsedTime(start).TotalSeconds;

        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(static kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        builder.Services.AddRoutingCore();
        _web = builder.Build();
        _web.MapGet("/products/{sku}", GetProduct);
        _web.MapGet("/brands/{brand}", http => GetPage(http, "brand", _catalog.WriteBrand));
        _web.MapGet("/categories/{category}", http => GetPage(http, "category", _catalog.WriteCategory));
        _web.MapPost("/updates", PostUpdatesAsync);
        _web.MapPost("/measurement", StartMeasurement);
        _web.MapGet("/measurement", http => http.Response.WriteAsJsonAsync(Report(), CatalogJson.Default.ServiceReport));
    }

    /// <summary>Starts the server.</summary>
    /// <returns>The address of the server.</returns>
    public async Task<Uri> StartAsync()
    {
        await _web.StartAsync();
        return new Uri(_web.Urls.Single());
    }

    public async ValueTask DisposeAsync()
    {
        await _web.DisposeAsync();
        _watch.Dispose();
        _catalog.Dispose();
    }

    private void Fill(int products)
    {
        Span<byte> line = stackalloc byte[ProductSource.MaximumLineBytes];
        for (int number = 0; number < products; number++)
        {
            FeedReader.Apply(_catalog, line[..ProductSource.Write(number, version: 0, line)]);
        }
    }

    private Task GetProduct(HttpContext http)
    {
        using var json = new Utf8JsonWriter(http.Response.BodyWriter);
        if (_catalog.TryWrite((string)http.Request.RouteValues["sku"]!, json))
        {
            http.Response.ContentType = "application/json";
        }
        else
        {
            http.Response.StatusCode = StatusCodes.Status404NotFound;
        }

        return Task.CompletedTask;
    }

    private static Task GetPage(HttpContext http, string key, Action<string, int, Utf8JsonWriter> write)
    {
        string? text = http.Request.Query["page"];
        if (!int.TryParse(text ?? "0", NumberStyles.None, CultureInfo.InvariantCulture, out int page))
        {
            http.Response.StatusCode = StatusCodes.Status400BadRequest;
            return Task.CompletedTask;
        }

        http.Response.ContentType = "application/json";
        using var json = new Utf8JsonWriter(http.Response.BodyWriter);
        write((string)http.Request.RouteValues[key]!, page, json);
        return Task.CompletedTask;
    }

    private async Task PostUpdatesAsync(HttpContext http)
    {
        (int applied, bool valid) = await FeedReader.ReadAsync(_catalog, http.Request.BodyReader);
        Interlocked.Add(ref _updates, applied);
        http.Response.StatusCode = valid ? StatusCodes.Status204NoContent : StatusCodes.Status400BadRequest;
    }

    private Task StartMeasurement(HttpContext http)
    {
        _watch.Restart();
        http.Response.StatusCode = StatusCodes.Status204NoContent;
        return Task.CompletedTask;
    }

    private ServiceReport Report() => new(
        MachineInfo.Current().GarbageCollector,
        _fillSeconds,
        _catalog.Count,
        Interlocked.Read(ref _updates),
        _watch.Read(),
        ResidentMemory.Bytes,
        PeakResidentBytes());

    private static long PeakResidentBytes()
    {
        using var process = Process.GetCurrentProcess();
        return process.PeakWorkingSet64;
    }
}
