using Cenote.Benchmarks.Ratio;
using Cenote.Caching;
using Cenote.Extensions.Caching;
using Cenote.Measurement;
using Cenote.Samples;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Caching.StackExchangeRedis;
using Microsoft.Extensions.Options;

namespace Cenote.Benchmarks.Caching;

/// <summary>
/// Gets on one thread through <see cref="IDistributedCache"/>, also from Redis on the loopback interface if redis-server is
/// installed, and gets through HybridCache on top of such a cache.
/// </summary>
internal sealed class CacheGetRatio : IRatioArea
{
    private const int MaximumBytes = 64 << 20;
    private const string Memory = nameof(MemoryDistributedCache);
    private const string Own = nameof(CenoteDistributedCache);
    private const string Redis = "Redis on loopback";
    private const string TimesMemory = "x " + Memory;

    public string Name => "cache-get";

    public string Description => "part of cache: gets through IDistributedCache, also from Redis, and through HybridCache";

    public IEnumerable<RatioRow> Measure()
    {
        using var bytes = new ByteCache(new ByteCacheOptions { MaximumBytes = MaximumBytes });
        var own = new CenoteDistributedCache(bytes);
        IDistributedCache memory = NewMemoryCache();
        using RedisServer? server = StartRedis();
        using RedisCache? redis = server is null ? null : new RedisCache(
            Options.Create(new RedisCacheOptions { Configuration = server.Configuration }));
        Rival[] rivals =
        [
            new(Memory, new GetLoop(memory).Run),
            new(Own, new GetLoop(own).Run),
            .. redis is null ? Array.Empty<Rival>() : [new Rival(Redis, new GetLoop(redis).Run)],
        ];
        Comparison gets = SideBySide.Run("IDistributedCache.Get", GetLoop.Count, rivals, Timing.Quick);
        foreach (RatioRow row in Report("get", gets))
        {
            yield return row;
        }

        // HybridCache ignores a cache whose type is exactly MemoryDistributedCache, so the benchmark wraps such a cache.
        using var overMemory = new HybridLoop(new PlainDistributedCache(NewMemoryCache()));
        using var overOwn = new HybridLoop(own);
        Comparison hybrid = SideBySide.Run(
            "HybridCache.GetOrCreateAsync",
            HybridLoop.Count,
            [new(Memory, overMemory.Run), new(Own, overOwn.Run)],
            Timing.Quick);
        foreach (RatioRow row in Report("hybrid", hybrid))
        {
            yield return row;
        }
    }

    private static IEnumerable<RatioRow> Report(string group, Comparison comparison) =>
    [
        .. comparison.Rivals.Skip(1).Select(rival => RatioRow.Of(group, comparison, rival.Name, null, TimesMemory)),
        .. comparison.Rivals.Select(rival => RatioRow.Of(group, comparison.Name, rival.Name, "ns", rival.Nanoseconds, null)),
    ];

    private static MemoryDistributedCache NewMemoryCache() =>
        new(Options.Create(new MemoryDistributedCacheOptions { SizeLimit = MaximumBytes }));

    private static RedisServer? StartRedis()
    {
        if (RedisServer.IsInstalled)
        {
            return RedisServer.Start(MaximumBytes);
        }

        Console.Error.WriteLine($"{RedisServer.Missing} The rows of Redis are left out.");
        return null;
    }
}
