using Cenote.Caching;
using Cenote.Extensions.Caching;
using Microsoft.AspNetCore.OutputCaching;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Microsoft.Extensions.DependencyInjection;

/// <content>Caches.</content>
public static partial class CenoteServiceCollectionExtensions
{
    /// <summary>
    /// Registers a <see cref="ByteCache"/> as <see cref="IDistributedCache"/> and <see cref="IBufferDistributedCache"/>. Use this
    /// method instead of <c>AddDistributedMemoryCache</c>. The entries of the cache are outside the managed heap. HybridCache and
    /// FusionCache can use the cache as their second level.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets the limit, the clock and defaults; null for a limit of 64 MiB.</param>
    /// <returns>The services.</returns>
    /// <remarks>
    /// The last registered distributed cache is used, except that <c>AddDistributedMemoryCache</c>, which methods such as
    /// <c>AddControllersWithViews</c> call, never replaces this cache. The cache itself is a keyed service with the key
    /// <see cref="CenoteCacheNames.DistributedCache"/>. The container disposes it. A host creates it on startup.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is null.</exception>
    public static IServiceCollection AddCenoteDistributedCache(
        this IServiceCollection services, Action<ByteCacheOptions>? configure = null)
    {
        services.AddCenoteByteCache(CenoteCacheNames.DistributedCache, configure);
        services.TryAddSingleton(static provider =>
            new CenoteDistributedCache(provider.GetRequiredKeyedService<ByteCache>(CenoteCacheNames.DistributedCache)));
        services.RemoveAll<IDistributedCache>();
        services.RemoveAll<IBufferDistributedCache>();
        services.AddSingleton<IDistributedCache>(static provider => provider.GetRequiredService<CenoteDistributedCache>());
        return services.AddSingleton<IBufferDistributedCache>(
            static provider => provider.GetRequiredService<CenoteDistributedCache>());
    }

    /// <summary>
    /// Registers a <see cref="ByteCache"/> as the store of output caching, <see cref="IOutputCacheStore"/> and
    /// <see cref="IOutputCacheBufferStore"/>. Also call <c>AddOutputCache</c> and <c>UseOutputCache</c>, which determine what is
    /// cached. The order of <c>AddOutputCache</c> and this call does not matter.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets the limit, the clock and defaults; null for a limit of 64 MiB.</param>
    /// <returns>The services.</returns>
    /// <remarks>
    /// The cache itself is a keyed service with the key <see cref="CenoteCacheNames.OutputCache"/>. The container disposes it. A
    /// host creates it on startup.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is null.</exception>
    public static IServiceCollection AddCenoteOutputCache(
        this IServiceCollection services, Action<ByteCacheOptions>? configure = null)
    {
        services.AddCenoteByteCache(CenoteCacheNames.OutputCache, configure);
        services.TryAddSingleton(static provider =>
            new CenoteOutputCacheStore(provider.GetRequiredKeyedService<ByteCache>(CenoteCacheNames.OutputCache)));
        services.RemoveAll<IOutputCacheStore>();
        services.RemoveAll<IOutputCacheBufferStore>();
        services.AddSingleton<IOutputCacheStore>(static provider => provider.GetRequiredService<CenoteOutputCacheStore>());
        return services.AddSingleton<IOutputCacheBufferStore>(
            static provider => provider.GetRequiredService<CenoteOutputCacheStore>());
    }

    /// <summary>Registers a <see cref="ByteCache"/> as a keyed service.</summary>
    /// <param name="services">The services.</param>
    /// <param name="name">The key of the service, and the name of its options.</param>
    /// <param name="configure">Sets the limit, the clock and defaults; null for a limit of 64 MiB.</param>
    /// <returns>The services.</returns>
    /// <remarks>The container disposes the cache. A host creates it on startup.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> or <paramref name="name"/> is null.</exception>
    public static IServiceCollection AddCenoteByteCache(
        this IServiceCollection services, string name, Action<ByteCacheOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(name);
        return services.AddNamed<ByteCache, ByteCacheOptions>(name, configure, static options => new ByteCache(options));
    }
}
