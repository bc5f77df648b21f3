using System.Diagnostics.Tracing;
using System.Reflection;
using System.Runtime.CompilerServices;
using Cenote.Objects;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Objects;

/// <summary>Effects of garbage collections: undisposed pools, idle caches, leaked items.</summary>
public sealed class ObjectPoolCollectionTests
{
    private const MethodImplOptions Optimized = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_forgotten_pool_is_collected_with_its_items(bool disposes)
    {
        using var other = new SteppedThread();
        (WeakReference pool, WeakReference[] items) = MakeAndForget(other, disposes);

        Collect();

        Assert.False(pool.IsAlive);
        Assert.All(items, static item => Assert.False(item.IsAlive));
    }

    [Fact]
    public void A_lease_keeps_its_pool_alive()
    {
        (WeakReference pool, ObjectLease<PooledItem> lease) = MakeLease();

        Collect();

        Assert.True(pool.IsAlive);
        lease.Dispose();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Idle_caches_are_trimmed_after_a_full_collection(bool disposes)
    {
        using var pool = new ObjectPool<PooledItem>(static () => new PooledItem(), cleanup: null, size: 64, disposes);
        using var other = new SteppedThread();
        other.Run(() => Fill(pool, 40));
        Fill(pool, 10);

        CollectUntil(() => pool.GetStatistics() is { Retained: 0 } now && now.Dropped == now.Created);

        ObjectPoolStatistics statistics = pool.GetStatistics();
        Assert.Equal((0, statistics.Created), (statistics.Retained, statistics.Dropped));
        Assert.Equal(64, pool.Core.CountRoom());
        other.Run(() => Fill(pool, 40));
        Assert.InRange(pool.GetStatistics().Retained, 40, 64);
    }

    [Fact]
    public void A_thread_that_comes_back_just_as_its_idle_cache_is_taken_gets_none_of_its_items()
    {
        using var pool = new ObjectPool<PooledItem>(static () => new PooledItem(), cleanup: null, size: 64, true);
        PoolCore core = pool.Core;
        FieldInfo field = typeof(PoolCore).GetField("_gate", BindingFlags.Instance | BindingFlags.NonPublic)!;
        var gate = (Lock)field.GetValue(core)!;
        var item = new PooledItem();
        object? taken = item;
        int step = 0;
        var thread = new Thread(() =>
        {
            core.TryKeep(ThreadSlots.CurrentArray, item);
            Volatile.Write(ref step, 1);
            SpinWait.SpinUntil(() => Volatile.Read(ref step) == 2);
            Volatile.Write(ref step, 3);
            taken = core.Take(ThreadSlots.CurrentArray);
        });
        thread.Start();
        Assert.True(SpinWait.SpinUntil(() => Volatile.Read(ref step) == 1, TimeSpan.FromMinutes(1)));

        // The cache is now parked, so its thread must check whether it still owns the cache.
        Assert.Empty(core.TakeIdle());
        List<object> items;
        lock (gate)
        {
            Volatile.Write(ref step, 2);
            Func<bool> waits = () => Volatile.Read(ref step) == 3 && thread.ThreadState.HasFlag(ThreadState.WaitSleepJoin);
            Assert.True(SpinWait.SpinUntil(waits, TimeSpan.FromMinutes(1)));
            items = core.TakeAll();
        }

        thread.Join();
        Assert.Equal([item], items);
        Assert.Null(taken);
        Assert.Equal(64, core.CountRoom());
    }

    [Fact]
    public void A_cache_that_was_used_since_the_last_full_collection_keeps_its_items()
    {
        using var pool = UntrimmedPool.OfItems();
        using var other = new SteppedThread();
        Fill(pool, 5);
        other.Run(() => Fill(pool, 5));

        // By default, FullCollectionWatch calls TakeIdle after each gen 2 collection. In this pool, only the test calls it.
        Assert.Empty(pool.Core.TakeIdle());
        pool.Free(pool.Allocate());
        int idle = pool.Core.TakeIdle().Count;

        Assert.Equal(5, idle);
        Assert.Equal(5, pool.GetStatistics().Retained);
    }

    [Fact]
    public void Trimming_by_itself_can_be_switched_off()
    {
        using var pool = new ObjectPool<PooledItem>(
            new ObjectPoolOptions<PooledItem>
            {
                Factory = static () => new PooledItem(),
                Size = 64,
                TrimAfterFullCollection = false,
            });
        Fill(pool, 40);

        Collect();

        Assert.Equal(40, pool.GetStatistics().Retained);
    }

    [Fact]
    public void What_items_throw_when_they_are_trimmed_by_the_collector_is_counted()
    {
        using var pool = new ObjectPool<PooledItem>(
            static () => new PooledItem { Failure = new FormatException() }, cleanup: null, size: 64, disposeWhenFull: true);
        Fill(pool, 10);

        CollectUntil(() => pool.GetStatistics().FailedDisposals == 10);

        Assert.Equal((10L, 0), (pool.GetStatistics().FailedDisposals, pool.GetStatistics().Retained));
    }

    [Fact]
    public void An_item_that_is_never_freed_is_reported_with_the_stack_of_its_allocation()
    {
        using var events = new LeakEvents();
        using ObjectPool<PooledItem> pool = Watching(sampling: 1);
        Fill(pool, 3);
        LeakItem(pool);

        CollectUntil(() => pool.GetStatistics().Leaks == 1);

        ObjectPoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(1, statistics.Leaks);
        Assert.Contains(nameof(LeakItem), Assert.Single(statistics.LeakStacks), StringComparison.Ordinal);
        Assert.Contains(events.Stacks, static stack => stack.Contains(nameof(LeakItem), StringComparison.Ordinal));
    }

    [Fact]
    public void One_of_so_many_allocations_is_watched()
    {
        using ObjectPool<PooledItem> pool = Watching(sampling: 10);
        for (int i = 0; i < 300; i++)
        {
            LeakItem(pool);
        }

        CollectUntil(() => pool.GetStatistics().Leaks == 30);

        Assert.Equal((30L, 16), (pool.GetStatistics().Leaks, pool.GetStatistics().LeakStacks.Count));
    }

    [Fact]
    public void Items_that_are_forgotten_replaced_or_fail_in_cleanup_are_no_leaks()
    {
        using ObjectPool<PooledItem> pool = Watching(sampling: 1, static item =>
        {
            if (item.IsDisposed)
            {
                throw new FormatException();
            }
        });
        PooledItem kept = ForgetReplaceAndFail(pool);

        Collect();

        Assert.Equal(0, pool.GetStatistics().Leaks);
        Assert.Empty(pool.GetStatistics().LeakStacks);
        GC.KeepAlive(kept);
    }

    [Fact]
    public void A_replacement_that_is_never_freed_is_a_leak()
    {
        using ObjectPool<PooledItem> pool = Watching(sampling: 1);
        LeakReplacement(pool);

        CollectUntil(() => pool.GetStatistics().Leaks == 1);

        Assert.Equal(1, pool.GetStatistics().Leaks);
    }

    [Fact]
    public void A_replacement_that_was_watched_itself_is_no_leak()
    {
        using ObjectPool<PooledItem> pool = Watching(sampling: 1);
        PooledItem kept = ReplaceByWatched(pool);

        Collect();

        Assert.Equal(0, pool.GetStatistics().Leaks);
        GC.KeepAlive(kept);
    }

    [Fact]
    public void A_pool_that_does_not_watch_reports_nothing()
    {
        using var pool = new ObjectPool<PooledItem>(static () => new PooledItem());
        LeakItem(pool);
        pool.ForgetTrackedObject(new PooledItem(), new PooledItem());

        Collect();

        Assert.Equal(0, pool.GetStatistics().Leaks);
    }

    private static ObjectPool<PooledItem> Watching(int sampling, Action<PooledItem>? cleanup = null) =>
        new(
            new ObjectPoolOptions<PooledItem>
            {
                Factory = static () => new PooledItem(),
                Cleanup = cleanup,
                Size = 64,
                LeakSampling = sampling,
            });

    [MethodImpl(Optimized)]
    private static void LeakItem(ObjectPool<PooledItem> pool) => _ = pool.Allocate();

    [MethodImpl(Optimized)]
    private static void LeakReplacement(ObjectPool<PooledItem> pool) =>
        pool.ForgetTrackedObject(pool.Allocate(), new PooledItem());

    [MethodImpl(Optimized)]
    private static PooledItem ReplaceByWatched(ObjectPool<PooledItem> pool)
    {
        PooledItem kept = pool.Allocate();
        pool.ForgetTrackedObject(pool.Allocate(), kept);
        return kept;
    }

    [MethodImpl(Optimized)]
    private static PooledItem ForgetReplaceAndFail(ObjectPool<PooledItem> pool)
    {
        pool.ForgetTrackedObject(pool.Allocate());
        var replacement = new PooledItem();
        pool.ForgetTrackedObject(pool.Allocate(), replacement);
        pool.Free(replacement);
        PooledItem fails = pool.Allocate();
        PooledItem kept = pool.Allocate();
        fails.Dispose();
        Assert.Throws<FormatException>(() => pool.Free(fails));
        return kept;
    }

    [MethodImpl(Optimized)]
    private static (WeakReference Pool, WeakReference[] Items) MakeAndForget(SteppedThread other, bool disposes)
    {
        var pool = new ObjectPool<PooledItem>(static () => new PooledItem(), cleanup: null, size: 64, disposes);
        PooledItem[] items = [.. Enumerable.Range(0, 40).Select(_ => pool.Allocate())];
        Array.ForEach(items[..20], pool.Free);
        other.Run(() => Array.ForEach(items[20..], pool.Free));

        // Replaces the thread's last step, because the thread keeps its last step alive.
        other.Run(static () => { });
        return (new WeakReference(pool), [.. items.Select(static item => new WeakReference(item))]);
    }

    [MethodImpl(Optimized)]
    private static (WeakReference Pool, ObjectLease<PooledItem> Lease) MakeLease()
    {
        var pool = new ObjectPool<PooledItem>(static () => new PooledItem());
        return (new WeakReference(pool), pool.Rent());
    }

    [MethodImpl(Optimized)]
    private static void Fill(ObjectPool<PooledItem> pool, int count)
    {
        PooledItem[] items = [.. Enumerable.Range(0, count).Select(_ => pool.Allocate())];
        Array.ForEach(items, pool.Free);
    }

    private static void Collect()
    {
        for (int i = 0; i < 6; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    // Collects repeatedly, because a thread-pool thread may have to run first, or a stack frame may have to be overwritten.
    private static void CollectUntil(Func<bool> condition)
    {
        for (int i = 0; i < 200 && !condition(); i++)
        {
            Collect();
            Thread.Sleep(10);
        }
    }

    private sealed class LeakEvents : EventListener
    {
        private readonly List<string> _stacks = [];

        public string[] Stacks
        {
            get
            {
                lock (_stacks)
                {
                    return [.. _stacks];
                }
            }
        }

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "Cenote")
            {
                EnableEvents(eventSource, EventLevel.Warning);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData is { EventName: "ObjectLeaked", Payload: [_, string stack] })
            {
                lock (_stacks)
                {
                    _stacks.Add(stack);
                }
            }
        }
    }
}
