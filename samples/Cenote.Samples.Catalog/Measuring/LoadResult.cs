namespace Cenote.Samples.Catalog.Measuring;

/// <summary>The results of a load generator.</summary>
/// <param name="Product">Requests for one product.</param>
/// <param name="Page">Requests for a page of a brand or a category.</param>
/// <param name="Batch">Batches of updates.</param>
/// <param name="Updates">Updates that were acknowledged.</param>
/// <param name="Late">Requests that waited because the maximum number was in flight; their latency includes the wait.</param>
/// <param name="Longest">
/// The longest latencies of requests for one product, in milliseconds: one for each of five equal parts per second.
/// </param>
/// <param name="Failed">Requests and batches that failed or timed out; latencies exclude them.</param>
internal sealed record LoadResult(
    LatencySummary Product, LatencySummary Page, LatencySummary Batch, long Updates, int Late, IReadOnlyList<double> Longest, int Failed);
