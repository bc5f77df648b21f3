using Cenote.Tool.Input;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections.Caches;

/// <summary>
/// Sends requests to a cache repeatedly, a part of them in each short run. With many requests, a part is no longer in the
/// processor's caches when it runs again.
/// </summary>
/// <param name="entries">The entries.</param>
/// <param name="requests">The requests.</param>
/// <param name="cache">The cache; disposed with this object.</param>
/// <param name="isSetting">Whether to set values instead of looking them up.</param>
internal sealed class CacheWork<TCache>(CacheEntries entries, CacheRequests requests, TCache cache, bool isSetting = false)
    : IWorkload
    where TCache : struct, ITextCache
{
    private const int MaxPartCount = 5_000;

    private int _next;
    private long _sink;

    /// <summary>The number of requests per run.</summary>
    public static int PartOf(int count) => Math.Min(count, MaxPartCount);

    /// <summary>Looks up entries that are in the cache.</summary>
    public static CacheWork<TCache> OnHits(CacheEntries entries, TCache cache) =>
        new(entries, entries.Popular, Filled(entries, cache));

    /// <summary>Updates entries that are in the cache.</summary>
    public static CacheWork<TCache> OnSets(CacheEntries entries, TCache cache) =>
        new(entries, entries.Popular, Filled(entries, cache), isSetting: true);

    /// <summary>Sets each popular entry, and returns the checksum of the values that the requests for them read.</summary>
    public static ulong Verify(CacheEntries entries, TCache cache)
    {
        using CacheWork<TCache> work = OnHits(entries, cache);
        var checksum = new TextChecksum();
        work.ReadThrough(0, entries.RequestCount, ref checksum);
        return checksum.Value;
    }

    public void Run()
    {
        // The last part begins earlier if necessary, so that all parts have the same size.
        int part = PartOf(entries.RequestCount);
        int start = Math.Min(_next, entries.RequestCount - part);
        int end = start + part;
        if (isSetting)
        {
            Set(start, end);
        }
        else
        {
            var reader = new TouchReader();
            ReadThrough(start, end, ref reader);
            _sink += reader.Sum;
        }

        _next = end == entries.RequestCount ? 0 : end;
    }

    /// <summary>Looks up values, and sets those that are missing.</summary>
    /// <returns>The number of hits.</returns>
    public int ReadThrough<TReader>(int start, int end, ref TReader reader)
        where TReader : struct, ITextReader
    {
        TCache asked = cache;
        int hits = 0;
        for (int i = start; i < end; i++)
        {
            ReadOnlySpan<char> key = requests.Keys[i];
            if (asked.TryRead(key, ref reader))
            {
                hits++;
                continue;
            }

            ReadOnlySpan<byte> value = entries.ValueOf(requests.Ranks[i]);
            reader.Read(value);
            asked.Set(key, value);
        }

        return hits;
    }

    public void Dispose()
    {
        GC.KeepAlive(_sink);
        cache.Dispose();
    }

    private void Set(int start, int end)
    {
        TCache asked = cache;
        for (int i = start; i < end; i++)
        {
            asked.Set(requests.Keys[i], entries.ValueOf(requests.Ranks[i]));
        }
    }

    private static TCache Filled(CacheEntries entries, TCache cache)
    {
        for (int rank = 0; rank < entries.PopularCount; rank++)
        {
            cache.Set(entries.KeyOf(rank), entries.ValueOf(rank));
        }

        return cache;
    }
}
