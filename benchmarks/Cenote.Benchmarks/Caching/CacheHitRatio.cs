using System.Globalization;
using BitFaster.Caching.Lfu;
using BitFaster.Caching.Lru;
using BitFaster.Caching.Scheduler;
using Cenote.Benchmarks.Ratio;
using Cenote.Caching;

namespace Cenote.Benchmarks.Caching;

/// <summary>
/// Hit ratios of a cache of bytes, against caches of objects that hold as many bytes of keys and values. This favours caches of
/// objects: in equal memory they would hold fewer entries, because each entry consists of three objects.
/// </summary>
internal sealed class CacheHitRatio : IRatioArea
{
    private const int Entries = 10_000;
    private const int KeyLength = 22;
    private const string Points = "points behind";

    // Added to the key and value of each entry of a rival: about the overhead of an entry in a ByteCache.
    private const int OverheadBytes = 40;
    private const int MaximumBytes = Entries * (KeyLength + 200 + OverheadBytes);

    public string Name => "cache-hits";

    public string Description => "part of cache: hit ratios of ByteCache, ConcurrentLfu and ConcurrentLru on seeded traces";

    public IEnumerable<RatioRow> Measure() => HitTrace.For(Entries).SelectMany(Compare);

    private static IEnumerable<RatioRow> Compare(HitTrace trace)
    {
        double own = OwnHits(trace);
        double lfuHits = RivalHits(trace, entries =>
        {
            var lfu = new ConcurrentLfu<string, byte[]>(1, entries, new ForegroundScheduler(), StringComparer.Ordinal);
            return (lfu, Hits(trace, key => lfu.TryGet(key, out _), (key, value) => lfu.AddOrUpdate(key, value)));
        });
        double lruHits = RivalHits(trace, entries =>
        {
            var lru = new ConcurrentLru<string, byte[]>(1, entries, StringComparer.Ordinal);
            return (lru, Hits(trace, key => lru.TryGet(key, out _), (key, value) => lru.AddOrUpdate(key, value)));
        });
        yield return RatioRow.Once("hits", trace.Name, nameof(ByteCache), "%", own, null);
        yield return RatioRow.Once("hits", trace.Name, "ConcurrentLfu", "%", lfuHits, null);
        yield return RatioRow.Once("hits", trace.Name, "ConcurrentLru", "%", lruHits, null);
        yield return RatioRow.Once("behind ConcurrentLfu", trace.Name, nameof(ByteCache), Points, lfuHits - own, 1);
        yield return RatioRow.Once(
            "behind ConcurrentLru", trace.Name, nameof(ByteCache), Points, lruHits - own, trace.IsSteady ? 0 : null);
    }

    private static double OwnHits(HitTrace trace)
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = MaximumBytes });
        byte[] destination = new byte[1_024];
        return Hits(trace, key => cache.TryGet(key, destination, out _), (key, value) => cache.Set(key, value));
    }

    // Rivals limit the number of entries. The mean size of entries after a first run determines the number that fits.
    private static double RivalHits(
        HitTrace trace, Func<int, (IEnumerable<KeyValuePair<string, byte[]>> Cache, double Percent)> run)
    {
        double mean = run(Entries).Cache.Average(static entry => KeyLength + entry.Value.Length + OverheadBytes);
        return run((int)(MaximumBytes / mean)).Percent;
    }

    private static double Hits(HitTrace trace, Func<string, bool> get, Action<string, byte[]> set)
    {
        int hits = 0;
        foreach (int key in trace.Keys)
        {
            string text = key.ToString(CultureInfo.InvariantCulture).PadLeft(KeyLength, '0');
            if (get(text))
            {
                hits++;
            }
            else
            {
                set(text, new byte[trace.SizeOf(key)]);
            }
        }

        return 100.0 * hits / trace.Keys.Length;
    }
}
