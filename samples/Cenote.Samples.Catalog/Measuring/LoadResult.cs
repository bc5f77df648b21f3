namespace Cenote.Samples.Catalog.Measuring;

/// <summary>What a load generator saw.</summary>
/// <param name="Product">Requests for one product.</param>
/// <param name="Page">Requests for a page of a brand or a category.</param>
/// <param name="Batch">Batches of updates.</param>
/// <param name="Updates">Updates that were acknowledged.</param>
/// <param name="Late">Requests that had to wait because as many as allowed were in flight; the wait is part of their
/// latency.</param>
/// <param name="Longest">The longest latency of a request for one product in each fifth of a second, in milliseconds.</param>
/// <param name="Failed">Requests and batches that were refused, or not answered in time; they are in no latency.</param>
internal sealed record LoadResult(
    LatencySummary Product, LatencySummary Page, LatencySummary Batch, long Updates, int Late, IReadOnlyList<double> Longest, int Failed);
