using Microsoft.Extensions.Caching.Hybrid;

namespace Cenote.Samples.Cache.Service;

/// <summary>All in which the forms of the service differ.</summary>
internal static class CacheSetup
{
    private static readonly TimeSpan s_expiration = TimeSpan.FromMinutes(10);

    /// <summary>Registers the caches of a service.</summary>
    /// <param name="services">The services.</param>
    /// <param name="kind">Where they are.</param>
    /// <param name="bytes">The limit of each.</param>
    /// <param name="redis">For Redis, where it is.</param>
    public static void AddCaches(this IServiceCollection services, CacheKind kind, long bytes, string? redis)
    {
        services.AddOutputCache(options =>
        {
            options.SizeLimit = bytes;
            options.DefaultExpirationTimeSpan = s_expiration;
        });

        // HybridCache passes over a distributed cache that is in memory: there its own level is the cache.
        services.AddHybridCache(options => options.DefaultEntryOptions = new HybridCacheEntryOptions
        {
            Expiration = s_expiration,
            LocalCacheExpiration = s_expiration,
            Flags = kind == CacheKind.Memory ? HybridCacheEntryFlags.None : HybridCacheEntryFlags.DisableLocalCache,
        });
        switch (kind)
        {
            case CacheKind.Memory:
                services.AddMemoryCache(options => options.SizeLimit = bytes);
                break;
            case CacheKind.Cenote:
                services.AddCenoteDistributedCache(options => options.MaximumBytes = bytes);
                services.AddCenoteOutputCache(options => options.MaximumBytes = bytes);
                break;
            case CacheKind.Redis:
                // Each run has keys of its own, which expire.
                string prefix = $"cenote-sample-{Guid.NewGuid():N}:";
                services.AddStackExchangeRedisCache(options => (options.Configuration, options.InstanceName) = (redis, prefix));
                services.AddStackExchangeRedisOutputCache(
                    options => (options.Configuration, options.InstanceName) = (redis, prefix));
                break;
            default:
                throw new ArgumentOutOfRangeException(nameof(kind), kind, "There is no such cache.");
        }
    }
}
