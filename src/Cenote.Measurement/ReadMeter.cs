using System.Runtime;

namespace Cenote.Measurement;

/// <summary>
/// Times reading of what is held: any of all strings, most of which are in no cache, and a thousand of them over and over.
/// </summary>
public static class ReadMeter
{
    private const int Part = 1_000;
    private const int MaxRandom = 100_000;
    private const int Passes = 3;
    private const int HotPasses = 100;
    private const ulong Seed = 1;

    // The JIT waits 100 ms before it optimizes what is called often, and once more if a method was called for the first time
    // in the meantime.
    private static readonly TimeSpan s_quiet = TimeSpan.FromMilliseconds(220);
    private static readonly TimeSpan s_longestWarmUp = TimeSpan.FromSeconds(1);
    private static long s_sink;

    /// <summary>Nanoseconds a read, the least of some passes each.</summary>
    /// <param name="held">What is read; of none there is nothing to read, and the times are 0.</param>
    /// <param name="longestWarmUp">How long warming up may take at most; null for a second.</param>
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

    // The JIT optimizes on a thread of its own, which is late where all processors are busy: warm is what it has left alone.
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

    // Any of them, some perhaps twice: a shuffle of millions would take longer than reading them.
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
