using Cenote.Diagnostics;

namespace Cenote.Caching;

/// <summary>The metrics of named caches.</summary>
internal static class CacheMetrics
{
    public static readonly MeasuredKind<CacheStore> Caches =
        new MeasuredKind<CacheStore>("cenote.cache", static cache => cache.IsDisposed)
            .UpDownCounter("entries", "{entry}", "Entries, including expired ones not removed yet.", static cache => cache.Count)
            .UpDownCounter("memory.limit", "By", "The limit of a cache.", static cache => cache.MaximumBytes)
            .UpDownCounter("memory.used", "By", "Bytes of the entries and of their index.", static cache => cache.TotalBytes)
            .Counter("hits", "{request}", "Lookups that found a value.", static cache => cache.Counters.Hits)
            .Counter("misses", "{request}", "Lookups that found no value.", static cache => cache.Counters.Misses)
            .Counter("sets", "{entry}", "Values that were set.", static cache => cache.Sets)
            .Counter("rejected", "{entry}", "Values that were not stored.", static cache => cache.Rejected)
            .Counter(
                "evictions",
                "{entry}",
                "Entries that were removed.",
                "eviction.cause",
                [
                    ("size", static cache => cache.CountOf(DropCause.Size)),
                    ("expired", static cache => cache.CountOf(DropCause.Expired)),
                    ("replaced", static cache => cache.CountOf(DropCause.Replaced)),
                    ("removed", static cache => cache.CountOf(DropCause.Removed)),
                    ("tag", static cache => cache.CountOf(DropCause.Tag)),
                ]);
}
