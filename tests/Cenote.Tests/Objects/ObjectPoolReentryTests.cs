using Cenote.Objects;
using Cenote.Tests.Support;

namespace Cenote.Tests.Objects;

/// <summary>Factories, cleanups and items that use the pool that calls them.</summary>
public sealed class ObjectPoolReentryTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_factory_may_rent_from_the_pool_and_free_to_it(bool disposes)
    {
        ObjectPool<PooledItem>? pool = null;
        int depth = 0;
        using ObjectPool<PooledItem> made = pool = UntrimmedPool.Of(
            () =>
            {
                if (depth++ < 3)
                {
                    PooledItem[] inner = [pool!.Allocate(), pool.Allocate()];
                    Array.ForEach(inner, pool.Free);
                }

                return new PooledItem();
            },
            disposes: disposes);

        PooledItem[] items = [.. Enumerable.Range(0, 20).Select(_ => pool.Allocate())];

        Assert.Equal(items.Length, items.Distinct().Count());
        Array.ForEach(items, pool.Free);
        Assert.Equal(pool.GetStatistics().Created, pool.GetStatistics().Retained);
    }

    [Fact]
    public void A_factory_that_disposes_the_pool_gives_its_item_to_the_caller_and_no_more()
    {
        ObjectPool<PooledItem>? pool = null;
        pool = UntrimmedPool.Of(() =>
        {
            pool!.Dispose();
            return new PooledItem();
        });

        PooledItem item = pool.Allocate();

        Assert.Throws<ObjectDisposedException>(pool.Allocate);
        pool.Free(item);
        Assert.Equal((1, 0), (item.Disposals, pool.GetStatistics().Retained));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_cleanup_that_frees_the_item_itself_is_a_second_free(bool disposes)
    {
        ObjectPool<PooledItem>? pool = null;
        bool inner = false;
        using ObjectPool<PooledItem> made = pool = UntrimmedPool.OfItems(disposes: disposes, cleanup: item =>
        {
            if (!inner)
            {
                inner = true;
                pool!.Free(item);
            }
        });
        PooledItem item = pool.Allocate();

        Assert.Throws<InvalidOperationException>(() => pool.Free(item));

        Assert.Equal(1, pool.GetStatistics().Retained);
        Assert.Same(item, pool.Allocate());
        Assert.NotSame(item, pool.Allocate());
        Assert.False(item.IsDisposed);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void An_item_whose_cleanup_disposes_the_pool_is_disposed(bool disposes)
    {
        ObjectPool<PooledItem>? pool = null;
        pool = UntrimmedPool.OfItems(disposes: disposes, cleanup: _ => pool!.Dispose());
        PooledItem item = pool.Allocate();

        pool.Free(item);

        Assert.Equal((1, 0), (item.Disposals, pool.GetStatistics().Retained));
        Assert.Throws<ObjectDisposedException>(pool.Allocate);
    }

    [Fact]
    public void A_policy_that_throws_leaves_the_pool_as_it_was()
    {
        using var pool = new ObjectPool<PooledItem, ThrowingPolicy>(
            default, new ObjectPoolOptions { Size = 8, TrimAfterFullCollection = false });
        var item = new PooledItem();

        Assert.Throws<FormatException>(pool.Allocate);
        Assert.Throws<FormatException>(() => pool.Prefill(3));
        Assert.Throws<InvalidDataException>(() => pool.Free(item));
        Assert.Throws<FormatException>(() => pool.Rent());

        Assert.Equal((0, 0L, 8), (pool.GetStatistics().Retained, pool.GetStatistics().Created, pool.Core.CountRoom()));
    }

    // This pattern is common: in a disposed pool, Free disposes the item, whose Dispose calls Free again, and so on.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void An_item_whose_disposal_frees_it_is_disposed_once(bool disposes)
    {
        ObjectPool<SelfFreeing>? pool = null;
        pool = UntrimmedPool.Of(() => new SelfFreeing(pool!), size: 1, disposes: disposes);
        SelfFreeing[] items = [pool.Allocate(), pool.Allocate(), pool.Allocate(), pool.Allocate()];
        pool.Free(items[0]);
        pool.Free(items[1]);
        pool.Free(items[2]);

        pool.Dispose();
        pool.Free(items[3]);

        Assert.Equal(1, items[3].Disposals);
        Assert.All(items, item => Assert.InRange(item.Disposals, disposes ? 1 : 0, 1));
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void An_item_that_comes_back_to_a_disposed_pool_is_disposed_even_if_its_cleanup_throws(bool disposes)
    {
        ObjectPool<PooledItem> pool = UntrimmedPool.OfItems(disposes: disposes, cleanup: static _ => throw new FormatException());
        var withPolicy = new ObjectPool<PooledItem, ThrowingCleanup>(
            default, new ObjectPoolOptions { Size = 8, DisposeWhenFull = disposes, TrimAfterFullCollection = false });
        PooledItem item = pool.Allocate();
        PooledItem other = withPolicy.Allocate();
        pool.Dispose();
        withPolicy.Dispose();

        Assert.Throws<FormatException>(() => pool.Free(item));
        Assert.Throws<FormatException>(() => withPolicy.Free(other));

        Assert.Equal((1, 1), (item.Disposals, other.Disposals));
    }

    private readonly struct ThrowingCleanup : IPoolPolicy<PooledItem>
    {
        public PooledItem Create() => new();

        public bool Cleanup(PooledItem item) => throw new FormatException();
    }

    private readonly struct ThrowingPolicy : IPoolPolicy<PooledItem>
    {
        public PooledItem Create() => throw new FormatException();

        public bool Cleanup(PooledItem item) => throw new InvalidDataException();
    }

    private sealed class SelfFreeing(ObjectPool<SelfFreeing> pool) : IDisposable
    {
        public int Disposals { get; private set; }

        public void Dispose()
        {
            Disposals++;
            pool.Free(this);
        }
    }

    // A thread's slots move when it uses many pools, while the operation that called the cleanup still refers to the slots.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_cleanup_may_use_more_pools_than_the_thread_has_used_before(bool disposes) => SteppedThread.RunOnce(() =>
    {
        ObjectPool<PooledItem>[] others = [];
        using ObjectPool<PooledItem> pool = UntrimmedPool.OfItems(disposes: disposes, cleanup: _ =>
        {
            others = [.. others, .. Enumerable.Range(0, 40).Select(_ => UntrimmedPool.OfItems(disposes: disposes))];
            Array.ForEach(others, static other => other.Free(other.Allocate()));
        });
        PooledItem[] items = [pool.Allocate(), pool.Allocate(), pool.Allocate()];

        Array.ForEach(items, pool.Free);

        Assert.Equal(3, pool.GetStatistics().Retained);
        Assert.Equal(1, pool.GetStatistics().Threads);
        Assert.Equal(64, pool.Core.CountRoom());
        Assert.Equal(items.ToHashSet(), [pool.Allocate(), pool.Allocate(), pool.Allocate()]);
        Assert.All(others, static other => Assert.Equal(1, other.GetStatistics().Retained));
        Assert.All(items, static item => Assert.False(item.IsDisposed));
        Array.ForEach(others, static other => other.Dispose());
    });
}
