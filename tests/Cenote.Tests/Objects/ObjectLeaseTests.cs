using System.Reflection;
using Cenote.Objects;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Objects;

public sealed class ObjectLeaseTests(ITestOutputHelper output)
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
    public void A_thread_may_hold_any_number_of_leases()
    {
        using var pool = UntrimmedPool.OfItems(size: 200);
        ObjectLease<PooledItem>[] leases = [.. Enumerable.Range(0, 200).Select(_ => pool.Rent())];
        Assert.Equal(200, leases.Select(static lease => lease.Value).Distinct().Count());

        Array.ForEach(leases, static lease => lease.Dispose());

        Assert.Equal(200, pool.GetStatistics().Retained);
        Assert.All(leases, static lease => Assert.Throws<InvalidOperationException>(() => lease.Value));
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
    public void Copies_that_end_on_two_threads_at_once_free_the_item_once()
    {
        // The ticket stays in this thread's slot: a new lease gets it as soon as the other thread has ended the last lease.
        using var pool = UntrimmedPool.OfPolicy(size: 256);
        ObjectLease<PooledItem> shared = default;
        using var barrier = new Barrier(2);
        const int Rounds = 20_000;
        var other = new Thread(() =>
        {
            for (int round = 0; round < Rounds; round++)
            {
                barrier.SignalAndWait();
                shared.Dispose();
                shared.Dispose();
                barrier.SignalAndWait();
            }
        });
        other.Start();
        int wrong = 0;
        for (int round = 0; round < Rounds; round++)
        {
            ObjectLease<PooledItem> lease = pool.Rent();
            shared = lease;
            barrier.SignalAndWait();
            lease.Dispose();
            using (ObjectLease<PooledItem> next = pool.Rent())
            {
                using ObjectLease<PooledItem> nested = pool.Rent();
                lease.Dispose();
                wrong += nested.Value == next.Value || next == lease ? 1 : 0;
            }

            barrier.SignalAndWait();
            lease.Dispose();
        }

        other.Join();
        Assert.Equal(0, wrong);
        PooledItem[] all = [.. Enumerable.Range(0, 300).Select(_ => pool.Allocate())];
        Assert.Equal(all.Length, all.Distinct().Count());
    }

    [Fact]
    public void A_lease_of_a_thread_that_has_ended_is_returned_once()
    {
        using var pool = UntrimmedPool.OfPolicy();
        ObjectLease<PooledItem> lease = default;
        SteppedThread.RunOnce(() =>
        {
            pool.Rent().Dispose();
            lease = pool.Rent();
        });

        PooledItem item = lease.Value;
        using (ObjectLease<PooledItem> own = pool.Rent())
        {
            Assert.NotSame(item, own.Value);
            lease.Dispose();
            lease.Dispose();
        }

        Assert.Throws<InvalidOperationException>(() => lease.Value);
        PooledItem[] all = [.. Enumerable.Range(0, 20).Select(_ => pool.Allocate())];
        Assert.Equal(all.Length, all.Distinct().Count());
        Assert.Contains(item, all);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_lease_outlives_trimming_and_its_pool(bool disposes)
    {
        var pool = UntrimmedPool.OfPolicy();
        pool.Rent().Dispose();
        ObjectLease<PooledItem> lease = pool.Rent();
        ObjectLease<PooledItem> copy = lease;
        PooledItem item = lease.Value;
        if (disposes)
        {
            pool.Dispose();
        }
        else
        {
            pool.Trim();
        }

        // Another pool may own the slot by now.
        using var next = UntrimmedPool.OfPolicy();
        next.Rent().Dispose();
        Assert.Same(item, copy.Value);
        copy.Dispose();
        lease.Dispose();
        Assert.Equal(disposes, item.IsDisposed);
        Assert.Throws<InvalidOperationException>(() => lease.Value);
        using ObjectLease<PooledItem> other = next.Rent();
        Assert.NotSame(item, other.Value);
        Assert.Equal(disposes ? 0 : 1, pool.GetStatistics().Retained);
        pool.Dispose();
    }

    [Fact]
    public void Leases_that_overlap_or_are_forgotten_do_not_share_items()
    {
        const int Seed = 20_611;
        var random = new Random(Seed);
        output.WriteLine($"seed {Seed}");
        using var pool = UntrimmedPool.OfPolicy(size: 64);
        List<(ObjectLease<PooledItem> Lease, PooledItem Item)> held = [];
        List<ObjectLease<PooledItem>> ended = [];
        for (int step = 0; step < RunSettings.Length(500_000); step++)
        {
            if (held.Count < 5 && random.Next(2) == 0)
            {
                ObjectLease<PooledItem> lease = pool.Rent();
                Assert.DoesNotContain(lease.Value, held.Select(static pair => pair.Item));
                held.Add((lease, lease.Value));
            }
            else if (held.Count > 0)
            {
                int index = random.Next(held.Count);
                Assert.Same(held[index].Item, held[index].Lease.Value);
                if (random.Next(50) > 0)
                {
                    held[index].Lease.Dispose();
                    ended.Add(held[index].Lease);
                }

                held.RemoveAt(index);
            }

            if (ended.Count > 0)
            {
                ObjectLease<PooledItem> late = ended[random.Next(ended.Count)];
                late.Dispose();
                Assert.Throws<InvalidOperationException>(() => late.Value);
            }
        }
    }

    [Fact]
    public void The_default_lease_has_no_item()
    {
        ObjectLease<PooledItem> lease = default;

        lease.Dispose();

        Assert.Throws<InvalidOperationException>(() => lease.Value);
    }

    // Leases are read and written word by word: without a lock a reader may see the ticket of one lease and the use count of
    // another.
    [Fact]
    public void A_torn_copy_gives_no_item_and_frees_none()
    {
        using var pool = UntrimmedPool.OfItems(size: 256);
        ObjectLease<PooledItem>[] leases = [.. Enumerable.Range(0, 2).Select(_ => pool.Rent())];
        PooledItem[] items = [.. leases.Select(static lease => lease.Value)];
        ObjectLease<PooledItem> shared = leases[0];
        bool ended = false;
        int wrong = 0;
        int torn = 0;
        var writer = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref ended); i++)
            {
                shared = leases[i & 1];
            }
        });
        writer.Start();
        for (int i = 0; i < 2_000_000 && torn < RunSettings.Length(200_000); i++)
        {
            ObjectLease<PooledItem> copy = shared;
            int known = Array.IndexOf(leases, copy);
            if (known >= 0)
            {
                wrong += copy.Value == items[known] ? 0 : 1;
                continue;
            }

            torn++;
            copy.Dispose();
            wrong += Record.Exception(() => copy.Value) is InvalidOperationException ? 0 : 1;
        }

        Volatile.Write(ref ended, true);
        writer.Join();
        Assert.Equal(0, wrong);
        Assert.Equal(items, leases.Select(static lease => lease.Value));
        Assert.Equal(0, pool.GetStatistics().Retained);
        Array.ForEach(leases, static lease => lease.Dispose());
        Assert.Equal(2, pool.GetStatistics().Retained);
        output.WriteLine($"{torn} torn copies");
    }

    [Fact]
    public void Words_of_two_leases_are_no_lease()
    {
        using var pool = UntrimmedPool.OfItems(size: 256);
        using var other = UntrimmedPool.OfItems(size: 256);
        ObjectLease<PooledItem>[] leases = [.. Enumerable.Range(0, 8).Select(i => (i % 2 == 0 ? pool : other).Rent())];
        for (int round = 0; round < RunSettings.Length(500); round++)
        {
            for (int left = 0; left < leases.Length; left++)
            {
                for (int right = 0; right < leases.Length; right++)
                {
                    // Every mixture of the two leases' words, as in a torn copy.
                    foreach (ObjectLease<PooledItem> mixed in Mixtures(leases[left], leases[right]))
                    {
                        int known = Array.IndexOf(leases, mixed);
                        if (known >= 0)
                        {
                            Assert.Same(leases[known].Value, mixed.Value);
                            continue;
                        }

                        mixed.Dispose();
                        Assert.Throws<InvalidOperationException>(() => mixed.Value);
                    }
                }
            }

            // Tickets are returned in another order and with different use counts.
            int ends = round % leases.Length;
            PooledItem item = leases[ends].Value;
            Assert.False(item.IsDisposed);
            leases[ends].Dispose();
            leases[ends] = (ends % 2 == 0 ? pool : other).Rent();
            Assert.Equal(leases.Length, leases.Select(static lease => lease.Value).Distinct().Count());
        }

        Array.ForEach(leases, static lease => lease.Dispose());
    }

    private static IEnumerable<ObjectLease<PooledItem>> Mixtures(ObjectLease<PooledItem> left, ObjectLease<PooledItem> right)
    {
        FieldInfo[] fields = typeof(ObjectLease<PooledItem>).GetFields(BindingFlags.Instance | BindingFlags.NonPublic);
        for (int choice = 1; choice < (1 << fields.Length) - 1; choice++)
        {
            object mixed = left;
            for (int i = 0; i < fields.Length; i++)
            {
                if ((choice & (1 << i)) != 0)
                {
                    fields[i].SetValue(mixed, fields[i].GetValue(right));
                }
            }

            yield return (ObjectLease<PooledItem>)mixed;
        }
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
