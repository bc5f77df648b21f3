using Cenote.Caching;
using Cenote.Extensions.Caching;
using Microsoft.AspNetCore.OutputCaching;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Cenote.Extensions.Tests.DependencyInjection;

public sealed class CacheRegistrationTests
{
    [Fact]
    public void Both_interfaces_are_one_cache_which_the_container_disposes()
    {
        ByteCache bytes;
        using (ServiceProvider provider = new ServiceCollection()
            .AddCenoteDistributedCache(options => options.MaximumBytes = 1 << 20)
            .BuildServiceProvider())
        {
            var cache = provider.GetRequiredService<IDistributedCache>();
            Assert.Same(cache, provider.GetRequiredService<IBufferDistributedCache>());
            Assert.Same(cache, provider.CreateScope().ServiceProvider.GetRequiredService<IDistributedCache>());
            bytes = provider.GetRequiredKeyedService<ByteCache>(CenoteCacheNames.DistributedCache);
            Assert.Equal(1 << 20, bytes.MaximumBytes);
            cache.SetString("key", "text");
            Assert.Equal(1, bytes.Count);
        }

        Assert.True(bytes.IsDisposed);
    }

    [Fact]
    public void Without_options_it_has_64_MiB()
    {
        using ServiceProvider provider = new ServiceCollection().AddCenoteDistributedCache().BuildServiceProvider();

        Assert.Equal(64 << 20, provider.GetRequiredKeyedService<ByteCache>(CenoteCacheNames.DistributedCache).MaximumBytes);
    }

    [Fact]
    public void Of_several_distributed_caches_the_one_that_was_asked_for_last_counts()
    {
        using ServiceProvider last = new ServiceCollection()
            .AddDistributedMemoryCache()
            .AddCenoteDistributedCache()
            .AddDistributedMemoryCache()
            .BuildServiceProvider();
        using ServiceProvider outgrown = new ServiceCollection()
            .AddCenoteDistributedCache()
            .AddStackExchangeRedisCache(static options => options.Configuration = "127.0.0.1:1")
            .BuildServiceProvider();

        Assert.IsType<CenoteDistributedCache>(Assert.Single(last.GetServices<IDistributedCache>()));
        Assert.IsNotType<CenoteDistributedCache>(outgrown.GetRequiredService<IDistributedCache>());
    }

    [Fact]
    public void What_is_configured_twice_is_one_cache()
    {
        using ServiceProvider provider = new ServiceCollection()
            .AddCenoteDistributedCache(options => options.MaximumBytes = 1 << 20)
            .AddCenoteDistributedCache(options => options.DefaultExpiration = TimeSpan.FromMinutes(1))
            .BuildServiceProvider();

        var bytes = Assert.Single(provider.GetKeyedServices<ByteCache>(CenoteCacheNames.DistributedCache));
        Assert.Equal(1 << 20, bytes.MaximumBytes);
        Assert.Single(provider.GetServices<IHostedService>());
        Assert.Single(provider.GetServices<IDistributedCache>());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void The_store_of_output_caching_takes_the_place_of_the_one_in_memory(bool isFirst)
    {
        var services = new ServiceCollection();
        services.AddLogging();
        if (!isFirst)
        {
            services.AddOutputCache();
        }

        services.AddCenoteOutputCache(options => options.MaximumBytes = 2 << 20);
        if (isFirst)
        {
            services.AddOutputCache();
        }

        ByteCache bytes;
        using (ServiceProvider provider = services.BuildServiceProvider())
        {
            var store = Assert.IsType<CenoteOutputCacheStore>(Assert.Single(provider.GetServices<IOutputCacheStore>()));
            Assert.Same(store, provider.GetRequiredService<IOutputCacheBufferStore>());
            bytes = provider.GetRequiredKeyedService<ByteCache>(CenoteCacheNames.OutputCache);
            Assert.Equal(2 << 20, bytes.MaximumBytes);
        }

        Assert.True(bytes.IsDisposed);
    }

    [Fact]
    public void Caches_have_names()
    {
        using ServiceProvider provider = new ServiceCollection()
            .AddCenoteByteCache("small", options => options.MaximumBytes = 1 << 20)
            .AddCenoteByteCache("large", options => options.MaximumBytes = 3 << 20)
            .AddCenoteDistributedCache()
            .BuildServiceProvider();

        Assert.Equal(1 << 20, provider.GetRequiredKeyedService<ByteCache>("small").MaximumBytes);
        Assert.Equal(3 << 20, provider.GetRequiredKeyedService<ByteCache>("large").MaximumBytes);
    }

    [Fact]
    public void A_wrong_option_throws_when_the_cache_is_first_asked_for()
    {
        using ServiceProvider provider = new ServiceCollection()
            .AddCenoteDistributedCache(options => options.MaximumBytes = 1)
            .BuildServiceProvider();

        var error = Assert.Throws<ArgumentOutOfRangeException>(() => provider.GetRequiredService<IDistributedCache>());
        Assert.Contains("MaximumBytes", error.Message, StringComparison.Ordinal);
        Assert.Contains("65536", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_option_ends_the_start_of_a_host()
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddCenoteOutputCache(options => options.ShareOfMemory = 2);
        using IHost host = builder.Build();

        var error = await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => host.StartAsync());
        Assert.Contains("ShareOfMemory is 2", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Null_is_refused()
    {
        Assert.Throws<ArgumentNullException>(() => default(IServiceCollection)!.AddCenoteDistributedCache());
        Assert.Throws<ArgumentNullException>(() => default(IServiceCollection)!.AddCenoteOutputCache());
        Assert.Throws<ArgumentNullException>(() => new ServiceCollection().AddCenoteByteCache(null!));
    }
}
