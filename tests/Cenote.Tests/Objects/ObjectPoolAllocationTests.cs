using Cenote.Objects;
using Cenote.Tests.Support;

namespace Cenote.Tests.Objects;

/// <summary>Using a pool must not allocate: its purpose is to avoid garbage collections.</summary>
public sealed class ObjectPoolAllocationTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(16)]
    [InlineData(60)]
    public void Items_that_go_out_and_come_back_allocate_nothing(int held)
    {
        using var pool = UntrimmedPool.OfItems(cleanup: static _ => { });
        using var policy = UntrimmedPool.OfPolicy();
        using var disposing = UntrimmedPool.OfPolicy(disposes: true);
        var items = new PooledItem[held];

        Assert.Equal(0, ManagedAllocations.Of(() => TakeAndFree(pool, items)));
        Assert.Equal(0, ManagedAllocations.Of(() => TakeAndFree(policy, items)));
        Assert.Equal(0, ManagedAllocations.Of(() => TakeAndFree(disposing, items)));
    }

    [Fact]
    public void Leases_and_scoped_calls_allocate_nothing()
    {
        using var pool = UntrimmedPool.OfItems();

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            using ObjectLease<PooledItem> outer = pool.Rent();
            using ObjectLease<PooledItem> inner = pool.Rent();
            pool.Scoped(outer.Value, static (item, other) => Assert.NotSame(other, item));
            pool.AllocateExecuteDeallocate(static _ => { });
        }));
    }

    [Fact]
    public void Items_that_are_freed_by_another_thread_come_back_without_allocations()
    {
        using var pool = UntrimmedPool.OfItems();
        using var producer = new SteppedThread();
        var items = new PooledItem[40];
        Action allocate = () =>
        {
            for (int i = 0; i < items.Length; i++)
            {
                items[i] = pool.Allocate();
            }
        };

        // Producer and consumer are measured on their own threads; magazines pass through the depot.
        long consumed = long.MaxValue;
        for (int round = 0; round < 1_000 && consumed != 0; round++)
        {
            producer.Run(allocate);
            long before = GC.GetAllocatedBytesForCurrentThread();
            foreach (PooledItem item in items)
            {
                pool.Free(item);
            }

            consumed = GC.GetAllocatedBytesForCurrentThread() - before;
        }

        Assert.Equal(0, consumed);
        long produced = producer.Run(() =>
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            allocate();
            return GC.GetAllocatedBytesForCurrentThread() - before;
        });
        Assert.Equal(0, produced);
    }

    private static void TakeAndFree(ObjectPoolBase<PooledItem> pool, PooledItem[] items)
    {
        for (int i = 0; i < items.Length; i++)
        {
            items[i] = pool.Allocate();
        }

        foreach (PooledItem item in items)
        {
            pool.Free(item);
        }
    }
}
