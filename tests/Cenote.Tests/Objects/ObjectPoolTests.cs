using Cenote.Objects;
using Cenote.Tests.Support;

namespace Cenote.Tests.Objects;

public sealed class ObjectPoolTests
{
    [Fact]
    public void An_item_that_was_freed_is_allocated_next()
    {
        using var pool = UntrimmedPool.OfItems();

        PooledItem first = pool.Allocate();
        PooledItem second = pool.Allocate();
        Assert.NotSame(first, second);

        pool.Free(first);
        Assert.Same(first, pool.Allocate());
        Assert.Equal(2, pool.GetStatistics().Created);
    }

    [Fact]
    public void The_policy_of_a_pool_makes_and_cleans()
    {
        using var pool = UntrimmedPool.OfPolicy();
        PooledItem item = pool.Allocate();
        pool.Free(item);
        Assert.Same(item, pool.Allocate());

        item.Dispose();
        pool.Free(item);

        Assert.Equal((0, 1L), (pool.GetStatistics().Retained, pool.GetStatistics().Dropped));
        Assert.NotSame(item, pool.Allocate());
    }

    [Fact]
    public void A_policy_that_refuses_an_item_of_a_disposing_pool_has_it_disposed()
    {
        using var pool = UntrimmedPool.OfPolicy(size: 4, disposes: true);
        PooledItem item = pool.Allocate();
        item.Dispose();
        pool.Free(item);

        Assert.Equal(2, item.Disposals);
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Fact]
    public void The_default_size_is_twice_the_number_of_processors()
    {
        using var delegates = new ObjectPool<object>(static () => new object());
        using var policy = new ObjectPool<PooledItem, PooledItemPolicy>();

        Assert.Equal(2 * Environment.ProcessorCount, delegates.GetStatistics().Size);
        Assert.Equal(2 * Environment.ProcessorCount, policy.GetStatistics().Size);
    }

    [Fact]
    public void Freeing_null_does_nothing()
    {
        int cleaned = 0;
        using var pool = new ObjectPool<PooledItem>(static () => new PooledItem(), _ => cleaned++, size: 4);
        using var policy = new ObjectPool<PooledItem, PooledItemPolicy>();

        pool.Free(null);
        policy.Free(null);

        Assert.Equal(0, cleaned);
        Assert.Equal(0, pool.GetStatistics().Retained);
        Assert.Equal(0, policy.GetStatistics().Retained);
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(7, false)]
    [InlineData(64, false)]
    [InlineData(100, false)]
    [InlineData(1_000, false)]
    [InlineData(5_000, false)]
    [InlineData(1, true)]
    [InlineData(100, true)]
    [InlineData(5_000, true)]
    public void A_thread_alone_fills_the_pool_to_the_last_item(int size, bool disposes)
    {
        using var pool = UntrimmedPool.OfItems(size, disposes);
        PooledItem[] items = [.. Enumerable.Range(0, size + 10).Select(_ => pool.Allocate())];

        Array.ForEach(items, pool.Free);

        // A pool that does not dispose items keeps the thread's own item in addition to its size.
        int retained = disposes ? size : size + 1;
        Assert.Equal(retained, pool.GetStatistics().Retained);
        Assert.Equal(items.Length - retained, pool.GetStatistics().Dropped);
        Assert.Equal(disposes ? items.Length - retained : 0, items.Count(static item => item.IsDisposed));
        Assert.Equal(size, pool.Core.CountRoom());
    }

    [Fact]
    public void Prefill_makes_as_many_items_as_there_is_room_for()
    {
        int made = 0;
        int cleaned = 0;
        using var pool = UntrimmedPool.Of(() => (++made, new object()).Item2, size: 100, cleanup: _ => cleaned++);

        pool.Prefill(0);
        pool.Prefill(30);
        Assert.Equal((30, 30), (made, pool.GetStatistics().Retained));

        pool.Prefill(1_000);
        Assert.Equal((100, 100, 0), (made, pool.GetStatistics().Retained, cleaned));
        Assert.Equal(100, Enumerable.Range(0, 100).Select(_ => pool.Allocate()).Distinct().Count());
        Assert.Equal(100, made);
        Assert.Throws<ArgumentOutOfRangeException>(() => pool.Prefill(-1));
    }

