using Cenote.Diagnostics;

namespace Cenote.Caching;

/// <summary>The metrics of named caches.</summary>
internal static class CacheMetrics
{
    public static readonly MeasuredKind<CacheStore> Caches =
        new MeasuredKind<CacheStore>("cenote.cache", static cache => cache.IsDisposed)
            .UpDownCounter("entries", "{entry}", "Entries, including those that are over and were not met yet.", static cache => cache.Count)
            .UpDownCounter("memory.limit", "By", "The limit of a cache.", static cache => cache.MaximumBytes)
            .UpDownCounter("memory.used", "By", "Bytes that entries take, and what finds them.", static cache => cache.TotalBytes)
            .Counter("hits", "{request}", "How often a value was found.", static cache => cache.Counters.Hits)
            .Counter("misses", "{request}", "How often there was no value.", static cache => cache.Counters.Misses)
            .Counter("sets", "{entry}", "How often a value was set.", static cache => cache.Sets)
            .Counter("rejected", "{entry}", "Values that were not stored.", static cache => cache.Rejected)
            .Counter(
                "evictions",
                "{entry}",
                "Entries that left.",
                "eviction.cause",
                [
                    ("size", static cache => cache.CountOf(DropCause.Size)),
                    ("expired", static cache => cache.CountOf(DropCause.Expired)),
                    ("replaced", static cache => cache.CountOf(DropCause.Replaced)),
                    ("removed", static cache => cache.CountOf(DropCause.Removed)),
                    ("tag", static cache => cache.CountOf(DropCause.Tag)),
                ]);
}
