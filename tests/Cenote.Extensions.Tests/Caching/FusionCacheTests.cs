using Cenote.Caching;
using Cenote.Extensions.Caching;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.DependencyInjection;
using ZiggyCreatures.Caching.Fusion;
using ZiggyCreatures.Caching.Fusion.Serialization;

namespace Cenote.Extensions.Tests.Caching;

/// <summary>FusionCache without its L1 cache on the managed heap, so that every hit is served by Cenote.</summary>
public sealed class FusionCacheTests : IDisposable
{
    private readonly ServiceProvider _provider;
    private readonly IFusionCache _fusion;
    private readonly ByteCache _bytes;
    private int _made;

    public FusionCacheTests()
    {
        var services = new ServiceCollection();
        services.AddCenoteDistributedCache(options => options.MaximumBytes = 16 << 20);
        services.AddFusionCache()
            .WithDefaultEntryOptions(static options => options.SetDuration(TimeSpan.FromMinutes(1)).SetSkipMemoryCache())
            .WithSerializer(new JsonSerializer())
            .WithDistributedCache(static provider => provider.GetRequiredService<IDistributedCache>());
        _provider = services.BuildServiceProvider();
        _fusion = _provider.GetRequiredService<IFusionCache>();
        _bytes = _provider.GetRequiredKeyedService<ByteCache>(CenoteCacheNames.DistributedCache);
    }

    public void Dispose() => _provider.Dispose();

    [Fact]
    public async Task What_was_made_once_is_found_below_the_heap()
    {
        for (int i = 0; i < 10; i++)
        {
            Assert.Equal("Ada", await _fusion.GetOrSetAsync("customers/17", token => MakeAsync(token)));
        }

        Assert.Equal(1, _made);
        Assert.True(_bytes.GetStatistics().Hits >= 9);
    }

    [Fact]
    public async Task What_is_removed_is_made_again()
    {
        await _fusion.GetOrSetAsync("a", token => MakeAsync(token));
        await _fusion.RemoveAsync("a");
        await _fusion.GetOrSetAsync("a", token => MakeAsync(token));

        Assert.Equal(2, _made);
        Assert.Equal("Ada", (await _fusion.TryGetAsync<string>("a")).Value);
    }

    private Task<string> MakeAsync(CancellationToken token)
    {
        _made++;
        return Task.FromResult("Ada");
    }

    private sealed class JsonSerializer : IFusionCacheSerializer
    {
        public byte[] Serialize<T>(T? obj) => System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(obj);

        public T? Deserialize<T>(byte[] data) => System.Text.Json.JsonSerializer.Deserialize<T>(data);

        public ValueTask<byte[]> SerializeAsync<T>(T? obj, CancellationToken token = default) => new(Serialize(obj));

        public ValueTask<T?> DeserializeAsync<T>(byte[] data, CancellationToken token = default) => new(Deserialize<T>(data));
    }
}
