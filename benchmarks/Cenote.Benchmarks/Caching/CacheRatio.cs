using System.Globalization;
using BitFaster.Caching.Lfu;
using BitFaster.Caching.Lru;
using BitFaster.Caching.Scheduler;
using Cenote.Benchmarks.Ratio;
using Cenote.Caching;

namespace Cenote.Benchmarks.Caching;

/// <summary>
/// How often a cache of bytes has the answer, held against caches of objects that hold as many entries as it does at the end. That
/// favours these: in equal memory they would hold fewer, because an entry of theirs takes two or three objects.
/// </summary>
internal sealed class CacheRatio : IRatioArea
{
    private const int Entries = 10_000;
    private const int KeyLength = 22;
    private const string Points = "points behind";

    // Bytes of a value of 200, its key, and what finds it.
    private const int EntryBytes = 260;

    public string Name => "cache";

    public string Description => "hit ratios of ByteCache, ConcurrentLfu and ConcurrentLru on traces by seed";

    public IEnumerable<RatioRow> Measure() => HitTrace.For(Entries).SelectMany(Compare);

    private static IEnumerable<RatioRow> Compare(HitTrace trace)
    {
        (double own, int entries) = OwnHits(trace);
        var lfu = new ConcurrentLfu<string, byte[]>(1, entries, new ForegroundScheduler(), StringComparer.Ordinal);
        double lfuHits = Hits(trace, key => lfu.TryGet(key, out _), (key, value) => lfu.AddOrUpdate(key, value));
        var lru = new ConcurrentLru<string, byte[]>(1, entries, StringComparer.Ordinal);
        double lruHits = Hits(trace, key => lru.TryGet(key, out _), (key, value) => lru.AddOrUpdate(key, value));
        yield return RatioRow.Once("hits", trace.Name, nameof(ByteCache), "%", own, null);
        yield return RatioRow.Once("hits", trace.Name, "ConcurrentLfu", "%", lfuHits, null);
        yield return RatioRow.Once("hits", trace.Name, "ConcurrentLru", "%", lruHits, null);
        yield return RatioRow.Once("behind ConcurrentLfu", trace.Name, nameof(ByteCache), Points, lfuHits - own, 1);
        yield return RatioRow.Once("behind ConcurrentLru", trace.Name, nameof(ByteCache), Points, lruHits - own, 0);
    }

    private static (double Percent, int Entries) OwnHits(HitTrace trace)
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = Entries * EntryBytes });
        byte[] destination = new byte[1_024];
        double percent = Hits(trace, key => cache.TryGet(key, destination, out _), (key, value) => cache.Set(key, value));
        return (percent, (int)cache.Count);
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
