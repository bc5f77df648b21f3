using Cenote.Objects;
using Cenote.Tests.Support;

namespace Cenote.Tests.Objects;

/// <summary>Exceptions from items, and pools that are disposed while threads use them.</summary>
public sealed class ObjectPoolDisposalTests
{
    private static readonly int s_rounds = RunSettings.Length(300);

    [Fact]
    public void What_an_item_throws_that_does_not_fit_reaches_its_caller()
    {
        using var pool = UntrimmedPool.OfItems(size: 1, disposes: true);
        var item = new PooledItem { Failure = new FormatException() };
        pool.Free(new PooledItem());

        Assert.Throws<FormatException>(() => pool.Free(item));

        Assert.Equal((1, 1), (item.Disposals, pool.GetStatistics().Retained));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void All_items_are_disposed_whatever_some_of_them_throw(bool trims)
    {
        var pool = UntrimmedPool.OfItems(disposes: true);
        PooledItem[] items = [.. Enumerable.Range(0, 30).Select(_ => pool.Allocate())];
        items[3].Failure = new FormatException();
        items[20].Failure = new InvalidDataException();
        Array.ForEach(items, pool.Free);

        AggregateException failures = Assert.Throws<AggregateException>(() =>
        {
            if (trims)
            {
                pool.Trim();
            }
            else
            {
                pool.Dispose();
            }
        });

        Assert.Equal(2, failures.InnerExceptions.Count);
        Assert.Contains(items[3].Failure, failures.InnerExceptions);
        Assert.Contains(items[20].Failure, failures.InnerExceptions);
        Assert.All(items, static item => Assert.Equal(1, item.Disposals));
        Assert.Equal(30, pool.GetStatistics().Dropped);
        pool.Dispose();
    }

    [Fact]
    public void A_pool_that_is_disposed_while_threads_use_it_disposes_every_item_once()
    {
        for (int round = 0; round < s_rounds; round++)
        {
            var pool = UntrimmedPool.OfItems(size: 8, disposes: true);
            var seen = new HashSet<PooledItem>();
            using var ready = new Barrier(4);
            int broken = 0;
            Thread[] threads = [.. Enumerable.Range(0, 3).Select(_ => new Thread(() =>
            {
                var mine = new HashSet<PooledItem>();
                ready.SignalAndWait();
                try
                {
                    while (true)
                    {
                        PooledItem[] items = [pool.Allocate(), pool.Allocate()];
                        foreach (PooledItem item in items)
                        {
                            mine.Add(item);
                            Interlocked.Add(ref broken, item.TryHold() && item.TryRelease() ? 0 : 1);
                            pool.Free(item);
                        }
                    }
                }
                catch (ObjectDisposedException)
                {
                    lock (seen)
                    {
                        seen.UnionWith(mine);
                    }
                }
            }))];
            Array.ForEach(threads, static thread => thread.Start());
            ready.SignalAndWait();
            Thread.SpinWait(round * 50);

            pool.Dispose();

            Array.ForEach(threads, static thread => thread.Join());
            Assert.Equal(0, broken);

            // Each thread may still hold one item, because it noticed the disposal only afterwards.
            Assert.InRange(seen.Count(static item => item.Disposals != 1), 0, threads.Length);
            Assert.All(seen, static item => Assert.InRange(item.Disposals, 0, 1));
            Assert.Equal(0, pool.GetStatistics().Retained);
        }
    }

    // Free is called in finally blocks, and a partial disposal would leak items.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Interrupted_threads_free_and_dispose_all_the_same(bool disposes)
    {
        var pool = UntrimmedPool.OfItems(disposes: disposes);
        PooledItem[] items = [.. Enumerable.Range(0, 10).Select(_ => pool.Allocate())];
        bool stillInterrupted = false;
        Exception? failure = null;
        var freeing = new Thread(() =>
        {
            Thread.CurrentThread.Interrupt();
            failure = Record.Exception(() =>
            {
                Array.ForEach(items, pool.Free);
                pool.Dispose();
            });
            stillInterrupted = Record.Exception(static () => Thread.Sleep(1)) is ThreadInterruptedException;
        });

        Lock[] gates = Gates.Of(pool.Core);
        using (gates[0].EnterScope())
        {
            freeing.Start();
            SpinWait.SpinUntil(() => freeing.ThreadState.HasFlag(ThreadState.WaitSleepJoin) || !freeing.IsAlive);
        }

        freeing.Join();
        Assert.Null(failure);
        Assert.True(stillInterrupted);
        Assert.Equal((0, 10L), (pool.GetStatistics().Retained, pool.GetStatistics().Dropped));
        Assert.All(items, item => Assert.Equal(disposes ? 1 : 0, item.Disposals));
        Gates.AssertFree(gates);
    }

    [Fact]
    public void An_id_that_is_used_again_shows_no_item_of_the_pool_before()
    {
        using var other = new SteppedThread();
        for (int round = 0; round < s_rounds; round++)
        {
            var texts = new ObjectPool<string>(static () => new string('t', 3), size: 20);
            other.Run(() => texts.Prefill(3));
            other.Run(() => texts.Free(texts.Allocate()));
            texts.Free(texts.Allocate());
            texts.Dispose();

            using var lists = new ObjectPool<List<int>>(static () => [], size: 20);
            Assert.Empty(lists.Allocate());
            other.Run(() => Assert.Empty(lists.Allocate()));
            Assert.Throws<ObjectDisposedException>(texts.Allocate);
            texts.Free("late");
            Assert.Empty(lists.Allocate());
        }
    }

    [Fact]
    public void A_disposed_pool_gives_its_id_to_the_next_ones()
    {
        int highest = 0;
        for (int i = 0; i < 5_000; i++)
        {
            using var pool = UntrimmedPool.OfItems();
            highest = Math.Max(highest, pool.Core.Id);
        }

        // Ids are reused, so the number of pools that exist concurrently bounds the highest id.
        Assert.InRange(highest, 0, 4_000);
    }

    // If Dispose does not wait, the thread ends within 50 ms and the test fails. A slow thread cannot make the test fail.
    [Fact]
    public void Whoever_disposes_a_pool_waits_for_a_thread_that_is_within_it()
    {
        var pool = UntrimmedPool.OfItems();
        pool.Free(new PooledItem());
        ThreadCache cache = ThreadSlots.CurrentArray![pool.Core.Id].Cache!;
        Assert.True(cache.TryEnter());
        var other = new Thread(pool.Dispose);
        other.Start();

        bool hasEnded = other.Join(TimeSpan.FromMilliseconds(50));
        cache.Exit();
        other.Join();

        Assert.False(hasEnded);
    }

    [Fact]
    public void Only_one_of_several_threads_disposes_a_pool()
    {
        for (int round = 0; round < s_rounds; round++)
        {
            var pool = UntrimmedPool.OfItems(size: 8, disposes: true);
            var item = new PooledItem();
            pool.Free(item);

            Parallel.Invoke(pool.Dispose, pool.Dispose, () => pool.Trim());

            Assert.Equal(1, item.Disposals);
        }
    }
}
