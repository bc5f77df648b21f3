namespace Cenote.Samples;

/// <summary>The final figures of the service that started last, in milliseconds.</summary>
/// <param name="P99">The p99 latency.</param>
/// <param name="Max">The highest latency.</param>
/// <param name="TotalPause">The sum of the GC pauses.</param>
/// <param name="LongestPause">The longest GC pause.</param>
internal sealed record LiveResult(double P99, double Max, double TotalPause, double LongestPause);
