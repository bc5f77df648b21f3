using System.Diagnostics;
using System.Runtime.InteropServices;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>Soak tests of a contiguous pool; <c>CENOTE_SOAK_SECONDS</c> extends the runs.</summary>
public sealed class UnmanagedStringPoolSoakTests(ITestOutputHelper output)
{
    [Fact]
    public void Strings_of_random_lengths_in_random_order_hold_a_bounded_amount_of_memory() =>
        Churn("random lengths", liveStrings: 20_000, static (random, _) => Texts.RandomLength(random), most: 3.5);

    [Fact]
    public void Small_strings_in_random_order_hold_a_bounded_amount_of_memory() =>
        Churn("small strings", liveStrings: 100_000, static (random, _) => random.Next(1, 129), most: 2.5);

    [Fact]
    public void Lengths_that_drift_hold_a_bounded_amount_of_memory() =>
        Churn(
            "lengths drifting up and down",
            liveStrings: 20_000,
            static (random, progress) => 10 + (int)(Math.Abs(Math.Sin(progress * 20)) * 2_000) + random.Next(50),
            most: 3.5);

    // Checks the ratio of held bytes to the peak of live bytes, while every string is replaced many times.
    private void Churn(string name, int liveStrings, Func<Random, double, int> nextLength, double most)
    {
        using var pool = new UnmanagedStringPool(1_000);
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var ids = new PooledStringId[liveStrings];
        uint[] places = new uint[liveStrings];
        char[] text = new char[140_000];
        random.NextBytes(MemoryMarshal.AsBytes(text.AsSpan()));
        var watch = Stopwatch.StartNew();
        int steps = liveStrings * 20;
        double worst = 0;
        long mostText = 0;
        for (int step = 0; step < RunSettings.Length(steps) || watch.Elapsed < RunSettings.Soak; step++)
        {
            int number = random.Next(ids.Length);
            int length = nextLength(random, (double)step / steps);
            Assert.True(
                pool.AsSpan(ids[number]).SequenceEqual(
                    text.AsSpan((int)places[number], pool.AsSpan(ids[number]).Length)), $"A string has changed. Seed {seed}");
            pool.Free(ids[number]);
            places[number] = (uint)random.Next(text.Length - 70_000);
            ids[number] = pool.Allocate(text.AsSpan((int)places[number], length)).Id;
            if (step >= 2 * liveStrings && step % liveStrings == 0)
            {
                StringPoolStatistics statistics = pool.GetStatistics();
                mostText = Math.Max(mostText, statistics.TextBytes);
                worst = Math.Max(worst, (double)statistics.BytesReserved / mostText);
                output.WriteLine(
                    $"{name}, step {step:N0}: {statistics.TextBytes >> 10} KiB of text in {statistics.BytesReserved >> 10} KiB, "
                    + $"{pool.FragmentationPercentage:F0} % freed");
            }
        }

        Assert.True(worst < most, $"{name}: at worst {worst:F2} bytes were held for a byte of text. Seed {seed}");
    }
}
