using System.Diagnostics;
using System.Text.Json;
using Cenote.Objects;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Objects;

/// <summary>
/// Many threads on one pool; <c>CENOTE_SOAK_SECONDS</c> extends the run. No two threads may ever hold the same item.
/// </summary>
public sealed class ObjectPoolSoakTests(ITestOutputHelper output)
{
    private const int Threads = 6;
    private const int MaxHeld = 40;
    private const int Steps = 20_000;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void No_item_is_ever_with_two_threads(bool disposes)
    {
        int[] sizes = [1, 2, 5, 16, 64, 100, 300];
        ObjectPool<PooledItem, PooledItemPolicy>[] pools = [.. sizes.Select(size => NewPool(size, disposes))];
        var exchange = new PooledItem?[pools.Length];
        var left = new List<PooledItem>[pools.Length];
        for (int i = 0; i < left.Length; i++)
        {
            left[i] = [];
        }

        int rounds = Run(random =>
        {
            int which = random.Next(pools.Length);
            ObjectPool<PooledItem, PooledItemPolicy> pool = pools[which];
            var held = new List<PooledItem>();
            for (int i = 0; i < Steps; i++)
            {
                if (held.Count < MaxHeld && random.Next(2) == 0)
                {
                    held.Add(Hold(pool.Allocate()));
                }
                else if (held.Count > 0)
                {
                    PooledItem item = held[^1];
                    held.RemoveAt(held.Count - 1);
                    if (random.Next(4) == 0)
                    {
                        // Another thread may free this item later.
                        if (Interlocked.Exchange(ref exchange[which], item) is not { } other)
                        {
                            continue;
                        }

                        item = other;
                    }

                    Free(pool, item);
                }

                if (random.Next(3_000) == 0)
                {
                    _ = random.Next(2) == 0 ? pool.Trim() : LetGoOfIdle(pool);
                }
            }

            lock (left[which])
            {
                left[which].AddRange(held);
            }
        });

        output.WriteLine($"{(long)rounds * Threads * Steps:N0} operations");
        for (int i = 0; i < pools.Length; i++)
        {
            ObjectPoolStatistics statistics = pools[i].GetStatistics();
            output.WriteLine(JsonSerializer.Serialize(statistics));
            Assert.Equal(sizes[i], pools[i].Core.CountRoom());
            Assert.InRange(statistics.Retained, 0, sizes[i] + (disposes ? 0 : statistics.Threads));
            List<PooledItem> remaining = [.. left[i], .. exchange[i] is { } last ? [last] : Array.Empty<PooledItem>()];
            if (disposes)
            {
                // A pool that disposes items counts each item that it drops, so every item is accounted for.
                Assert.Equal(statistics.Created, statistics.Dropped + statistics.Retained + remaining.Count);
            }

            remaining.ForEach(item => Free(pools[i], item));
            pools[i].Dispose();
        }
    }

    [LongFact]
    public void Threads_that_come_and_go_leave_their_items_to_others()
    {
        using ObjectPool<PooledItem, PooledItemPolicy> pool = UntrimmedPool.OfPolicy();
        Run(random =>
        {
            int held = random.Next(1, 6);
            PooledItem[] items = [.. Enumerable.Range(0, held).Select(_ => Hold(pool.Allocate()))];
            Array.ForEach(items, item => Free(pool, item));
        }, rounds: 500);

        ObjectPoolStatistics statistics = pool.GetStatistics();
        output.WriteLine(JsonSerializer.Serialize(statistics));
        Assert.Equal(64, pool.Core.CountRoom());
        Assert.InRange(statistics.Created, 1, 5 * Threads);
        Assert.Equal(0, statistics.Dropped);
        Assert.InRange(statistics.Threads, 1, 2 * Threads);
    }

    private static ObjectPool<PooledItem, PooledItemPolicy> NewPool(int size, bool disposes) =>
        new(default, new ObjectPoolOptions { Size = size, DisposeWhenFull = disposes });

    private static PooledItem Hold(PooledItem item)
    {
        Assert.True(item.TryHold(), "An item is held by two threads, or was disposed.");
        return item;
    }

    private static void Free(ObjectPool<PooledItem, PooledItemPolicy> pool, PooledItem item)
    {
        Assert.True(item.TryRelease(), "An item was held by no thread, or by two.");
        pool.Free(item);
    }

    private static int LetGoOfIdle(ObjectPool<PooledItem, PooledItemPolicy> pool)
    {
        List<object> items = pool.Core.TakeIdle();
        pool.Core.Drop(items);
        return items.Count;
    }

    // Each round uses new threads, so that caches of ended threads are found constantly.
    private int Run(Action<Random> work, int rounds = 12)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"seed {seed}");
        var watch = Stopwatch.StartNew();
        Exception? failure = null;
        int round = 0;
        for (; round < rounds || watch.Elapsed < RunSettings.Soak; round++)
        {
            Thread[] threads = [.. Enumerable.Range(0, Threads).Select(_ =>
            {
                var random = new Random(seed++);
                return new Thread(() =>
                {
                    try
                    {
                        work(random);
                    }
                    catch (Exception exception)
                    {
                        Volatile.Write(ref failure, exception);
                    }
                });
            })];
            Array.ForEach(threads, static thread => thread.Start());
            Array.ForEach(threads, static thread => thread.Join());
            Assert.Null(failure);
        }

        return round;
    }
}
