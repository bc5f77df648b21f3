namespace Cenote.Extensions.Caching;

/// <summary>
/// The keys of the registered caches. Use a key to resolve the cache as a keyed service, for example for statistics or
/// <see cref="Cenote.Caching.ByteCache.Trim"/>, and as the name of the cache's options.
/// </summary>
/// <example>
/// Compare the memory in use with the limit:
/// <code>
/// var services = new ServiceCollection();
/// services.AddCenoteDistributedCache(options => options.MaximumBytes = 32 &lt;&lt; 20);
/// using ServiceProvider provider = services.BuildServiceProvider();
/// provider.GetRequiredService&lt;IDistributedCache>().Set("key", [1, 2, 3]);
/// var cache = provider.GetRequiredKeyedService&lt;ByteCache>(CenoteCacheNames.DistributedCache);
/// Console.WriteLine(cache.TotalBytes &lt; cache.MaximumBytes);   // prints True
/// </code>
/// </example>
public static class CenoteCacheNames
{
    /// <summary>The key of the cache used by <see cref="Microsoft.Extensions.Caching.Distributed.IDistributedCache"/>.</summary>
    public const string DistributedCache = "Cenote.DistributedCache";

    /// <summary>The key of the cache used by <see cref="Microsoft.AspNetCore.OutputCaching.IOutputCacheStore"/>.</summary>
    public const string OutputCache = "Cenote.OutputCache";
}
