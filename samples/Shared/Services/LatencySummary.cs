namespace Cenote.Samples;

/// <summary>Latencies of one kind of request, in milliseconds.</summary>
/// <param name="Count">How many requests.</param>
/// <param name="P50">What half of them do not exceed.</param>
/// <param name="P99">What 99 of 100 do not exceed.</param>
/// <param name="P999">What 999 of 1,000 do not exceed.</param>
/// <param name="Max">The longest.</param>
internal sealed record LatencySummary(int Count, double P50, double P99, double P999, double Max);
