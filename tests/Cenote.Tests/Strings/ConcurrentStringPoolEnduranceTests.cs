using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>
/// All operations concurrently, with every string checked: threads that allocate in all ways and free strings of others, threads
/// that end, clears, trims, statistics, limits, small reservations. <c>CENOTE_SOAK_SECONDS</c> extends the run.
/// </summary>
public sealed class ConcurrentStringPoolEnduranceTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(long.MaxValue, -1, ShortStrings.Allow)]
    [InlineData(long.MaxValue, 0, ShortStrings.Managed)]
    [InlineData(long.MaxValue, 1 << 20, ShortStrings.Managed)]
    [InlineData(6 << 20, -1, ShortStrings.Managed)]
    [InlineData(6 << 20, 0, ShortStrings.Allow)]
    [InlineData(6 << 20, 1 << 20, ShortStrings.Allow)]
    public void A_live_handle_reads_its_own_text_whatever_else_goes_on(
        long maximumBytes, long reservedAddressBytes, ShortStrings shortStrings)
    {
        var options = new ConcurrentStringPoolOptions
        {
            MaximumBytes = maximumBytes,
            MinimumLength = 6,
            ShortStrings = shortStrings,
        };
        options.ReservedAddressBytes = reservedAddressBytes < 0 ? options.ReservedAddressBytes : reservedAddressBytes;
        using var pool = new ConcurrentStringPool(options);
        var places = new Entry[4_000];
        var gates = new Lock[64];
        Array.ForEach(Enumerable.Range(0, gates.Length).ToArray(), place => gates[place] = new Lock());
        int refused = 0;

        Crowd.Run(
            output,
            (_, random, step) =>
            {
                switch (random.Next(2_000))
                {
                    case 0:
                        // Clear is rejected while a callback writes a string, unless the pool keeps that string managed.
                        if (Record.Exception(pool.Clear) is { } refusal)
                        {
                            Assert.IsType<InvalidOperationException>(refusal);
                        }

                        break;
                    case 1:
                        pool.Trim();
                        break;
                    case 2:
                        StringPoolStatistics statistics = pool.GetStatistics();
                        Assert.Equal(
                            statistics.ActiveAllocations,
                            statistics.SmallStrings + statistics.LargeStrings + statistics.ManagedStrings);
                        Assert.InRange(statistics.BytesReserved, 1, maximumBytes);
                        break;
                    case 3:
                        int seed = random.Next();
                        SteppedThread.RunOnce(() => Work(new Random(seed), 100));
                        break;
                    default:
                        Work(random, 1);
                        break;
                }
            },
            steps: 8_000);

        output.WriteLine($"{refused} refused, {pool.Stops} stops, {pool.Walks} walks");
        int live = places.Count(static entry => !entry.Handle.IsEmpty && entry.Handle.IsAlive);
        Assert.Equal(live, pool.ActiveAllocations);
        Assert.All(places, static entry => Assert.True(entry.IsWholeOrStale));
        Array.ForEach(places, static entry => entry.Handle.Free());
        Assert.Equal(0, pool.GetStatistics().ActiveAllocations);
        pool.Trim();
        Assert.Equal(0, pool.SlabCount);
        Assert.Equal(0, pool.SegmentCount);

        void Work(Random random, int steps)
        {
            for (int i = 0; i < steps; i++)
            {
                var mine = new Entry { Seed = (uint)random.Next() };
                Interlocked.Add(ref refused, TryAllocate(pool, random, ref mine) ? 0 : 1);
                int place = random.Next(places.Length);
                Entry taken;
                lock (gates[place % gates.Length])
                {
                    taken = places[place];
                    places[place] = mine;
                }

                Assert.True(taken.IsWholeOrStale, "A live handle reads a wrong string.");
                Free(pool, random, taken.Handle);
                Assert.False(!taken.Handle.IsEmpty && taken.Handle.IsAlive, "A freed handle is alive.");
            }
        }
    }

    private static bool TryAllocate(ConcurrentStringPool pool, Random random, ref Entry mine)
    {
        int length = random.Next(100) switch
        {
            < 20 => random.Next(1, 6),
            < 90 => random.Next(6, 120),
            < 97 => random.Next(120, 1_001),
            _ => random.Next(1_001, 6_000),
        };
        Span<char> text = stackalloc char[length];
        Texts.WriteChecked(text, mine.Seed);
        try
        {
            switch (random.Next(5))
            {
                case 0:
                    return pool.TryAllocate(text, out mine.Handle);
                case 1:
                    mine.Handle = pool.Create(length, mine.Seed, static (text, seed) => Texts.WriteChecked(text, seed));
                    return true;
                case 2:
                    return pool.GetWriter().TryAllocate(text, out mine.Handle);
                case 3:
                    mine.Handle = pool.GetWriter().Allocate(text);
                    return true;
                default:
                    // Arbitrary UTF-16 does not round-trip through UTF-8, so this text is ASCII.
                    mine.IsAscii = true;
                    text.Fill((char)('a' + (mine.Seed % 26)));
                    mine.Handle = pool.Allocate(Encoding.UTF8.GetBytes(text.ToArray()));
                    return true;
            }
        }
        catch (OutOfMemoryException)
        {
            mine.Handle = default;
            return false;
        }
    }

    private static void Free(ConcurrentStringPool pool, Random random, PooledStringRef handle)
    {
        switch (random.Next(3))
        {
            case 0:
                handle.Free();
                break;
            case 1:
                pool.Free(handle.Id);
                break;
            default:
                FreeThroughWriter(pool, handle);
                break;
        }
    }

    private static void FreeThroughWriter(ConcurrentStringPool pool, PooledStringRef handle)
    {
        try
        {
            using ConcurrentStringPool.Writer writer = pool.GetWriter();
            writer.Free(handle);
        }
        catch (OutOfMemoryException)
        {
            handle.Free();
        }
    }

    private struct Entry
    {
        public PooledStringRef Handle;
        public uint Seed;
        public bool IsAscii;

        // The pool may be cleared while the text is read; then the handle is stale afterwards.
        public readonly bool IsWholeOrStale =>
            Handle.IsEmpty || !Handle.TryGetSpan(out ReadOnlySpan<char> text) || IsOwn(text) || !Handle.IsAlive;

        private readonly bool IsOwn(ReadOnlySpan<char> text) =>
            IsAscii ? !text.ContainsAnyExcept((char)('a' + (Seed % 26))) : Texts.IsChecked(text, Seed);
    }
}
