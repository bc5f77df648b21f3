using System.Diagnostics;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>Soak tests of a UTF-8 pool; <c>CENOTE_SOAK_SECONDS</c> extends the runs.</summary>
public sealed class Utf8StringPoolSoakTests(ITestOutputHelper output)
{
    private const int Readers = 3;
    private const int Permanent = 20_000;
    private const int Others = 5_000;

    public static TheoryData<long> Reservations => [0, 1 << 20, new Utf8StringPoolOptions().ReservedAddressBytes];

    [Theory]
    [MemberData(nameof(Reservations))]
    public void Readers_see_whole_texts_beside_a_writer_of_other_strings(long reservedAddressBytes)
    {
        using var pool = new Utf8StringPool(new Utf8StringPoolOptions { ReservedAddressBytes = reservedAddressBytes });
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");

        // The writer publishes these one by one and never frees them; readers use only the ids published so far.
        var published = new PooledStringId[Permanent];
        int count = 0;
        bool done = false;
        bool intact = true;
        long reads = 0;
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
                if (!pool.TryGetSpan(published[number], out ReadOnlySpan<byte> text) || !Utf8Texts.IsChecked(text, (uint)number)
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
        var others = new PooledStringId[Others];
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

    private static PooledStringId Create(Utf8StringPool pool, Random random, uint seed)
    {
        int length = random.Next(10) == 0 ? random.Next(1, 6_000) : random.Next(1, 200);
        return pool.Create(length, seed, static (text, seed) => Utf8Texts.WriteChecked(text, seed)).Id;
    }
}
