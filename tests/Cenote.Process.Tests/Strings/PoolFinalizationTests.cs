using System.Runtime.CompilerServices;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Strings;

/// <summary>Pools that are never disposed. The derived classes run alone, because all of them collect garbage.</summary>
public abstract class PoolFinalizationTests<THandle, TUnit>
    where THandle : struct, IDisposable
    where TUnit : unmanaged
{
    /// <summary>For methods that must be optimized: otherwise the code keeps every handle alive until its method ends.</summary>
    private protected const MethodImplOptions Optimized = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;

    private static readonly int s_rounds = RunSettings.Length(20);

    [Fact]
    public void A_forgotten_pool_gives_its_memory_back()
    {
        var pages = new FailingPageSource();
        MakeAndForget(pages);

        Collect();

        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void Ids_do_not_keep_a_pool_alive()
    {
        var pages = new FailingPageSource();
        PooledStringId[] ids = MakeIds(pages);

        Collect();

        Assert.Equal(0, pages.Reservations);
        Assert.All(ids, static id => Assert.False(id.IsEmpty));
    }

    [Fact]
    public void A_handle_keeps_its_pool_alive()
    {
        var pages = new FailingPageSource();
        var handles = new THandle[1];
        MakeHandles(pages, handles);

        Collect();

        Assert.NotEqual(0, pages.Reservations);
        Assert.Equal("kept by its handle", handles[0].ToString());

        handles[0] = default;
        Collect();
        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void A_disposed_pool_has_nothing_left_to_finalize()
    {
        var pages = new FailingPageSource();
        using (TestedPool<THandle, TUnit> pool = MakePool(pages))
        {
            Fill(pool);
        }

        Assert.Equal(0, pages.Reservations);

        // A range released twice fails in the page source, on the finalizer thread, which crashes the process.
        Collect();
        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void A_finalizer_may_free_a_handle_of_a_pool_that_is_forgotten_with_it()
    {
        int freed = Owner.Freed;
        ForgetOwners(40);

        Collect();

        Assert.Equal(freed + 40, Owner.Freed);
    }

    private protected static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    /// <summary>Reads the only handle of an otherwise unreferenced pool repeatedly, while garbage is collected.</summary>
    private protected void CheckRead(string operation, Func<THandle[], object> read, object expected)
    {
        using var stop = new CancellationTokenSource();
        var collector = new Thread(() =>
        {
            while (!stop.IsCancellationRequested)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        });
        collector.Start();
        try
        {
            for (int round = 0; round < s_rounds; round++)
            {
                Assert.True(expected.Equals(ReadForgotten(read)), $"{operation} read memory that was released.");
            }
        }
        finally
        {
            stop.Cancel();
            collector.Join();
        }
    }

    /// <summary>A pool that takes memory from the page source as it fills.</summary>
    private protected abstract TestedPool<THandle, TUnit> MakePool(PageSource pages);

    /// <summary>A pool whose finalizer unmaps its memory instead of keeping it for the next pool.</summary>
    private protected abstract TestedPool<THandle, TUnit> MakePool();

    /// <summary>A handle of a long string in an otherwise unreferenced pool.</summary>
    private protected abstract THandle MakeLong();

    // After the read has loaded the handle from the array, nothing else refers to the pool.
    [MethodImpl(Optimized)]
    private object ReadForgotten(Func<THandle[], object> read) => read(Long());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private THandle[] Long() => [MakeLong()];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeAndForget(PageSource pages)
    {
        for (int i = 0; i < 20; i++)
        {
            TestedPool<THandle, TUnit> pool = MakePool(pages);
            pool.Duplicate(Fill(pool));
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledStringId[] MakeIds(PageSource pages)
    {
        var ids = new PooledStringId[10];
        for (int i = 0; i < ids.Length; i++)
        {
            TestedPool<THandle, TUnit> pool = MakePool(pages);
            ids[i] = pool.Id(Fill(pool));
        }

        return ids;
    }

    // The handle keeps the last pool alive.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeHandles(PageSource pages, THandle[] handles)
    {
        for (int i = 0; i < 10; i++)
        {
            handles[0] = Fill(MakePool(pages));
        }
    }

    private static THandle Fill(TestedPool<THandle, TUnit> pool)
    {
        pool.Allocate(new string('x', 2_000_000));
        for (int i = 0; i < 20_000; i++)
        {
            pool.Allocate("more than is reserved");
        }

        return pool.Allocate("kept by its handle");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ForgetOwners(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _ = new Owner(MakePool().Allocate("a string that its owner frees in a finalizer"));
        }
    }

    private sealed class Owner(THandle pooled)
    {
        private static int s_freed;

        ~Owner()
        {
            pooled.Dispose();
            Interlocked.Increment(ref s_freed);
        }

        public static int Freed => Volatile.Read(ref s_freed);
    }
}
