using System.Diagnostics;

namespace Cenote.Samples;

/// <summary>Every latency of a run. Thread-safe; adding a latency allocates nothing.</summary>
/// <param name="capacity">The maximum number of latencies.</param>
internal sealed class LatencyLog(int capacity)
{
    private readonly long[] _ticks = new long[capacity];
    private int _count;

    /// <summary>Adds a latency, at least one tick of <see cref="Stopwatch"/>.</summary>
    public void Add(long ticks) => Volatile.Write(ref _ticks[Interlocked.Increment(ref _count) - 1], Math.Max(ticks, 1));

    /// <summary>Summarizes the latencies added so far.</summary>
    public LatencySummary Summarize()
    {
        Span<long> ticks = _ticks.AsSpan(0, Volatile.Read(ref _count)).ToArray();
        ticks.Sort();

        // Other threads may have reserved a place without writing to it yet.
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

    /// <summary>
    /// The latencies, in ticks, after the first <paramref name="count"/>, up to the first latency that is still being written.
    /// </summary>
    public ReadOnlySpan<long> After(int count)
    {
        ReadOnlySpan<long> ticks = _ticks.AsSpan(count, Volatile.Read(ref _count) - count);
        int unwritten = ticks.IndexOf(0L);
        return unwritten < 0 ? ticks : ticks[..unwritten];
    }

    /// <summary>
    /// Splits the latencies, in order of addition, into equal parts; returns the longest latency of each part in milliseconds.
    /// </summary>
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

    // The smallest value such that at least this share of all values are not larger.
    private static long Quantile(ReadOnlySpan<long> sorted, double share) =>
        sorted[Math.Max(0, (int)Math.Ceiling(Math.Round(share * sorted.Length, 6)) - 1)];

    private static double Milliseconds(long ticks) => ticks * 1e3 / Stopwatch.Frequency;
}
