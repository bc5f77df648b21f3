using System.Runtime.CompilerServices;
using Cenote.Objects;
using Cenote.Tests.Support;

namespace Cenote.Tests.Objects;

/// <summary>Items that a pool with <see cref="ObjectPoolOptions.DisposeWhenFull"/> has dropped, and that are freed again.</summary>
public sealed class ObjectPoolDroppedItemTests
{
    [Fact]
    public void An_item_for_which_there_was_no_room_is_not_disposed_again()
    {
        using var pool = UntrimmedPool.OfItems(size: 1, disposes: true, cleanup: static _ => { });
        (PooledItem kept, PooledItem dropped) = (pool.Allocate(), pool.Allocate());
        pool.Free(kept);
        pool.Free(dropped);

        Assert.Throws<InvalidOperationException>(() => pool.Free(dropped));
        Assert.Throws<InvalidOperationException>(() => pool.Free(dropped));

        Assert.Equal((0, 1, 1L), (kept.Disposals, dropped.Disposals, pool.GetStatistics().Dropped));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(30)]
    public void An_item_for_which_there_was_no_room_does_not_come_back_once_there_is_room(int size)
    {
        using var pool = UntrimmedPool.OfItems(size, disposes: true);
        PooledItem[] items = [.. Enumerable.Range(0, size + 1).Select(_ => pool.Allocate())];
        Array.ForEach(items, pool.Free);
        PooledItem dropped = items[^1];
        Assert.True(dropped.IsDisposed);
        for (int i = 0; i < size; i++)
        {
            Assert.False(pool.Allocate().IsDisposed);
            Assert.Throws<InvalidOperationException>(() => pool.Free(dropped));
        }

        Assert.NotSame(dropped, pool.Allocate());
        Assert.Equal(1, dropped.Disposals);
    }

    [Fact]
    public void An_item_that_the_policy_refuses_is_not_disposed_again()
    {
        using var pool = UntrimmedPool.OfPolicy(disposes: true);
        PooledItem item = pool.Allocate();
        item.Dispose();
        pool.Free(item);

        Assert.Throws<InvalidOperationException>(() => pool.Free(item));

        Assert.Equal(2, item.Disposals);
    }

    [Fact]
    public void An_item_whose_cleanup_throws_is_not_disposed_again()
    {
        using var pool = UntrimmedPool.OfItems(disposes: true, cleanup: static _ => throw new TimeoutException());
        PooledItem item = pool.Allocate();

        Assert.Throws<TimeoutException>(() => pool.Free(item));
        Assert.Throws<TimeoutException>(() => pool.Free(item));

        Assert.Equal(1, item.Disposals);
    }

    [Fact]
    public void An_item_whose_disposal_throws_is_not_disposed_again()
    {
        using var pool = UntrimmedPool.OfPolicy(disposes: true);
        PooledItem item = pool.Allocate();
        item.Dispose();
        item.Failure = new TimeoutException();

        Assert.Throws<TimeoutException>(() => pool.Free(item));
        Assert.Throws<InvalidOperationException>(() => pool.Free(item));

        Assert.Equal(2, item.Disposals);
    }

    [Fact]
    public void A_pool_that_has_dropped_an_item_keeps_as_many_as_before()
    {
        using var pool = UntrimmedPool.OfItems(size: 40, disposes: true);
        for (int round = 0; round < 10; round++)
        {
            PooledItem[] items = [.. Enumerable.Range(0, 41).Select(_ => pool.Allocate())];
            Array.ForEach(items, pool.Free);

            Assert.Equal((1, 40, 40), (items.Count(static item => item.IsDisposed), pool.GetStatistics().Retained, pool.Core.CountRoom()));
        }
    }

    [Fact]
    public void Items_are_made_in_advance_after_one_was_dropped()
    {
        using var pool = UntrimmedPool.OfItems(size: 1, disposes: true);
        (PooledItem first, PooledItem second) = (pool.Allocate(), pool.Allocate());
        pool.Free(first);
        pool.Free(second);
        Assert.Same(first, pool.Allocate());

        pool.Prefill(1);

        Assert.Equal((1, 1), (pool.GetStatistics().Retained, pool.Core.CountRoom()));
    }

    [Fact]
    public void A_factory_may_return_an_item_that_was_disposed_and_is_good_again()
    {
        var spare = new Stack<Recycled>();
        using var pool = UntrimmedPool.Of(() => spare.TryPop(out Recycled? item) ? item : new Recycled(spare), size: 1, disposes: true);
        (Recycled first, Recycled second) = (pool.Allocate(), pool.Allocate());
        pool.Free(first);
        pool.Free(second);
        Recycled[] again = [pool.Allocate(), pool.Allocate()];
        Assert.Equal([first, second], again);

        pool.Free(second);

        Assert.Same(second, pool.Allocate());
    }

    [Fact]
    public void An_item_that_was_dropped_is_not_kept_alive()
    {
        using var pool = UntrimmedPool.OfItems(size: 1, disposes: true);
        WeakReference dropped = DropOne(pool);

        GC.Collect();

        Assert.False(dropped.IsAlive);
        pool.Free(pool.Allocate());
        Assert.Equal(1, pool.GetStatistics().Retained);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference DropOne(ObjectPool<PooledItem> pool)
    {
        (PooledItem first, PooledItem second) = (pool.Allocate(), pool.Allocate());
        pool.Free(first);
        pool.Free(second);
        return new WeakReference(second);
    }

    private sealed class Recycled(Stack<Recycled> spare) : IDisposable
    {
        public void Dispose() => spare.Push(this);
    }
}
