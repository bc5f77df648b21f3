using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;
using Cenote.Objects;
using Cenote.Tests.Support;

namespace Cenote.Tests.Objects;

/// <summary>Bugs that users reported in other object pools, each with a test.</summary>
public sealed class ObjectPoolRivalMistakesTests
{
    [Theory]
    [InlineData(0, false)]
    [InlineData(1, false)]
    [InlineData(2, false)]
    [InlineData(8, false)]
    [InlineData(9, false)]
    [InlineData(17, false)]
    [InlineData(0, true)]
    [InlineData(1, true)]
    [InlineData(8, true)]
    [InlineData(16, true)]
    public void An_object_that_is_freed_twice_is_not_handed_to_two_renters(int freedBefore, bool disposes)
    {
        using var pool = UntrimmedPool.OfItems(disposes: disposes);
        PooledItem[] others = [.. Enumerable.Range(0, freedBefore).Select(_ => pool.Allocate())];
        PooledItem item = pool.Allocate();
        Array.ForEach(others, pool.Free);
        pool.Free(item);

        Assert.Throws<InvalidOperationException>(() => pool.Free(item));

        Assert.Equal(freedBefore + 1, pool.GetStatistics().Retained);
        Assert.Equal(100, Enumerable.Range(0, 100).Select(_ => pool.Allocate()).Distinct().Count());
    }

    [Fact]
    public void An_object_that_is_freed_twice_around_a_trim_is_not_handed_to_two_renters()
    {
        using var pool = UntrimmedPool.OfItems();
        PooledItem item = pool.Allocate();
        pool.Trim();
        pool.Free(item);
        Assert.Throws<InvalidOperationException>(() => pool.Free(item));

        // The thread's cache is now parked, but not yet idle.
        Assert.Empty(pool.Core.TakeIdle());
        Assert.Throws<InvalidOperationException>(() => pool.Free(item));
        Assert.Equal(1, pool.GetStatistics().Retained);
    }

    [Fact]
    public void The_count_of_slow_calls_may_wrap()
    {
        using var pool = UntrimmedPool.OfItems(size: 1);
        FieldInfo countersField = typeof(PoolCore).GetField("_counters", BindingFlags.NonPublic | BindingFlags.Instance)!;
        object counters = countersField.GetValue(pool.Core)!;
        FieldInfo misses = counters.GetType().GetField("Misses")!;
        foreach (uint before in new[] { (uint)int.MaxValue - 20, uint.MaxValue - 20 })
        {
            misses.SetValue(counters, before);
            countersField.SetValue(pool.Core, counters);

            PooledItem[] items = [.. Enumerable.Range(0, 100).Select(_ => pool.Allocate())];
            Array.ForEach(items, pool.Free);

            Assert.Equal(100, items.Distinct().Count());
        }

        Assert.NotEqual(uint.MaxValue - 20, (uint)misses.GetValue(countersField.GetValue(pool.Core))!);
    }

