namespace Cenote.Extensions.Caching;

/// <summary>
/// The names under which a container has the caches that it registers: of their options, and of the keyed services that give
/// statistics and <see cref="Cenote.Caching.ByteCache.Trim"/>.
/// </summary>
/// <example>
/// How much of its limit the distributed cache has used:
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
    /// <summary>The cache behind <see cref="Microsoft.Extensions.Caching.Distributed.IDistributedCache"/>.</summary>
    public const string DistributedCache = "Cenote.DistributedCache";

    /// <summary>The cache behind <see cref="Microsoft.AspNetCore.OutputCaching.IOutputCacheStore"/>.</summary>
    public const string OutputCache = "Cenote.OutputCache";
}
