using Cenote.Caching;
using Cenote.Extensions.Caching;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

namespace Cenote.Extensions.Tests.Caching;

/// <summary>HybridCache with its L1 cache on the managed heap switched off, so that every hit is served by Cenote.</summary>
public sealed class HybridCacheTests : IDisposable
{
    private readonly ServiceProvider _provider;
    private readonly HybridCache _hybrid;
    private readonly ByteCache _bytes;
    private int _made;

    public HybridCacheTests()
    {
        var services = new ServiceCollection();
        services.AddCenoteDistributedCache(options => options.MaximumBytes = 16 << 20);
        services.AddHybridCache(options => options.DefaultEntryOptions =
            new HybridCacheEntryOptions { Flags = HybridCacheEntryFlags.DisableLocalCache });
        _provider = services.BuildServiceProvider();
        _hybrid = _provider.GetRequiredService<HybridCache>();
        _bytes = _provider.GetRequiredKeyedService<ByteCache>(CenoteCacheNames.DistributedCache);
    }

    public void Dispose() => _provider.Dispose();

    [Fact]
    public async Task What_was_made_once_is_found_below_the_heap()
    {
        for (int i = 0; i < 10; i++)
        {
            Assert.Equal(new Customer("Ada", 17), await GetAsync("customers/17"));
        }

        Assert.Equal(1, _made);
        Assert.Equal(9, _bytes.GetStatistics().Hits);
        Assert.Equal(1, _bytes.Count);
    }

    [Fact]
    public async Task What_is_removed_by_key_or_tag_is_made_again()
    {
        await GetAsync("a");
        await _hybrid.RemoveAsync("a");
        await GetAsync("a");
        Assert.Equal(2, _made);

        await _hybrid.RemoveByTagAsync("customers");
        await GetAsync("a");
        Assert.Equal(3, _made);
    }

    [Fact]
    public async Task Large_values_and_many_callers_are_served()
    {
        string[] texts = await Task.WhenAll(Enumerable.Range(0, 50).Select(i => Task.Run(async () =>
            await _hybrid.GetOrCreateAsync($"text/{i % 5}", _ => ValueTask.FromResult(new string((char)('a' + (i % 5)), 50_000))))));

        Assert.All(texts.Index(), static text => Assert.Equal(new string((char)('a' + (text.Index % 5)), 50_000), text.Item));
        Assert.True(SpinWait.SpinUntil(() => _bytes.Count == 5, TimeSpan.FromSeconds(10)));
    }

    // The value may be returned before it is stored.
    private async Task<Customer> GetAsync(string key)
    {
        Customer customer = await _hybrid.GetOrCreateAsync(
            key,
            _ =>
            {
                _made++;
                return ValueTask.FromResult(new Customer("Ada", 17));
            },
            tags: ["customers"]);
        Assert.True(SpinWait.SpinUntil(() => _bytes.Touch(key), TimeSpan.FromSeconds(10)));
        return customer;
    }

    internal sealed record Customer(string Name, int Number);
}