    [Fact]
    public void Threads_that_free_at_the_same_time_lose_no_item()
    {
        var watch = Stopwatch.StartNew();
        do
        {
            using var pool = UntrimmedPool.OfItems(size: 16, disposes: true);
            PooledItem[] items = [.. Enumerable.Range(0, 4_000).Select(_ => pool.Allocate())];
            Parallel.ForEach(items, pool.Free);

            ObjectPoolStatistics statistics = pool.GetStatistics();
            Assert.Equal(items.Length - statistics.Retained, items.Count(static item => item.Disposals == 1));
            pool.Dispose();
            Assert.All(items, static item => Assert.Equal(1, item.Disposals));
        }
        while (watch.Elapsed < RunSettings.Soak / 6);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_thread_that_ends_leaves_its_items_to_the_next(bool disposes)
    {
        using var pool = UntrimmedPool.OfItems(size: 4, disposes);
        for (int i = 0; i < 1_000; i++)
        {
            SteppedThread.RunOnce(() => pool.Free(pool.Allocate()));
        }

        Assert.Equal((1L, 1, 1), (pool.GetStatistics().Created, pool.GetStatistics().Retained, pool.GetStatistics().Threads));
    }

    [Fact]
    public void A_thread_that_has_been_there_gets_the_items_of_those_that_ended()
    {
        using var pool = UntrimmedPool.OfItems();
        _ = pool.Allocate();
        using (var first = new SteppedThread())
        using (var second = new SteppedThread())
        {
            first.Run(() => pool.Prefill(20));
            second.Run(() => pool.Prefill(20));
        }

        long created = pool.GetStatistics().Created;
        for (int i = 0; i < 72; i++)
        {
            _ = pool.Allocate();
        }

        // The pool looks for ended threads at every 32nd miss.
        Assert.InRange(pool.GetStatistics().Created - created, 0, 32);
        Assert.Equal(1, pool.GetStatistics().Threads);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Twenty_threads_do_not_exceed_the_bound_that_is_promised(bool disposes)
    {
        const int Size = 4;
        using var pool = UntrimmedPool.OfItems(Size, disposes);
        SteppedThread[] threads = [.. Enumerable.Range(0, 20).Select(static _ => new SteppedThread())];
        foreach (SteppedThread thread in threads)
        {
            thread.Run(() =>
            {
                PooledItem[] items = [.. Enumerable.Range(0, 10).Select(_ => pool.Allocate())];
                Array.ForEach(items, pool.Free);
            });
        }

        Assert.Equal(disposes ? Size : Size + threads.Length, pool.GetStatistics().Retained);
        Array.ForEach(threads, static thread => thread.Dispose());
    }

    [Fact]
    public void Dispose_disposes_what_is_in_the_pool_on_whichever_thread()
    {
        var pool = UntrimmedPool.OfItems(disposes: true);
        using var other = new SteppedThread();
        PooledItem[] items = [.. Enumerable.Range(0, 60).Select(_ => pool.Allocate())];
        Array.ForEach(items[..30], pool.Free);
        other.Run(() => Array.ForEach(items[30..], pool.Free));

        pool.Dispose();
        pool.Dispose();

        Assert.All(items, static item => Assert.Equal(1, item.Disposals));
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Fact]
    public void Free_after_Dispose_disposes_the_item_and_does_not_throw()
    {
        var pool = UntrimmedPool.OfItems(disposes: true);
        PooledItem[] items = [pool.Allocate(), pool.Allocate(), pool.Allocate()];
        ObjectLease<PooledItem> lease = pool.Rent();
        pool.Free(items[0]);
        pool.Dispose();

        pool.Free(items[1]);
        SteppedThread.RunOnce(() => pool.Free(items[2]));
        lease.Dispose();

        Assert.All(items, static item => Assert.Equal(1, item.Disposals));
        Assert.Throws<ObjectDisposedException>(pool.Allocate);
        Assert.Throws<ObjectDisposedException>(() => pool.Rent());
        Assert.Throws<ObjectDisposedException>(() => pool.Prefill(1));
        Assert.Equal((0, 0), (pool.Trim(), pool.GetStatistics().Retained));
    }

    [Fact]
    public void Free_after_Dispose_disposes_the_item_of_a_pool_that_does_not_otherwise()
    {
        var pool = UntrimmedPool.OfItems();
        PooledItem[] items = [pool.Allocate(), pool.Allocate()];
        pool.Free(items[0]);
        pool.Dispose();

        pool.Free(items[1]);

        Assert.Equal((0, 1), (items[0].Disposals, items[1].Disposals));
        Assert.Equal((0, 2L), (pool.GetStatistics().Retained, pool.GetStatistics().Dropped));
        Assert.Throws<ObjectDisposedException>(pool.Allocate);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void What_an_item_throws_that_is_freed_after_Dispose_is_counted(bool disposes)
    {
        var pool = UntrimmedPool.OfItems(size: 4, disposes);
        PooledItem item = pool.Allocate();
        item.Failure = new FormatException();
        pool.Dispose();

        pool.Free(item);

        Assert.Equal((1, 1L), (item.Disposals, pool.GetStatistics().FailedDisposals));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void An_item_whose_cleanup_throws_is_dropped_and_the_caller_is_told(bool disposes)
    {
        using var pool = UntrimmedPool.OfItems(size: 4, disposes, cleanup: static _ => throw new FormatException());
        PooledItem item = pool.Allocate();

        Assert.Throws<FormatException>(() => pool.Free(item));

        Assert.Equal(disposes ? 1 : 0, item.Disposals);
        Assert.Equal((0, 4), (pool.GetStatistics().Retained, pool.Core.CountRoom()));
        Assert.Throws<FormatException>(() => pool.AllocateExecuteDeallocate(static _ => { }));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void An_item_whose_cleanup_after_a_call_throws_is_dropped_and_the_caller_is_told(bool disposes)
    {
        using var pool = UntrimmedPool.OfItems(size: 4, disposes);
        PooledItem? item = null;

        Assert.Throws<FormatException>(
            () => pool.AllocateExecuteDeallocate(used => item = used, static _ => throw new FormatException()));

        Assert.Equal(disposes ? 1 : 0, item!.Disposals);
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Fact]
    public void Where_cleanup_and_disposal_throw_the_first_exception_is_told_and_the_second_counted()
    {
        using var pool = UntrimmedPool.OfItems(size: 4, disposes: true, cleanup: static _ => throw new FormatException());
        PooledItem item = pool.Allocate();
        item.Failure = new InvalidDataException();

        Assert.Throws<FormatException>(() => pool.Free(item));

        Assert.Equal(1, pool.GetStatistics().FailedDisposals);
    }

    [Theory]
    [InlineData(typeof(Depot), "Room")]
    [InlineData(typeof(Depot), "WasUsed")]
    [InlineData(typeof(PoolCore), "Misses")]
    [InlineData(typeof(PoolCore), "Created")]
    [InlineData(typeof(PoolCore), "Dropped")]
    [InlineData(typeof(PoolCore), "FailedDisposals")]
    public void No_hot_counter_is_on_the_cache_line_of_read_only_fields(Type type, string counter)
    {
        const int LineBytes = 64;
        FieldInfo counters = type.GetField("_counters", BindingFlags.NonPublic | BindingFlags.Instance)!;
        int offset = counters.FieldType.GetField(counter)!.GetCustomAttribute<FieldOffsetAttribute>()!.Value;

        Assert.InRange(offset, LineBytes, counters.FieldType.StructLayoutAttribute!.Size - LineBytes - sizeof(long));
        Assert.All(
            type.GetFields(BindingFlags.NonPublic | BindingFlags.Instance),
            field =>
                Assert.True(field == counters || field.IsInitOnly || field.Name == "_closed", $"{field.Name} is written to."));
    }

    [Fact]
    public void A_factory_that_returns_null_is_told_so()
    {
        using var pool = new ObjectPool<PooledItem>(static () => null!);

        Assert.Throws<InvalidOperationException>(pool.Allocate);
        Assert.Throws<InvalidOperationException>(() => pool.Prefill(1));

        Assert.Equal((0L, 0), (pool.GetStatistics().Created, pool.GetStatistics().Retained));
    }
}
