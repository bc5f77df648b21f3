using System.Diagnostics;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>
/// Many threads on one pool; <c>CENOTE_SOAK_SECONDS</c> extends the run. At the end every byte must be accounted for.
/// </summary>
public sealed class ConcurrentStringPoolSoakTests(ITestOutputHelper output)
{
    private const int Threads = 6;

    [Fact]
    public void Strings_that_are_allocated_and_freed_on_different_threads_stay_whole()
    {
        using var pool = new ConcurrentStringPool();
        long empty = pool.BytesReserved;
        var slots = new Slot[2_000];
        int broken = 0;
        Run(Threads, (random, step) =>
        {
            // A string that is taken out of a slot may be from any thread. In every tenth step, the string is freed twice.
            var mine = new Slot { Seed = (uint)step };
            int length = random.Next(50) == 0 ? random.Next(1_000, 5_000) : random.Next(1, 150);
            mine.Handle = random.Next(3) == 0
                ? pool.Create(length, mine.Seed, static (text, seed) => Texts.WriteChecked(text, seed))
                : Allocate(pool.GetWriter(), length, mine.Seed);
            Slot taken;
            lock (slots)
            {
                int place = random.Next(slots.Length);
                taken = slots[place];
                slots[place] = mine;
            }

            Interlocked.Add(ref broken, taken.IsWhole ? 0 : 1);
            taken.Handle.Free();
            if (step % 10 == 0)
            {
                taken.Handle.Free();
                Interlocked.Add(ref broken, taken.Handle.IsEmpty || !taken.Handle.IsAlive ? 0 : 1);
            }
        });

        Assert.Equal(0, broken);
        Assert.All(slots, static slot => Assert.True(slot.IsWhole));
        Slot[] live = [.. slots.Where(static slot => !slot.Handle.IsEmpty)];
        StringPoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(live.Length, pool.ActiveAllocations);
        Assert.Equal(live.Length, statistics.ActiveAllocations);
        Assert.Equal(live.Length, statistics.SmallStrings + statistics.LargeStrings);
        Assert.Equal(live.Sum(static slot => slot.Handle.Length * 2L), statistics.TextBytes);
        CheckNothingIsLost(pool, live, empty);
    }

    [Fact]
    public void Threads_come_and_go_and_leave_nothing_behind()
    {
        using var pool = new ConcurrentStringPool();
        long empty = pool.BytesReserved;
        var left = new Slot[500];
        int broken = 0;
        Run(3, (random, _) =>
        {
            int seed = random.Next();
            var thread = new Thread(() =>
            {
                var random = new Random(seed);
                for (int i = 0; i < 200; i++)
                {
                    var mine = new Slot { Seed = (uint)random.Next() };
                    mine.Handle = Allocate(pool.GetWriter(), random.Next(1, 100), mine.Seed);
                    Slot taken;
                    lock (left)
                    {
                        int place = random.Next(left.Length);
                        taken = left[place];
                        left[place] = mine;
                    }

                    Interlocked.Add(ref broken, taken.IsWhole ? 0 : 1);
                    taken.Handle.Free();
                }
            });
            thread.Start();
            thread.Join();
        }, steps: 100);

        Assert.Equal(0, broken);
        Slot[] live = [.. left.Where(static slot => !slot.Handle.IsEmpty)];
        Assert.Equal(live.Length, pool.ActiveAllocations);
        CheckNothingIsLost(pool, live, empty);
    }

    [Fact]
    public void Exactly_one_of_several_threads_frees_a_handle()
    {
        const int Batch = 256;
        using var pool = new ConcurrentStringPool();
        long empty = pool.BytesReserved;
        var watch = Stopwatch.StartNew();
        var handles = new PooledStringRef[Batch];
        using var start = new Barrier(3);
        bool done = false;
        Thread[] others = [.. Enumerable.Range(0, 2).Select(_ => new Thread(() =>
        {
            while (true)
            {
                start.SignalAndWait();
                if (Volatile.Read(ref done))
                {
                    return;
                }

                Array.ForEach(handles, static handle => handle.Free());
                start.SignalAndWait();
            }
        }))];
        Array.ForEach(others, static thread => thread.Start());
        PooledStringRef[] heirs = [];
        for (int round = 0; round < RunSettings.Length(2_000) || watch.Elapsed < RunSettings.Soak; round++)
        {
            for (int i = 0; i < Batch; i++)
            {
                handles[i] = pool.Allocate("contended");
            }

            start.SignalAndWait();
            Array.ForEach(handles, static handle => handle.Free());
            heirs = [.. Enumerable.Range(0, Batch).Select(number => pool.Allocate($"heir {number:d4}"))];
            start.SignalAndWait();
            Assert.All(heirs, static (heir, number) => Assert.True(heir.Equals($"heir {number:d4}")));
            Assert.All(handles, static handle => Assert.False(handle.IsAlive));
            Array.ForEach(heirs, static heir => heir.Free());
        }

        Volatile.Write(ref done, true);
        start.SignalAndWait();
        Array.ForEach(others, static thread => thread.Join());
        Assert.Equal(0, pool.GetStatistics().ActiveAllocations);
        Assert.Equal(0, pool.ActiveAllocations);
        CheckNothingIsLost(pool, [], empty);
    }