    [Fact]
    public void Prefilled_items_are_there_for_other_threads()
    {
        using var pool = UntrimmedPool.Of(static () => new object());
        pool.Prefill(64);

        // Two magazines of eight stay with the thread that created them.
        SteppedThread.RunOnce(() =>
        {
            for (int i = 0; i < 48; i++)
            {
                _ = pool.Allocate();
            }
        });

        Assert.Equal(64, pool.GetStatistics().Created);
    }

    [Fact]
    public void Scoped_calls_free_the_item_also_after_an_exception()
    {
        using var pool = UntrimmedPool.OfItems(size: 4);
        PooledItem item = pool.Allocate();
        pool.Free(item);

        pool.Scoped(item, static (used, expected) => Assert.Same(expected, used));
        Assert.Equal(42, pool.Scoped(41, static (_, state) => state + 1));
        pool.AllocateExecuteDeallocate(used => Assert.Same(item, used));
        Assert.Throws<FormatException>(() => pool.Scoped(1, static (_, _) => throw new FormatException()));
        Assert.Throws<FormatException>(() => pool.Scoped<int, int>(1, static (_, _) => throw new FormatException()));
        Assert.Throws<FormatException>(() => pool.AllocateExecuteDeallocate(static _ => throw new FormatException()));

        Assert.Equal((1L, 1), (pool.GetStatistics().Created, pool.GetStatistics().Retained));
    }

    [Fact]
    public void The_cleanup_of_a_call_comes_before_the_cleanup_of_the_pool()
    {
        var order = new List<string>();
        using var pool = new ObjectPool<object>(static () => new object(), _ => order.Add("pool"), size: 4);

        pool.AllocateExecuteDeallocate(_ => order.Add("action"), _ => order.Add("call"));

        Assert.Equal(["action", "call", "pool"], order);
    }

    [Fact]
    public void An_exception_of_the_factory_reaches_the_caller_and_changes_nothing()
    {
        bool fails = true;
        using var pool = UntrimmedPool.Of(() => fails ? throw new FormatException() : new object(), size: 8);

        Assert.Throws<FormatException>(pool.Allocate);
        Assert.Throws<FormatException>(() => pool.Prefill(3));
        Assert.Throws<FormatException>(() => pool.Rent());
        Assert.Equal((0L, 0, 0L), (pool.GetStatistics().Created, pool.GetStatistics().Retained, pool.GetStatistics().Dropped));

        fails = false;
        Assert.NotNull(pool.Allocate());
        Assert.Equal(8, pool.Core.CountRoom());
    }

    [Fact]
    public void The_cleanup_and_the_factory_may_use_the_pool()
    {
        ObjectPool<PooledItem> pool = null!;
        int depth = 0;
        pool = new ObjectPool<PooledItem>(
            () => depth++ == 0 ? pool.Allocate() : new PooledItem(),
            _ =>
            {
                if (depth++ < 200)
                {
                    PooledItem other = pool.Allocate();
                    Assert.True(other.TryHold());
                    Assert.True(other.TryRelease());
                    pool.Free(other);
                }
            },
            size: 20);

        PooledItem item = pool.Allocate();
        Assert.True(item.TryHold());
        pool.Free(item);
        Assert.Equal(20, pool.Core.CountRoom());
        PooledItem[] all = [.. Enumerable.Range(0, 300).Select(_ => pool.Allocate())];
        Assert.Equal(300, all.Distinct().Count());
        pool.Dispose();
    }

    [Fact]
    public void A_pool_may_be_given_items_that_it_did_not_make()
    {
        using var pool = UntrimmedPool.Of(static () => new object());
        object item = new();

        pool.Free(item);

        Assert.Same(item, pool.Allocate());
        Assert.Equal(0, pool.GetStatistics().Created);
    }

