using Cenote.Samples.Cache.Service;

namespace Cenote.Samples.Cache.Measuring;

/// <summary>The outcome for one kind of cache.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Article">Requests for one article.</param>
/// <param name="List">Requests for a list.</param>
/// <param name="Late">Requests that had to wait because as many as allowed were in flight.</param>
/// <param name="Failed">Requests that were refused, or not answered in time; they are in no latency.</param>
/// <param name="Service">What the service said.</param>
internal sealed record RunResult(
    CacheKind Kind, LatencySummary Article, LatencySummary List, int Late, int Failed, ServiceReport Service)
{
    /// <summary>What the service said when the load was over.</summary>
    public AloneReport? Alone { get; init; }
}
