namespace Cenote.Samples;

/// <summary>Latencies of one kind of request, in milliseconds.</summary>
/// <param name="Count">The number of requests.</param>
/// <param name="P50">Median latency.</param>
/// <param name="P99">p99 latency.</param>
/// <param name="P999">p99.9 latency.</param>
/// <param name="Max">Maximum latency.</param>
internal sealed record LatencySummary(int Count, double P50, double P99, double P999, double Max);