    [Fact]
    public void Trim_lets_go_of_the_items_of_all_threads()
    {
        using var pool = UntrimmedPool.OfItems();
        using var other = new SteppedThread();
        other.Run(() => pool.Prefill(20));
        other.Run(() => pool.Free(new PooledItem()));
        pool.Prefill(20);
        pool.Free(new PooledItem());

        Assert.Equal(42, pool.Trim());
        Assert.Equal(0, pool.Trim());

        Assert.Equal((0, 42L), (pool.GetStatistics().Retained, pool.GetStatistics().Dropped));
        Assert.Equal(64, pool.Core.CountRoom());
        other.Run(() => pool.Free(pool.Allocate()));
        pool.Free(pool.Allocate());
        Assert.Equal(2, pool.GetStatistics().Retained);
    }

    [Fact]
    public void Many_pools_on_a_thread_keep_their_items_apart()
    {
        ObjectPool<object>[] pools = [.. Enumerable.Range(0, 300).Select(i => UntrimmedPool.Of<object>(() => i, size: 2))];
        for (int round = 0; round < 3; round++)
        {
            for (int i = 0; i < pools.Length; i++)
            {
                object item = pools[i].Allocate();
                Assert.Equal(i, item);
                pools[i].Free(item);
            }
        }

        Assert.All(pools, static pool => Assert.Equal(1, pool.GetStatistics().Created));
        Array.ForEach(pools, static pool => pool.Dispose());
    }

