using System.Diagnostics;

namespace Cenote.Samples;

/// <summary>Every latency of a run. Safe for any number of threads; adding allocates nothing.</summary>
/// <param name="capacity">How many there are at most.</param>
internal sealed class LatencyLog(int capacity)
{
    private readonly long[] _ticks = new long[capacity];
    private int _count;

    /// <summary>Adds a latency, at least one tick of <see cref="Stopwatch"/>.</summary>
    public void Add(long ticks) => Volatile.Write(ref _ticks[Interlocked.Increment(ref _count) - 1], Math.Max(ticks, 1));

    /// <summary>Adds up those that are there so far.</summary>
    public LatencySummary Summarize()
    {
        Span<long> ticks = _ticks.AsSpan(0, Volatile.Read(ref _count)).ToArray();
        ticks.Sort();

        // Others may have taken a place and not written to it yet.
        ticks = ticks[(ticks.LastIndexOf(0L) + 1)..];
        return ticks.IsEmpty
            ? new LatencySummary(0, 0, 0, 0, 0)
            : new LatencySummary(
                ticks.Length,
                Milliseconds(Quantile(ticks, 0.5)),
                Milliseconds(Quantile(ticks, 0.99)),
                Milliseconds(Quantile(ticks, 0.999)),
                Milliseconds(ticks[^1]));
    }

    /// <summary>The longest latency of each of as many equal parts, in the order in which they were added, in milliseconds.</summary>
    public double[] Longest(int parts)
    {
        ReadOnlySpan<long> ticks = _ticks.AsSpan(0, Volatile.Read(ref _count));
        double[] longest = new double[parts];
        for (int i = 0; i < ticks.Length; i++)
        {
            ref double part = ref longest[(int)((long)i * parts / ticks.Length)];
            part = Math.Max(part, Milliseconds(ticks[i]));
        }

        return longest;
    }

    // The smallest value that at least this share of all does not exceed.
    private static long Quantile(ReadOnlySpan<long> sorted, double share) =>
        sorted[Math.Max(0, (int)Math.Ceiling(Math.Round(share * sorted.Length, 6)) - 1)];

    private static double Milliseconds(long ticks) => ticks * 1e3 / Stopwatch.Frequency;
}
