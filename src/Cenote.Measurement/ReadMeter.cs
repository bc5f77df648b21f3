using System.Runtime;

namespace Cenote.Measurement;

/// <summary>
/// Times reads of random strings, mostly uncached, and of the same thousand strings repeatedly.
/// </summary>
public static class ReadMeter
{
    private const int Part = 1_000;
    private const int MaxRandom = 100_000;
    private const int Passes = 3;
    private const int HotPasses = 100;
    private const ulong Seed = 1;

    // Tiered compilation starts 100 ms after the last new method was compiled; after 150 ms without compilation, tiering has
    // finished.
    private static readonly TimeSpan s_quiet = TimeSpan.FromMilliseconds(150);
    private static readonly TimeSpan s_longestWarmUp = TimeSpan.FromSeconds(1);
    private static long s_sink;

    /// <summary>Returns the nanoseconds per read: the minimum of three passes.</summary>
    /// <param name="held">The collection to read; if it is empty, the times are 0.</param>
    /// <param name="longestWarmUp">The maximum time to warm up, at most one second; null for one second.</param>
    public static (double Random, double Hot) Measure(IReadHeld held, TimeSpan? longestWarmUp = null)
    {
        ArgumentNullException.ThrowIfNull(held);
        if (held.Count == 0)
        {
            return (0, 0);
        }

        int[] random = Order(held.Count, Math.Min(held.Count, MaxRandom));
        int[] hot = random[..Math.Min(Part, random.Length)];
        WarmUp(held, random, longestWarmUp < s_longestWarmUp ? longestWarmUp.Value : s_longestWarmUp);
        double randomTime = double.PositiveInfinity;
        double hotTime = double.PositiveInfinity;
        for (int pass = 0; pass < Passes; pass++)
        {
            long start = Stopwatch.GetTimestamp();
            ReadParts(held, random);
            randomTime = Math.Min(randomTime, Stopwatch.GetElapsedTime(start).TotalNanoseconds / random.Length);
            ReadParts(held, hot);
            start = Stopwatch.GetTimestamp();
            for (int i = 0; i < HotPasses; i++)
            {
                ReadParts(held, hot);
            }

            hotTime = Math.Min(hotTime, Stopwatch.GetElapsedTime(start).TotalNanoseconds / HotPasses / hot.Length);
        }

        return (randomTime, hotTime);
    }

    // The JIT optimizes on another thread, late if all processors are busy. Code counts as warm once no method has been compiled
    // for a while.
    private static void WarmUp(IReadHeld held, int[] order, TimeSpan longest)
    {
        long start = Stopwatch.GetTimestamp();
        long change = start;
        long compiled = JitInfo.GetCompiledMethodCount();
        while (Stopwatch.GetElapsedTime(start) < longest && Stopwatch.GetElapsedTime(change) < s_quiet)
        {
            ReadParts(held, order);
            long now = JitInfo.GetCompiledMethodCount();
            if (now != compiled)
            {
                (compiled, change) = (now, Stopwatch.GetTimestamp());
            }
        }
    }

    private static void ReadParts(IReadHeld held, int[] order)
    {
        long sum = 0;
        for (int start = 0; start < order.Length; start += Part)
        {
            sum += held.Read(order.AsSpan(start, Math.Min(Part, order.Length - start)));
        }

        Volatile.Write(ref s_sink, sum);
    }

    // Draws with repetition, because shuffling millions of numbers would take longer than the reads.
    private static int[] Order(int count, int length)
    {
        int[] order = new int[length];
        var random = new SplitMix64(Seed);
        foreach (ref int number in order.AsSpan())
        {
            number = random.Next(count);
        }

        return order;
    }
}
