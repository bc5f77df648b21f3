namespace Cenote.Samples;

/// <summary>The latencies of about a quarter of a second, for the service that started last.</summary>
/// <param name="Second">The end of that time, in seconds since the start of the measurement.</param>
/// <param name="Highest">The highest latency in that time, in milliseconds.</param>
/// <param name="P99">The p99 latency since the start, in milliseconds, up to 2 % too high.</param>
internal sealed record LivePoint(double Second, double Highest, double P99);
