using Cenote.Measurement;

namespace Cenote.Benchmarks.Caching;

/// <summary>What a child process measured of a cache under load.</summary>
/// <param name="MillionsPerSecond">Requests of all threads.</param>
/// <param name="HitPercent">Share of requests that had an answer.</param>
/// <param name="MedianMicroseconds">Half of the requests took no longer.</param>
/// <param name="P99Microseconds">99 % took no longer.</param>
/// <param name="P999Microseconds">99.9 % took no longer.</param>
/// <param name="PausedPercent">Share of the time in which collections stopped all threads.</param>
/// <param name="FullCollectionMilliseconds">The longest of five full collections, with the cache full.</param>
/// <param name="ResidentMegabytes">Memory of the process at the end.</param>
public sealed record CacheLoadResult(
    double MillionsPerSecond,
    double HitPercent,
    double MedianMicroseconds,
    double P99Microseconds,
    double P999Microseconds,
    double PausedPercent,
    double FullCollectionMilliseconds,
    double ResidentMegabytes)
{
    /// <summary>The medians of several runs.</summary>
    public static CacheLoadResult Median(IReadOnlyList<CacheLoadResult> runs)
    {
        return new CacheLoadResult(
            Of(static run => run.MillionsPerSecond),
            Of(static run => run.HitPercent),
            Of(static run => run.MedianMicroseconds),
            Of(static run => run.P99Microseconds),
            Of(static run => run.P999Microseconds),
            Of(static run => run.PausedPercent),
            Of(static run => run.FullCollectionMilliseconds),
            Of(static run => run.ResidentMegabytes));

        double Of(Func<CacheLoadResult, double> figure) => Spread.Of([.. runs.Select(figure)]).Median;
    }
}