    [Fact]
    public void Arguments_are_checked()
    {
        Assert.Throws<ArgumentNullException>(() => new ObjectPool<object>((Func<object>)null!));
        Assert.Throws<ArgumentNullException>(() => new ObjectPool<object>((ObjectPoolOptions<object>)null!));
        Assert.Throws<ArgumentNullException>(() => new ObjectPool<PooledItem, PooledItemPolicy>(default, null!));
        Assert.Throws<ArgumentOutOfRangeException>(() => new ObjectPool<object>(static () => new object(), 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => new ObjectPool<PooledItem, PooledItemPolicy>(default, -1));
        Assert.Throws<ArgumentOutOfRangeException>(
            () =>
                new ObjectPool<object>(new ObjectPoolOptions<object> { Factory = static () => new object(), LeakSampling = -1 }));
        using var pool = new ObjectPool<object>(static () => new object());
        Assert.Throws<ArgumentNullException>(() => pool.Scoped(1, (Action<object, int>)null!));
        Assert.Throws<ArgumentNullException>(() => pool.Scoped(1, (Func<object, int, int>)null!));
        Assert.Throws<ArgumentNullException>(() => pool.AllocateExecuteDeallocate(null!));
        Assert.Throws<ArgumentNullException>(() => pool.ForgetTrackedObject(null!));
        Assert.Equal(0, pool.GetStatistics().Created);
    }

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(int.MaxValue / 2)]
    [InlineData(1_000_000)]
    [InlineData(1_023)]
    public void A_thread_of_a_huge_pool_takes_the_memory_of_the_items_that_it_has(int size)
    {
        using var pool = UntrimmedPool.OfItems(size);
        pool.Free(pool.Allocate());
        long before = GC.GetAllocatedBytesForCurrentThread();
        long onOther = 0;
        pool.Prefill(100);
        SteppedThread.RunOnce(() =>
        {
            long atFirst = GC.GetAllocatedBytesForCurrentThread();
            PooledItem[] items = [.. Enumerable.Range(0, 300).Select(_ => pool.Allocate())];
            Array.ForEach(items, pool.Free);
            onOther = GC.GetAllocatedBytesForCurrentThread() - atFirst;
        });

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 200_000);
        Assert.InRange(onOther, 0, 200_000);
        Assert.Equal(size, pool.Core.CountRoom());
        Assert.InRange(pool.GetStatistics().Retained, 300, 402);
    }

    [Fact]
    public void A_pool_of_many_items_keeps_and_gives_each_of_them_once()
    {
        const int Count = 20_000;
        using var pool = UntrimmedPool.OfItems(size: Count);
        PooledItem[] items = [.. Enumerable.Range(0, Count).Select(_ => pool.Allocate())];
        Array.ForEach(items, pool.Free);
        Assert.Equal(Count, pool.GetStatistics().Retained);

        PooledItem[] again = [];
        SteppedThread.RunOnce(() => again = [.. Enumerable.Range(0, Count).Select(_ => pool.Allocate())]);

        Assert.Equal(Count, again.Distinct().Count());
        Assert.InRange(again.Intersect(items).Count(), Count / 2, Count);
        Assert.Equal(Count, pool.Core.CountRoom());
    }

    [Theory]
    [InlineData(false, 1)]
    [InlineData(false, 3)]
    [InlineData(true, 1)]
    [InlineData(true, 3)]
    public void A_factory_that_returns_an_object_again_is_refused_when_the_pool_is_filled(bool disposes, int objects)
    {
        PooledItem[] made = [.. Enumerable.Range(0, objects).Select(static _ => new PooledItem())];
        int calls = 0;
        using ObjectPool<PooledItem> pool = UntrimmedPool.Of(() => made[calls++ % objects], disposes: disposes);

        Assert.Throws<InvalidOperationException>(() => pool.Prefill(10));
        Assert.Equal(objects, pool.GetStatistics().Retained);
        if (objects == 1)
        {
            Assert.Throws<InvalidOperationException>(() => pool.Prefill(1));
        }

        Assert.Equal(objects, pool.GetStatistics().Retained);
        Assert.All(made, static item => Assert.False(item.IsDisposed));
        Assert.Equal(objects, Enumerable.Range(0, objects).Select(_ => pool.Allocate()).Distinct().Count());
    }

    [Fact]
    public void The_second_free_in_a_row_is_refused_also_when_there_is_room_for_more()
    {
        using var pool = UntrimmedPool.OfItems();
        PooledItem[] items = [.. Enumerable.Range(0, 10).Select(_ => pool.Allocate())];
        Array.ForEach(items[..6], pool.Free);
        _ = pool.Allocate();
        _ = pool.Allocate();
        pool.Free(items[8]);

        Assert.Throws<InvalidOperationException>(() => pool.Free(items[8]));

        PooledItem[] again = [.. Enumerable.Range(0, 20).Select(_ => pool.Allocate())];
        Assert.Equal(again.Length, again.Distinct().Count());
    }

    [Fact]
    public void A_cache_that_was_taken_from_its_thread_is_not_used_again()
    {
        using var pool = UntrimmedPool.OfItems(size: 64);
        for (int round = 0; round < 20; round++)
        {
            PooledItem[] items = [.. Enumerable.Range(0, 40).Select(_ => pool.Allocate())];
            Array.ForEach(items, pool.Free);
            SteppedThread.RunOnce(() => Assert.Equal(40, pool.Trim()));
            Assert.Equal((0, 64), (pool.GetStatistics().Retained, pool.Core.CountRoom()));
        }

        pool.Free(new PooledItem());
        Assert.Equal((1, 1), (pool.GetStatistics().Retained, pool.GetStatistics().Threads));
        pool.Prefill(1_000);
        Assert.Equal((65, 64), (pool.GetStatistics().Retained, pool.Core.CountRoom()));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void Sizes_that_are_none_are_refused(int size)
    {
        Refused.Option("Size", () => UntrimmedPool.OfItems(size));
        Refused.Option("Size", () => UntrimmedPool.OfPolicy(size));
        var options = new ObjectPoolOptions { LeakSampling = Math.Min(size, -1) };
        Refused.Option("LeakSampling", () => new ObjectPool<PooledItem, PooledItemPolicy>(default, options));
        Assert.Throws<ArgumentOutOfRangeException>(
            nameof(size), () => new ObjectPool<PooledItem>(static () => new PooledItem(), size));
        Assert.Throws<ArgumentOutOfRangeException>(
            nameof(size), () => new ObjectPool<PooledItem, PooledItemPolicy>(default, size));
    }

    [Fact]
    public void Watching_one_of_very_many_allocations_is_possible()
    {
        using var pool = new ObjectPool<PooledItem>(
            new ObjectPoolOptions<PooledItem> { Factory = static () => new PooledItem(), Size = 1, LeakSampling = int.MaxValue });
        pool.Free(pool.Allocate());

        Assert.Equal(1, pool.GetStatistics().Retained);
        Assert.Throws<ArgumentOutOfRangeException>(static () => new ObjectPool<PooledItem>(
            new ObjectPoolOptions<PooledItem> { Factory = static () => new PooledItem(), LeakSampling = -1 }));
    }
}
