using System.Diagnostics;

namespace Cenote.Samples.Catalog.Measuring;

/// <summary>Every latency of a run. Safe for any number of threads; allocates nothing after it was made.</summary>
/// <param name="capacity">How many there are at most.</param>
internal sealed class LatencyLog(int capacity)
{
    private readonly long[] _ticks = new long[capacity];
    private int _count;

    /// <summary>Adds a latency, in ticks of <see cref="Stopwatch"/>.</summary>
    public void Add(long ticks) => _ticks[Interlocked.Increment(ref _count) - 1] = ticks;

    /// <summary>Adds them up. Nobody may add any in the meantime.</summary>
    public LatencySummary Summarize()
    {
        Span<long> ticks = _ticks.AsSpan(0, _count);
        ticks.Sort();
        return ticks.IsEmpty
            ? new LatencySummary(0, 0, 0, 0, 0)
            : new LatencySummary(
                ticks.Length,
                Milliseconds(Quantile(ticks, 0.5)),
                Milliseconds(Quantile(ticks, 0.99)),
                Milliseconds(Quantile(ticks, 0.999)),
                Milliseconds(ticks[^1]));
    }

    // The smallest value that at least this share of all does not exceed.
    private static long Quantile(ReadOnlySpan<long> sorted, double share) =>
        sorted[Math.Max(0, (int)Math.Ceiling(Math.Round(share * sorted.Length, 6)) - 1)];

    private static double Milliseconds(long ticks) => ticks * 1e3 / Stopwatch.Frequency;
}
