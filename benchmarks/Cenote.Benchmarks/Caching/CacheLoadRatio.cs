using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Caching;

/// <summary>
/// Caches under load, each in separate processes. The same load without a cache shows the lower bound of the pauses. The caches
/// take turns, so that a temporary slowdown affects all of them.
/// </summary>
internal sealed class CacheLoadRatio : IRatioArea
{
    private const int Seconds = 5;
    private const int Turns = 3;
    private const string BestOfObjects = "x best cache of objects";
    private const string BestOfFaster = "x better FASTER";
    private const string Floor = "x without a cache";
    private const string Requests = "time of a request, all threads";

    private static readonly string[] s_cachesOfObjects =
    [
        ReadThroughCaches.Lru, ReadThroughCaches.Lfu, ReadThroughCaches.ForegroundLfu, ReadThroughCaches.Memory,
        ReadThroughCaches.DistributedMemory,
    ];

    private static readonly string[] s_fasters = [ReadThroughCaches.Faster, ReadThroughCaches.CopyingFaster];

    public string Name => "cache-load";

    public string Description => "part of cache: ByteCache, FASTER and others under load: throughput, latency, pauses, memory";

    public IEnumerable<RatioRow> Measure()
    {
        string[] kinds =
        [
            ReadThroughCaches.None, ReadThroughCaches.Cenote, ReadThroughCaches.LargeCenote, .. s_cachesOfObjects, .. s_fasters,
        ];
        Dictionary<string, CacheLoadResult> results = Run(kinds);
        CacheLoadResult floor = results[ReadThroughCaches.None];
        CacheLoadResult own = results[ReadThroughCaches.Cenote];
        foreach (RatioRow row in Report(ReadThroughCaches.Cenote, own, residentLimit: 600))
        {
            yield return row;
        }

        foreach (string kind in kinds[2..])
        {
            foreach (RatioRow row in Report(kind, results[kind], residentLimit: null))
            {
                yield return row;
            }
        }

        CacheLoadResult[] cachesOfObjects = [.. s_cachesOfObjects.Select(kind => results[kind])];
        yield return Compare(
            ReadThroughCaches.Cenote, Requests, BestOfObjects, cachesOfObjects.Max(Throughput) / own.MillionsPerSecond, 0.5);
        yield return Compare(
            ReadThroughCaches.Cenote, "p50", BestOfObjects, own.MedianMicroseconds / cachesOfObjects.Min(Median), 0.6);
        yield return Compare(ReadThroughCaches.Cenote, "p99", BestOfObjects, own.P99Microseconds / cachesOfObjects.Min(P99), 0.6);
        yield return Compare(
            ReadThroughCaches.Cenote, "p99.9", BestOfObjects, own.P999Microseconds / cachesOfObjects.Min(P999), 0.6);

        CacheLoadResult large = results[ReadThroughCaches.LargeCenote];
        CacheLoadResult[] fasters = [.. s_fasters.Select(kind => results[kind])];
        yield return Compare(
            ReadThroughCaches.LargeCenote, Requests, BestOfFaster, fasters.Max(Throughput) / large.MillionsPerSecond, 0.8);
        yield return Compare(
            ReadThroughCaches.LargeCenote, "p50", BestOfFaster, large.MedianMicroseconds / fasters.Min(Median), 1);
        yield return Compare(ReadThroughCaches.LargeCenote, "p99", BestOfFaster, large.P99Microseconds / fasters.Min(P99), 1);
        yield return Compare(ReadThroughCaches.LargeCenote, "p99.9", BestOfFaster, large.P999Microseconds / fasters.Min(P999), 1);
        yield return Compare(ReadThroughCaches.LargeCenote, "misses", BestOfFaster, Misses(large) / fasters.Min(Misses), 1);
        yield return Compare(
            ReadThroughCaches.LargeCenote, "resident", BestOfFaster, large.ResidentMegabytes / fasters.Min(Resident), 1.05);
        yield return Compare(
            ReadThroughCaches.Cenote, "share of time paused", Floor, own.PausedPercent / floor.PausedPercent, 1.1);
        yield return Compare(
            ReadThroughCaches.Cenote, "longest full collection", Floor,
            own.FullCollectionMilliseconds / floor.FullCollectionMilliseconds, 1.2);
    }

    private static Dictionary<string, CacheLoadResult> Run(string[] kinds)
    {
        var child = new ChildProcess(typeof(CacheLoadRatio).Assembly);
        var results = kinds.ToDictionary(kind => kind, _ => new List<CacheLoadResult>(), StringComparer.Ordinal);
        for (int turn = 0; turn < Turns; turn++)
        {
            foreach (string kind in kinds)
            {
                results[kind].Add(child.RunAsync(
                    [CacheLoad.Command, kind, Seconds.ToString(CultureInfo.InvariantCulture)],
                    RatioJson.Default.CacheLoadResult).GetAwaiter().GetResult());
            }
        }

        return results.ToDictionary(entry => entry.Key, entry => CacheLoadResult.Median(entry.Value), StringComparer.Ordinal);
    }

    private static double Throughput(CacheLoadResult result) => result.MillionsPerSecond;

    private static double Median(CacheLoadResult result) => result.MedianMicroseconds;

    private static double P99(CacheLoadResult result) => result.P99Microseconds;

    private static double Misses(CacheLoadResult result) => 100 - result.HitPercent;

    private static double Resident(CacheLoadResult result) => result.ResidentMegabytes;

    private static double P999(CacheLoadResult result) => result.P999Microseconds;

    private static RatioRow Compare(string kind, string name, string unit, double value, double? limit) =>
        RatioRow.Once("compared", name, kind, unit, value, limit);

    private static IEnumerable<RatioRow> Report(string kind, CacheLoadResult result, double? residentLimit) =>
        [
            RatioRow.Once("load", "requests", kind, "M/s", result.MillionsPerSecond, null),
            RatioRow.Once("load", "hits", kind, "%", result.HitPercent, null),
            RatioRow.Once("load", "p50", kind, "us", result.MedianMicroseconds, null),
            RatioRow.Once("load", "p99", kind, "us", result.P99Microseconds, null),
            RatioRow.Once("load", "p99.9", kind, "us", result.P999Microseconds, null),
            RatioRow.Once("load", "share of time paused", kind, "%", result.PausedPercent, null),
            RatioRow.Once("load", "longest full collection", kind, "ms", result.FullCollectionMilliseconds, null),
            RatioRow.Once("load", "resident", kind, "MB", result.ResidentMegabytes, residentLimit),
        ];
}
