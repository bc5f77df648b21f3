using System.Runtime.CompilerServices;
using Cenote.Objects;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Objects;

/// <summary>Pools that only finalizers can reach: their items may already be finalized.</summary>
public sealed class ObjectPoolFinalizationTests
{
    private const MethodImplOptions Optimized = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;

    private static ObjectPool<FinalizedItem>? s_broughtBack;
    private static ObjectPool<FinalizedItem>? s_kept;

    [Fact]
    public void A_pool_that_is_forgotten_after_its_thread_ended_disposes_no_item_that_was_finalized()
    {
        FinalizedItem.Reset();
        for (int i = 0; i < 20; i++)
        {
            // The first full collection detects the ended thread; the next collection detects the items unused since then and the
            // unreachable pool.
            SteppedThread.RunOnce(static () => s_kept = MakeFull());
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.KeepAlive(s_kept);
            s_kept = null;
            Collect();
        }

        Assert.InRange(FinalizedItem.Finalized, 1, 20 * 10);
        Assert.Equal(0, FinalizedItem.DisposedTooLate);
    }

    [Fact]
    public void A_pool_that_a_finalizer_brings_back_disposes_no_item_by_itself_and_gives_none_once_it_is_finalized()
    {
        FinalizedItem.Reset();
        SteppedThread.RunOnce(static () => GC.KeepAlive(new Bringer(MakeFull())));
        Collect();

        ObjectPool<FinalizedItem> pool = s_broughtBack!;
        Assert.Throws<ObjectDisposedException>(pool.Allocate);
        Assert.Throws<ObjectDisposedException>(() => pool.Prefill(1));
        Assert.Equal(0, pool.Trim());
        pool.Dispose();
        s_broughtBack = null;
        Collect();

        Assert.Equal(0, FinalizedItem.DisposedTooLate);
    }

    [Fact]
    public void A_pool_that_was_never_finished_is_finalized_without_harm()
    {
        for (int i = 0; i < 10; i++)
        {
            Assert.Throws<ArgumentOutOfRangeException>(
                static () => new ObjectPool<PooledItem>(static () => new PooledItem(), size: 0));
            Assert.Throws<ArgumentNullException>(static () => new ObjectPool<PooledItem>(null!, size: 1));
        }

        // An exception in a finalizer crashes the process.
        Collect();
    }

    [Fact]
    public void An_item_whose_finalizer_frees_it_is_pooled_again()
    {
        var pool = new ObjectPool<Returning>(
            new ObjectPoolOptions<Returning>
            {
                Factory = static () => new Returning(),
                Size = 8,
                TrimAfterFullCollection = false,
                LeakSampling = 1,
            });
        Lose(pool);
        Collect();

        // The finalizer returned the item to the pool.
        Assert.Equal((1, 1L), (pool.GetStatistics().Retained, pool.GetStatistics().Created));
        Assert.Equal(1, pool.Trim());
        pool.Dispose();

        [MethodImpl(Optimized)]
        static void Lose(ObjectPool<Returning> pool) => pool.Allocate().Pool = pool;
    }

    [MethodImpl(Optimized)]
    private static ObjectPool<FinalizedItem> MakeFull()
    {
        var pool = new ObjectPool<FinalizedItem>(
            static () => new FinalizedItem(), cleanup: null, size: 16, disposeWhenFull: true);
        FinalizedItem[] items = [.. Enumerable.Range(0, 10).Select(_ => pool.Allocate())];
        Array.ForEach(items, pool.Free);
        return pool;
    }

    private static void Collect()
    {
        for (int i = 0; i < 8; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();

            // The pool disposes its items on the thread pool.
            using var passed = new ManualResetEventSlim();
            ThreadPool.UnsafeQueueUserWorkItem(static passed => passed.Set(), passed, preferLocal: false);
            passed.Wait();
        }
    }

    private sealed class FinalizedItem : IDisposable
    {
        private static int s_finalized;
        private static int s_disposedTooLate;

        private bool _finalized;

        ~FinalizedItem()
        {
            _finalized = true;
            Interlocked.Increment(ref s_finalized);
        }

        public static int Finalized => Volatile.Read(ref s_finalized);

        public static int DisposedTooLate => Volatile.Read(ref s_disposedTooLate);

        public static void Reset() => (s_finalized, s_disposedTooLate) = (0, 0);

        public void Dispose()
        {
            Interlocked.Add(ref s_disposedTooLate, _finalized ? 1 : 0);
            GC.SuppressFinalize(this);
        }
    }

    private sealed class Bringer(ObjectPool<FinalizedItem> pool)
    {
        ~Bringer() => s_broughtBack = pool;
    }

    private sealed class Returning
    {
        ~Returning() => Pool?.Free(this);

        public ObjectPool<Returning>? Pool { get; set; }
    }
}
