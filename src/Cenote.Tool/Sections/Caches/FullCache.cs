using Cenote.Tool.Input;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections.Caches;

/// <summary>
/// A cache that has received every entry and some requests, so that it is full and has learned what is popular.
/// </summary>
internal sealed class FullCache<TCache> : ICacheHeld
    where TCache : struct, ITextCache
{
    private readonly CacheEntries _entries;
    private readonly TCache _cache;

    private FullCache(CacheEntries entries, TCache cache)
    {
        _entries = entries;
        _cache = cache;
        for (int rank = entries.Count - 1; rank >= 0; rank--)
        {
            cache.Set(entries.KeyOf(rank), entries.ValueOf(rank));
        }

        // During the first half, the cache learns which entries are popular.
        var reader = new TouchReader();
        int half = entries.RequestCount / 2;
        var work = new CacheWork<TCache>(entries, entries.Load, cache);
        work.ReadThrough(0, half, ref reader);
        int hits = work.ReadThrough(half, entries.RequestCount, ref reader);
        HitRatio = (double)hits / (entries.RequestCount - half);
    }

    public double HitRatio { get; }

    public long NativeBytes => _cache.NativeBytes;

    /// <summary>Fills a cache, which is disposed with the result.</summary>
    public static FullCache<TCache> Of(CacheEntries entries, TCache cache) => new(entries, cache);

    /// <summary>Continues to send requests to this cache.</summary>
    public IWorkload Work() => new CacheWork<TCache>(_entries, _entries.Load, _cache);

    /// <summary>The checksum of the answers to all requests.</summary>
    public ulong Checksum()
    {
        var checksum = new TextChecksum();
        new CacheWork<TCache>(_entries, _entries.Load, _cache).ReadThrough(0, _entries.RequestCount, ref checksum);
        return checksum.Value;
    }

    public void Dispose() => _cache.Dispose();
}
