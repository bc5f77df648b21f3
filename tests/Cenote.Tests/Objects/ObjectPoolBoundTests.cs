using System.Diagnostics;
using Cenote.Objects;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Objects;

/// <summary>
/// Pools with <see cref="ObjectPoolOptions.DisposeWhenFull"/>: whenever their threads pause, each item is in the pool, in use, or
/// was disposed once, and the pool contains at most its size. <c>CENOTE_SOAK_SECONDS</c> extends the run.
/// </summary>
public sealed class ObjectPoolBoundTests(ITestOutputHelper output)
{
    private const int Threads = 4;
    private const int MaxHeld = 24;
    private const int Steps = 400;

    [Theory]
    [InlineData(1, 0)]
    [InlineData(2, 0)]
    [InlineData(3, 0)]
    [InlineData(17, 0)]
    [InlineData(64, 0)]
    [InlineData(64, 7)]
    public void The_bound_is_exact_and_no_item_is_lost(int size, int leakSampling)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"seed {seed}");
        var all = new List<PooledItem>();
        var pool = new ObjectPool<PooledItem>(new ObjectPoolOptions<PooledItem>
        {
            Factory = () =>
            {
                var item = new PooledItem();
                lock (all)
                {
                    all.Add(item);
                }

                return item;
            },
            Size = size,
            DisposeWhenFull = true,
            LeakSampling = leakSampling,
            TrimAfterFullCollection = false,
        });
        List<PooledItem>[] held = [.. Enumerable.Range(0, Threads).Select(static _ => new List<PooledItem>())];
        var watch = Stopwatch.StartNew();
        int rounds = RunSettings.Length(600);
        for (int round = 0; round < rounds || watch.Elapsed < RunSettings.Soak / 6; round++)
        {
            int first = seed + (round * Threads);
            Parallel.For(0, Threads, thread => Work(pool, held[thread], new Random(first + thread)));
            Check(pool, size, all, [.. held.SelectMany(static items => items)]);
            Shuffle(held, new Random(first));
        }

        pool.Dispose();
        Assert.All(held.SelectMany(static items => items), static item => Assert.False(item.IsDisposed));
        Array.ForEach(held, items => items.ForEach(pool.Free));
        Assert.All(all, static item => Assert.Equal(1, item.Disposals));
        output.WriteLine($"{all.Count} items");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    [InlineData(64)]
    public void Items_that_wait_for_threads_which_have_ended_count(int size)
    {
        var pool = UntrimmedPool.OfItems(size, disposes: true);
        PooledItem[] items = [.. Enumerable.Range(0, 3 * size).Select(_ => pool.Allocate())];
        foreach (PooledItem[] some in items.Chunk(2))
        {
            SteppedThread.RunOnce(() => Array.ForEach(some, pool.Free));
            Assert.InRange(pool.GetStatistics().Retained, 1, size);
        }

        Assert.Equal(pool.GetStatistics().Retained, items.Count(static item => !item.IsDisposed));
        pool.Dispose();
        Assert.All(items, static item => Assert.Equal(1, item.Disposals));
    }

    private static void Work(ObjectPool<PooledItem> pool, List<PooledItem> held, Random random)
    {
        for (int step = 0; step < Steps; step++)
        {
            if (random.Next(200) == 0)
            {
                pool.Trim();
            }
            else if (held.Count == 0 || (held.Count < MaxHeld && random.Next(2) == 0))
            {
                PooledItem item = pool.Allocate();
                Assert.True(item.TryHold(), "An item is held by two threads, or was disposed.");
                held.Add(item);
            }
            else
            {
                PooledItem item = held[^1];
                held.RemoveAt(held.Count - 1);
                Assert.True(item.TryRelease(), "An item was held by two threads.");
                Assert.False(item.IsDisposed, "An item was disposed while it was held.");
                pool.Free(item);
            }
        }
    }

    private static void Check(ObjectPool<PooledItem> pool, int size, List<PooledItem> all, HashSet<PooledItem> held)
    {
        ObjectPoolStatistics statistics = pool.GetStatistics();
        Assert.InRange(statistics.Retained, 0, size);
        Assert.Equal(size, pool.Core.CountRoom());
        Assert.All(held, static item => Assert.False(item.IsDisposed));
        Assert.Equal(all.Count, statistics.Retained + held.Count + all.Count(static item => item.Disposals == 1));
        Assert.DoesNotContain(all, static item => item.Disposals > 1);
    }

    // In the next round, most items are freed by threads that did not allocate them.
    private static void Shuffle(List<PooledItem>[] held, Random random)
    {
        PooledItem[] items = [.. held.SelectMany(static items => items)];
        random.Shuffle(items);
        for (int i = 0; i < held.Length; i++)
        {
            held[i] = [.. items.Where((_, index) => index % held.Length == i)];
        }
    }
}
