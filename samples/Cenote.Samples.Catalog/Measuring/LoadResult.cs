namespace Cenote.Samples.Catalog.Measuring;

/// <summary>The results of a load generator.</summary>
/// <param name="Product">The latencies of requests for one product.</param>
/// <param name="Page">The latencies of requests for a page of a brand or a category.</param>
/// <param name="Batch">The latencies of batches of updates.</param>
/// <param name="Updates">The number of updates that were acknowledged.</param>
/// <param name="Late">
/// The number of requests that waited because the maximum number was in flight; their latency includes the wait.
/// </param>
/// <param name="Longest">
/// The longest latencies of requests for one product, in milliseconds. The requests are split, in order, into five parts per
/// second; each part has one figure.
/// </param>
/// <param name="Failed">The number of requests and batches that failed or timed out; latencies exclude them.</param>
internal sealed record LoadResult(
    LatencySummary Product, LatencySummary Page, LatencySummary Batch, long Updates, int Late, IReadOnlyList<double> Longest, int Failed);
