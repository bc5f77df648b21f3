using System.Net;
using Cenote.Caching;
using Cenote.Extensions.Caching;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.OutputCaching;
using Microsoft.Extensions.DependencyInjection;

namespace Cenote.Extensions.Tests.Caching;

/// <summary>Output caching over Kestrel on the loopback interface.</summary>
public sealed class OutputCachingTests : IAsyncLifetime, IDisposable
{
    private readonly HttpClient _client = new();
    private readonly WebApplication _web;
    private int _made;

    public OutputCachingTests()
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(static kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        builder.Services.AddLogging();
        builder.Services.AddRoutingCore();
        builder.Services.AddOutputCache(static options => options.MaximumBodySize = 8 << 20);
        builder.Services.AddCenoteOutputCache(static options =>
        {
            options.MaximumBytes = 64 << 20;
            options.MaximumEntryBytes = 8 << 20;
        });
        _web = builder.Build();
        _web.UseOutputCache();
        _web.MapGet("/text/{length:int}", (int length) => $"{Interlocked.Increment(ref _made)}{new string('x', length)}")
            .CacheOutput(static policy => policy.SetVaryByQuery("page").SetVaryByHeader("Accept-Language").Tag("texts", "all"));
        _web.MapGet("/other", () => $"{Interlocked.Increment(ref _made)}").CacheOutput(static policy => policy.Tag("others", "all"));
        _web.MapGet("/never", () => $"{Interlocked.Increment(ref _made)}");
    }

    private ByteCache Bytes => _web.Services.GetRequiredKeyedService<ByteCache>(CenoteCacheNames.OutputCache);

    public async Task InitializeAsync()
    {
        await _web.StartAsync();
        _client.BaseAddress = new Uri(_web.Urls.Single());
    }

    public async Task DisposeAsync() => await _web.DisposeAsync();

    public void Dispose() => _client.Dispose();

    [Fact]
    public async Task A_response_is_made_once()
    {
        for (int i = 0; i < 5; i++)
        {
            Assert.Equal("1xxx", await _client.GetStringAsync("/text/3"));
        }

        using HttpResponseMessage cached = await _client.GetAsync("/text/3");
        Assert.NotNull(cached.Headers.Age);
        Assert.Equal("text/plain", cached.Content.Headers.ContentType!.MediaType);
        Assert.Equal(1, _made);
        Assert.True(Bytes.GetStatistics().Hits >= 5);
        await _client.GetStringAsync("/never");
        await _client.GetStringAsync("/never");
        Assert.Equal(3, _made);
    }

    [Fact]
    public async Task Responses_vary_by_query_and_header()
    {
        string[] answers =
        [
            await GetAsync("/text/0?page=1", "en"), await GetAsync("/text/0?page=2", "en"), await GetAsync("/text/0?page=1", "de"),
            await GetAsync("/text/0?page=1&other=3", "en"), await GetAsync("/text/0?page=2", "en"), await GetAsync("/text/0?page=1", "de"),
        ];

        Assert.Equal(["1", "2", "3", "1", "2", "3"], answers);
    }

    [Fact]
    public async Task Each_of_its_tags_evicts_a_response()
    {
        var store = _web.Services.GetRequiredService<IOutputCacheStore>();
        Assert.Equal(("1", "2"), (await _client.GetStringAsync("/text/0"), await _client.GetStringAsync("/other")));
        await store.EvictByTagAsync("texts", default);
        Assert.Equal(("3", "2"), (await _client.GetStringAsync("/text/0"), await _client.GetStringAsync("/other")));
        await store.EvictByTagAsync("all", default);
        Assert.Equal(("4", "5"), (await _client.GetStringAsync("/text/0"), await _client.GetStringAsync("/other")));
        Assert.Equal(("4", "5"), (await _client.GetStringAsync("/text/0"), await _client.GetStringAsync("/other")));
    }

    [Theory]
    [InlineData(100_000)]
    [InlineData(5_000_000)]
    public async Task Large_bodies_are_whole(int length)
    {
        string expected = $"1{new string('x', length)}";
        for (int i = 0; i < 3; i++)
        {
            Assert.Equal(expected, await _client.GetStringAsync($"/text/{length}"));
        }

        Assert.Equal(1, _made);
    }

    [Fact]
    public async Task Many_clients_at_once_get_whole_responses()
    {
        await AskAsync();
        int made = _made;
        await AskAsync();

        // A request that misses just before the response is stored generates the response again, because the framework checks the
        // cache only once.
        Assert.InRange(made, 10, 20);
        Assert.Equal(made, _made);

        Task AskAsync() => Task.WhenAll(Enumerable.Range(0, 200).Select(async i =>
        {
            int length = i % 10 * 1_000;
            string answer = await _client.GetStringAsync($"/text/{length}");
            Assert.Equal(length, answer.AsSpan().TrimStart("0123456789").Length);
            Assert.EndsWith(new string('x', length), answer, StringComparison.Ordinal);
        }));
    }

    private async Task<string> GetAsync(string address, string language)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        request.Headers.AcceptLanguage.ParseAdd(language);
        using HttpResponseMessage answer = await _client.SendAsync(request);
        return await answer.Content.ReadAsStringAsync();
    }
}
