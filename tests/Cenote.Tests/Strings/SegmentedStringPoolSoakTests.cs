using System.Diagnostics;
using System.Runtime.InteropServices;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>Soak tests of a segmented pool; <c>CENOTE_SOAK_SECONDS</c> extends the runs.</summary>
public sealed class SegmentedStringPoolSoakTests(ITestOutputHelper output)
{
    private const int Readers = 3;

    public static TheoryData<long> Reservations => [0, 1 << 20, new SegmentedStringPoolOptions().ReservedAddressBytes];

    [Theory]
    [MemberData(nameof(Reservations))]
    public void Readers_see_whole_texts_beside_a_writer_of_other_strings(long reservedAddressBytes)
    {
        const int Permanent = 20_000;
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = reservedAddressBytes });
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");

        // The writer publishes these one by one and never frees them; readers use only the ids published so far.
        var published = new PooledStringId[Permanent];
        int count = 0;
        bool done = false;
        long reads = 0;
        bool intact = true;
        Thread[] readers = [.. Enumerable.Range(0, Readers).Select(reader => new Thread(() =>
        {
            var random = new Random(seed + reader);
            long read = 0;
            while (!Volatile.Read(ref done))
            {
                int visible = Volatile.Read(ref count);
                if (visible == 0)
                {
                    continue;
                }

                int number = random.Next(visible);
                if (!pool.TryGetSpan(published[number], out ReadOnlySpan<char> text) || !Texts.IsChecked(text, (uint)number)
                    || pool.Resolve(published[number]).Length != text.Length)
                {
                    Volatile.Write(ref intact, false);
                    return;
                }

                read++;
            }

            Interlocked.Add(ref reads, read);
        }))];
        Array.ForEach(readers, static reader => reader.Start());

        var watch = Stopwatch.StartNew();
        var writes = new Random(seed);
        var others = new PooledStringId[5_000];
        for (int step = 0; step < RunSettings.Length(200_000) || watch.Elapsed < RunSettings.Soak; step++)
        {
            if (step % 10 == 0 && count < Permanent)
            {
                published[count] = Create(pool, writes, (uint)count);
                Volatile.Write(ref count, count + 1);
            }

            ref PooledStringId other = ref others[writes.Next(others.Length)];
            pool.Free(other);
            other = Create(pool, writes, (uint)step);
            if (step % 20_000 == 0)
            {
                Array.ForEach(others, pool.Free);
                pool.Trim();
            }
        }

        Volatile.Write(ref done, true);
        Array.ForEach(readers, static reader => reader.Join());
        output.WriteLine($"{reads:N0} reads");
        Assert.True(intact, $"A reader saw a string that was never written. Seed {seed}");
        Assert.InRange(reads, 1, long.MaxValue);
    }

    [Fact]
    public void Strings_of_random_lengths_in_random_order_hold_a_bounded_amount_of_memory() =>
        Churn("random lengths", liveStrings: 20_000, static (random, _) => Texts.RandomLength(random), most: 2);

    [Fact]
    public void Small_strings_in_random_order_hold_a_bounded_amount_of_memory() =>
        Churn("small strings", liveStrings: 100_000, static (random, _) => random.Next(1, 129), most: 1.3);

    [Fact]
    public void Lengths_that_drift_hold_a_bounded_amount_of_memory() =>
        Churn(
            "lengths drifting up and down",
            liveStrings: 20_000,
            static (random, progress) => 10 + (int)(Math.Abs(Math.Sin(progress * 20)) * 2_000) + random.Next(50),
            most: 1.8);

    // Checks the ratio of held bytes to the peak of live bytes, while every string is replaced many times.
    private void Churn(string name, int liveStrings, Func<Random, double, int> nextLength, double most)
    {
        using var pool = new SegmentedStringPool();
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var ids = new PooledStringId[liveStrings];
        char[] text = new char[70_000];
        random.NextBytes(MemoryMarshal.AsBytes(text.AsSpan()));
        var watch = Stopwatch.StartNew();
        int steps = liveStrings * 20;
        double worst = 0;
        long mostText = 0;
        for (int step = 0; step < RunSettings.Length(steps) || watch.Elapsed < RunSettings.Soak; step++)
        {
            ref PooledStringId id = ref ids[random.Next(ids.Length)];
            pool.Free(id);
            id = pool.Allocate(text.AsSpan(0, nextLength(random, (double)step / steps))).Id;
            if (step >= 2 * liveStrings && step % liveStrings == 0)
            {
                StringPoolStatistics statistics = pool.GetStatistics();
                mostText = Math.Max(mostText, statistics.TextBytes);
                worst = Math.Max(worst, (double)statistics.BytesReserved / mostText);
                output.WriteLine(
                    $"{name}, step {step:N0}: {statistics.TextBytes >> 20} MiB of text in {statistics.BytesReserved >> 20} MiB, "
                    + $"{statistics.FreeSegmentBytes >> 20} MiB of free blocks, the largest of "
                    + $"{statistics.LargestFreeBlockBytes >> 10} KiB");
            }
        }

        Assert.True(worst < most, $"{name}: at worst {worst:F2} bytes were held for a byte of text. Seed {seed}");
    }

    private static PooledStringId Create(SegmentedStringPool pool, Random random, uint seed)
    {
        int length = random.Next(10) == 0 ? random.Next(1, 3_000) : random.Next(1, 100);
        return pool.Create(length, seed, static (text, seed) => Texts.WriteChecked(text, seed)).Id;
    }
}
