using System.Diagnostics;

namespace Cenote.Measurement;

/// <summary>
/// Times reading of what is held: any of all strings, most of which are in no cache, and a thousand of them over and over.
/// </summary>
public static class ReadMeter
{
    private const int Part = 1_000;
    private const int MostRandom = 100_000;
    private const int Passes = 3;
    private const int HotPasses = 100;
    private const ulong Seed = 1;

    // Longer than the JIT waits before it compiles what is called often.
    private static readonly TimeSpan s_warmUp = TimeSpan.FromMilliseconds(180);
    private static long s_sink;

    /// <summary>Nanoseconds a read, the least of some passes each.</summary>
    /// <param name="held">What is read; of none there is nothing to read, and the times are 0.</param>
    /// <param name="longestWarmUp">How long warming up may take at most; null for as long as the JIT needs.</param>
    public static (double Random, double Hot) Measure(IReadHeld held, TimeSpan? longestWarmUp = null)
    {
        ArgumentNullException.ThrowIfNull(held);
        if (held.Count == 0)
        {
            return (0, 0);
        }

        TimeSpan warmUp = longestWarmUp < s_warmUp ? longestWarmUp.Value : s_warmUp;
        int[] random = Order(held.Count, Math.Min(held.Count, MostRandom));
        int[] hot = random[..Math.Min(Part, random.Length)];
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < warmUp)
        {
            ReadParts(held, random);
        }

        double randomTime = double.PositiveInfinity;
        double hotTime = double.PositiveInfinity;
        for (int pass = 0; pass < Passes; pass++)
        {
            start = Stopwatch.GetTimestamp();
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
