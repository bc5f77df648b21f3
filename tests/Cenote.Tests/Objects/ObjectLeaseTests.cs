using Cenote.Objects;
using Cenote.Tests.Support;

namespace Cenote.Tests.Objects;

public sealed class ObjectLeaseTests
{
    [Fact]
    public void A_lease_frees_its_item_at_the_end_of_its_using()
    {
        using var pool = UntrimmedPool.OfItems();
        PooledItem item;
        using (ObjectLease<PooledItem> lease = pool.Rent())
        {
            item = lease.Value;
            Assert.Equal(0, pool.GetStatistics().Retained);
        }

        Assert.Equal(1, pool.GetStatistics().Retained);
        Assert.Same(item, pool.Allocate());
    }

    [Fact]
    public void A_copied_lease_does_not_return_twice()
    {
        using var pool = UntrimmedPool.OfItems();
        ObjectLease<PooledItem> lease = pool.Rent();
        ObjectLease<PooledItem> copy = lease;

        lease.Dispose();
        Assert.Throws<InvalidOperationException>(() => copy.Value);
        using ObjectLease<PooledItem> next = pool.Rent();
        copy.Dispose();
        lease.Dispose();

        Assert.Equal(0, pool.GetStatistics().Retained);
        Assert.NotSame(next.Value, pool.Allocate());
        Assert.NotEqual(next, copy);
    }

    [Fact]
    public void One_of_several_threads_returns_a_copied_lease()
    {
        using var pool = UntrimmedPool.OfItems();
        for (int round = 0; round < 2_000; round++)
        {
            ObjectLease<PooledItem> lease = pool.Rent();
            Parallel.Invoke(lease.Dispose, lease.Dispose, lease.Dispose);
        }

        PooledItem[] all = [.. Enumerable.Range(0, 200).Select(_ => pool.Allocate())];
        Assert.Equal(all.Length, all.Distinct().Count());
    }

    [Fact]
    public void A_lease_may_end_on_another_thread()
    {
        using var pool = UntrimmedPool.OfPolicy();
        ObjectLease<PooledItem> lease = pool.Rent();

        SteppedThread.RunOnce(lease.Dispose);

        Assert.Equal(1, pool.GetStatistics().Retained);
    }

    [Fact]
    public void The_default_lease_has_no_item()
    {
        ObjectLease<PooledItem> lease = default;

        lease.Dispose();

        Assert.Throws<InvalidOperationException>(() => lease.Value);
    }

    [Fact]
    public void Copies_are_equal_and_other_leases_are_not()
    {
        using var pool = UntrimmedPool.OfItems();
        ObjectLease<PooledItem> lease = pool.Rent();
        ObjectLease<PooledItem> copy = lease;
        ObjectLease<PooledItem> other = pool.Rent();

        Assert.True(lease == copy && lease.Equals((object)copy) && lease.GetHashCode() == copy.GetHashCode());
        Assert.True(lease != other && !lease.Equals((object)other));
        lease.Dispose();
        other.Dispose();
    }
}
