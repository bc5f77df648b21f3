using Cenote.Measurement;

namespace Cenote.Benchmarks.Caching;

/// <summary>A child process's results for a cache under load.</summary>
/// <param name="MillionsPerSecond">Requests of all threads per second, in millions.</param>
/// <param name="HitPercent">Percentage of requests that were hits.</param>
/// <param name="MedianMicroseconds">Median latency of a request.</param>
/// <param name="P99Microseconds">p99 latency.</param>
/// <param name="P999Microseconds">p99.9 latency.</param>
/// <param name="PausedPercent">Percentage of the time during which collections stopped all threads.</param>
/// <param name="FullCollectionMilliseconds">The longest pause of five full collections after the load.</param>
/// <param name="ResidentMegabytes">Resident memory of the process at the end of the load.</param>
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
