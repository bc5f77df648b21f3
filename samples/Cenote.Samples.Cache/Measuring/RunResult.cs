using Cenote.Samples.Cache.Service;

namespace Cenote.Samples.Cache.Measuring;

/// <summary>The results for one kind of cache.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Article">The latencies of requests for one article.</param>
/// <param name="List">The latencies of requests for a list.</param>
/// <param name="Late">The number of requests that had to wait because the maximum number was in flight.</param>
/// <param name="Failed">The number of requests that failed or timed out; latencies exclude them.</param>
/// <param name="Service">The report of the service.</param>
internal sealed record RunResult(
    CacheKind Kind, LatencySummary Article, LatencySummary List, int Late, int Failed, ServiceReport Service)
{
    /// <summary>The report of the service after the load.</summary>
    public AloneReport? Alone { get; init; }
}
