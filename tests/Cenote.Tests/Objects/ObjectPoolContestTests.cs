using System.Diagnostics;
using Cenote.Objects;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Objects;

/// <summary>
/// Threads that allocate and free items, while another thread keeps taking the items of their slots. At most one thread holds each
/// item, and each item is disposed once. <c>CENOTE_SOAK_SECONDS</c> extends the run.
/// </summary>
public sealed class ObjectPoolContestTests(ITestOutputHelper output)
{
    private const int Threads = 3;
    private const int Several = 8;
    private const int MaxSpins = 200;

    private static readonly Action<ObjectPool<PooledItem>> s_pair = static pool => pool.Free(Hold(pool.Allocate()));

    private static readonly Action<ObjectPool<PooledItem>> s_nested = static pool =>
    {
        PooledItem first = Hold(pool.Allocate());
        try
        {
            pool.Free(Hold(pool.Allocate()));
        }
        finally
        {
            pool.Free(first);
        }
    };

    private static readonly Action<ObjectPool<PooledItem>> s_several = static pool =>
    {
        var held = new List<PooledItem>();
        try
        {
            while (held.Count < Several)
            {
                held.Add(Hold(pool.Allocate()));
            }
        }
        finally
        {
            held.ForEach(pool.Free);
        }
    };

    private static readonly Action<ObjectPool<PooledItem>> s_lease = static pool =>
    {
        using ObjectLease<PooledItem> lease = pool.Rent();
        _ = Hold(lease.Value);
    };

    public static TheoryData<string, int> Cases
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (string kind in (string[])["pair", "nested", "several", "lease", "wait"])
            {
                data.Add(kind, 1);
                data.Add(kind, 2);
                data.Add(kind, 64);
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Each_item_is_disposed_once_although_another_thread_trims(string kind, int size)
    {
        Action<ObjectPool<PooledItem>> work = kind switch
        {
            "nested" => s_nested,
            "several" => s_several,
            "lease" => s_lease,
            _ => s_pair,
        };
        var watch = Stopwatch.StartNew();
        var random = new Random(size);
        long pools = 0;
        long trimmed = 0;
        long made = 0;
        do
        {
            var all = new ItemLog();
            var pool = new ObjectPool<PooledItem>(new ObjectPoolOptions<PooledItem>
            {
                Factory = all.Make,
                Cleanup = static item => Assert.True(item.TryRelease(), "An item is with two threads."),
                Size = size,
                DisposeWhenFull = true,
                TrimAfterFullCollection = false,
            });
            using var start = new Barrier(Threads + 1);
            var workers = new Task[Threads];
            for (int i = 0; i < Threads; i++)
            {
                workers[i] = Task.Factory.StartNew(
                    () =>
                    {
                        start.SignalAndWait();
                        if (kind == "wait")
                        {
                            SynchronizationContext.SetSynchronizationContext(new UsesPoolDuringWaits(pool));
                        }

                        Repeat(pool, work);
                    },
                    TaskCreationOptions.LongRunning);
            }

            start.SignalAndWait();
            for (int i = 0; i < RunSettings.Length(30_000) && !Array.Exists(workers, static worker => worker.IsCompleted); i++)
            {
                trimmed += pool.Trim();

                // Without a pause, this thread would hold the lock most of the time, and the others would rarely keep an item.
                Thread.SpinWait(random.Next(MaxSpins));
            }

            // The threads notice the disposal when they next allocate.
            pool.Dispose();
            await Task.WhenAll(workers);
            Assert.All(all.Items, static item => Assert.Equal(1, item.Disposals));
            ObjectPoolStatistics statistics = pool.GetStatistics();
            Assert.Equal(0, statistics.Retained);
            Assert.Equal(statistics.Created, statistics.Dropped);
            Assert.Equal(size, pool.Core.CountRoom());
            made += all.Items.Count;
            pools++;
        }
        while (watch.Elapsed < RunSettings.Soak);

        output.WriteLine($"{pools} pools, {made} items, {trimmed} of them trimmed");
    }

    private static void Repeat(ObjectPool<PooledItem> pool, Action<ObjectPool<PooledItem>> work)
    {
        try
        {
            while (true)
            {
                work(pool);
            }
        }
        catch (ObjectDisposedException) when (pool.IsDisposed)
        {
        }
    }

    private static PooledItem Hold(PooledItem item)
    {
        Assert.True(item.TryHold(), "An item is with two threads, or was disposed.");
        return item;
    }

    /// <summary>Runs user code whenever the thread waits for a lock, as a user interface that pumps messages does.</summary>
    private sealed class UsesPoolDuringWaits : SynchronizationContext
    {
        private readonly ObjectPool<PooledItem> _pool;
        private bool _isUsing;

        public UsesPoolDuringWaits(ObjectPool<PooledItem> pool)
        {
            _pool = pool;
            SetWaitNotificationRequired();
        }

        public override int Wait(IntPtr[] waitHandles, bool waitAll, int millisecondsTimeout)
        {
            // User code must not use the pool while an outer call of this method runs: each wait would begin another one, until
            // the stack overflows.
            if (!_isUsing)
            {
                _isUsing = true;
                try
                {
                    s_pair(_pool);
                }
                catch (ObjectDisposedException)
                {
                }
                finally
                {
                    _isUsing = false;
                }
            }

            return WaitHelper(waitHandles, waitAll, millisecondsTimeout);
        }
    }

    private sealed class ItemLog
    {
        public List<PooledItem> Items { get; } = [];

        public PooledItem Make()
        {
            var item = new PooledItem();
            lock (Items)
            {
                Items.Add(item);
            }

            return item;
        }
    }
}
