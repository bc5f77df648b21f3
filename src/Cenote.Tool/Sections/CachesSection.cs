using Cenote.Caching;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections.Caches;

namespace Cenote.Tool.Sections;

/// <summary>
/// Caches of the distinct strings, as UTF-8 by key. All caches have the same limit in bytes, and receive the same Zipf-distributed
/// requests.
/// </summary>
internal sealed class CachesSection : ISection
{
    public const string SectionName = "caches";
    public const string Load = "cache-load";
    public const string Hits = "cache-hits";
    public const string Sets = "cache-sets";
    public const string Managed = "MemoryCache";
    public const string OffHeap = nameof(ByteCache);

    /// <summary>The minimum limit of a measured cache, in bytes: smaller caches save and cost almost nothing.</summary>
    public const long MinLimit = 1 << 20;

    private static readonly TimeSpan s_roundTime = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan s_longestRoundTime = TimeSpan.FromMilliseconds(40);

    public string Name => SectionName;

    public IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus) => Steps(corpus, MinLimit);

    public IReadOnlyList<MeasuredStep> Rehearsed(TextCorpus excerpt) => Steps(excerpt, 1);

    private static MeasuredStep[] Steps(TextCorpus corpus, long minLimit)
    {
        var entries = CacheEntries.Of(corpus);
        if (entries.Count == 0 || entries.LimitBytes < minLimit)
        {
            return [];
        }

        string title = $"Cache of {Units.Bytes(entries.LimitBytes)}";
        return
        [
            Step(
                Load,
                $"{title}, read through",
                entries,
                [
                    ReadThrough(Managed, entries, () => new ManagedCache(entries.LimitBytes)),
                    ReadThrough(OffHeap, entries, () => new OffHeapCache(entries)),
                ]),
            Step(
                Hits,
                $"{title}, hits",
                entries,
                [
                    Asked(Managed, entries, () => new ManagedCache(entries.LimitBytes)),
                    Asked(OffHeap, entries, () => new OffHeapCache(entries)),
                ]),
            Step(
                Sets,
                $"{title}, sets",
                entries,
                [
                    Set(Managed, entries, () => new ManagedCache(entries.LimitBytes)),
                    Set(OffHeap, entries, () => new OffHeapCache(entries)),
                ]),
        ];
    }

    private static MeasuredStep Step(string id, string title, CacheEntries entries, IReadOnlyList<Contender> contenders) =>
        new(id, title, CacheWork<ManagedCache>.PartOf(entries.RequestCount), contenders)
        {
            Timing = static options => options with { RoundTime = s_roundTime, LongestRoundTime = s_longestRoundTime },
        };

    private static Contender ReadThrough<TCache>(string name, CacheEntries entries, Func<TCache> open)
        where TCache : struct, ITextCache => new(
            name,
            () => FullCache<TCache>.Of(entries, open()).Work(),
            () => Verify(FullCache<TCache>.Of(entries, open())),
            () => FullCache<TCache>.Of(entries, open()))
        {
            Prepare = entries.Prepare,
        };

    private static Contender Asked<TCache>(string name, CacheEntries entries, Func<TCache> open)
        where TCache : struct, ITextCache => new(
            name,
            () => CacheWork<TCache>.OnHits(entries, open()),
            () => CacheWork<TCache>.Verify(entries, open()))
        {
            Prepare = entries.Prepare,
        };

    private static Contender Set<TCache>(string name, CacheEntries entries, Func<TCache> open)
        where TCache : struct, ITextCache => new(
            name,
            () => CacheWork<TCache>.OnSets(entries, open()),
            () => CacheWork<TCache>.Verify(entries, open()))
        {
            Prepare = entries.Prepare,
        };

    private static ulong Verify<TCache>(FullCache<TCache> held)
        where TCache : struct, ITextCache
    {
        using (held)
        {
            return held.Checksum();
        }
    }
}
