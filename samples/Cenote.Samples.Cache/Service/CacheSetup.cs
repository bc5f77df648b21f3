using Microsoft.Extensions.Caching.Hybrid;

namespace Cenote.Samples.Cache.Service;

/// <summary>All code that differs between the variants of the service.</summary>
internal static class CacheSetup
{
    private static readonly TimeSpan s_expiration = TimeSpan.FromMinutes(10);

    /// <summary>Registers the caches of a service.</summary>
    /// <param name="services">The services.</param>
    /// <param name="kind">The kind of cache.</param>
    /// <param name="bytes">The limit of each cache, in bytes.</param>
    /// <param name="redis">The address of Redis; null for other caches.</param>
    public static void AddCaches(this IServiceCollection services, CacheKind kind, long bytes, string? redis)
    {
        services.AddOutputCache(options =>
        {
            options.SizeLimit = bytes;
            options.DefaultExpirationTimeSpan = s_expiration;
        });

        // HybridCache ignores an in-memory distributed cache, so CacheKind.Memory needs HybridCache's own L1 cache.
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
                // Each run has a unique key prefix; the keys expire.
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