    [Fact]
    public void Clear_trim_and_statistics_are_safe_beside_writers()
    {
        using var pool = new ConcurrentStringPool();
        long empty = pool.BytesReserved;
        int broken = 0;
        bool done = false;
        var sweeper = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref done); i++)
            {
                switch (i % 3)
                {
                    case 0:
                        pool.Clear();
                        break;
                    case 1:
                        pool.Trim();
                        break;
                    default:
                        StringPoolStatistics statistics = pool.GetStatistics();
                        Interlocked.Add(
                            ref broken, statistics.ActiveAllocations == statistics.SmallStrings + statistics.LargeStrings
                                ? 0
                                : 1);
                        break;
                }

                Thread.Yield();
            }
        });
        sweeper.Start();
        Run(Threads, (random, step) =>
        {
            ConcurrentStringPool.Writer writer = pool.GetWriter();
            PooledStringRef handle = Allocate(writer, random.Next(20) == 0 ? 1_500 : random.Next(1, 40), (uint)step);
            if (handle.TryGetSpan(out ReadOnlySpan<char> text) && !Texts.IsChecked(text, (uint)step) && handle.IsAlive)
            {
                Interlocked.Increment(ref broken);
            }

            if (step % 2 == 0)
            {
                writer.Free(handle);
            }
        });
        Volatile.Write(ref done, true);
        sweeper.Join();

        Assert.Equal(0, broken);
        pool.Clear();
        CheckNothingIsLost(pool, [], empty);
    }

    [Fact]
    public void A_pool_may_be_disposed_of_beside_writers_and_readers()
    {
        for (int round = 0; round < RunSettings.Length(500); round++)
        {
            var pool = new ConcurrentStringPool();
            using var started = new CountdownEvent(Threads);
            int refused = 0;
            Thread[] threads = [.. Enumerable.Range(0, Threads).Select(worker => new Thread(() =>
            {
                var handles = new PooledStringRef[64];
                started.Signal();
                try
                {
                    for (int i = 0; ; i++)
                    {
                        ref PooledStringRef handle = ref handles[i % handles.Length];
                        handle.Free();
                        handle = pool.Allocate("some text");
                        handle.TryGetSpan(out ReadOnlySpan<char> _);
                    }
                }
                catch (ObjectDisposedException)
                {
                    Interlocked.Increment(ref refused);
                }
            }))];
            Array.ForEach(threads, static thread => thread.Start());
            started.Wait();
            pool.Dispose();
            Array.ForEach(threads, static thread => thread.Join());
            Assert.Equal(Threads, refused);
            Assert.Equal(0, pool.BytesReserved);
        }
    }

    private static PooledStringRef Allocate(ConcurrentStringPool.Writer writer, int length, uint seed)
    {
        Span<char> text = stackalloc char[length];
        Texts.WriteChecked(text, seed);
        return writer.Allocate(text);
    }

    // A cell or block that is lost, or on a list while live, would keep its slab or segment from being returned.
    private static void CheckNothingIsLost(ConcurrentStringPool pool, Slot[] live, long empty)
    {
        Array.ForEach(live, static slot => slot.Handle.Free());
        Assert.Equal(0, pool.ActiveAllocations);
        pool.Trim();
        Assert.Equal(0, pool.SlabCount);
        Assert.Equal(0, pool.SegmentCount);

        // Besides the tables, thread lists and batches in transit remain.
        Assert.InRange(pool.BytesReserved, empty, empty + (16 << 16));
        PooledStringRef[] again = [.. Enumerable.Range(0, 5_000).Select(number => pool.Allocate($"text {number}"))];
        Assert.Equal(5_000, again.Select(static handle => handle.Id).Distinct().Count());
        Assert.All(again, static (handle, number) => Assert.True(handle.Equals($"text {number}")));
    }

    private void Run(int threads, Action<Random, int> step, int steps = 40_000)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        Exception? failure = null;
        var watch = Stopwatch.StartNew();
        Thread[] workers = [.. Enumerable.Range(0, threads).Select(worker => new Thread(() =>
        {
            var random = new Random(seed + worker);
            try
            {
                for (int i = 0; i < RunSettings.Length(steps) || watch.Elapsed < RunSettings.Soak; i++)
                {
                    step(random, i);
                }
            }
            catch (Exception exception)
            {
                Volatile.Write(ref failure, exception);
            }
        }))];
        Array.ForEach(workers, static worker => worker.Start());
        Array.ForEach(workers, static worker => worker.Join());
        Assert.True(failure is null, $"Seed {seed}: {failure}");
    }

    private struct Slot
    {
        public PooledStringRef Handle;
        public uint Seed;

        public readonly bool IsWhole =>
            Handle.IsEmpty || (Handle.TryGetSpan(out ReadOnlySpan<char> text) && Texts.IsChecked(text, Seed));
    }
}
