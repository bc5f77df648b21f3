using System.Reflection;
using System.Runtime.CompilerServices;
using Cenote.Memory;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

[Collection(nameof(Alone))]
public sealed class FinalizerBehaviorTests
{
    private const int LongLength = 4 << 20;
    private const int Rounds = 15;

    // Optimized, or the compiled code would hold every handle to the end of its method.
    private const MethodImplOptions Optimized = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;

    private static readonly string s_longText = "a" + new string('x', LongLength - 2) + "z";
    private static readonly char[] s_chars = new char[LongLength];
    private static readonly Lazy<PooledString> s_longTwin = new(static () => new UnmanagedStringPool(1).Allocate(s_longText));

    public static TheoryData<string, Func<PooledString[], object>, object> Reads => new()
    {
        { nameof(PooledString.GetHashCode), [MethodImpl(Optimized)] static object (box) => box[0].GetHashCode(), string.GetHashCode(s_longText) },
        { nameof(PooledString.Equals), [MethodImpl(Optimized)] static object (box) => box[0].Equals(s_longText.AsSpan()), true },
        { nameof(PooledString.ToString), [MethodImpl(Optimized)] static object (box) => box[0].ToString(), s_longText },
        { nameof(PooledString.LastIndexOf), [MethodImpl(Optimized)] static object (box) => box[0].LastIndexOf("a"), 0 },
        { nameof(PooledString.CompareTo), [MethodImpl(Optimized)] static object (box) => box[0].CompareTo(s_longTwin.Value), 0 },
        { nameof(PooledString.TryFormat), [MethodImpl(Optimized)] static object (box) => box[0].TryFormat(s_chars, out _) && s_chars.AsSpan().SequenceEqual(s_longText), true },
        { nameof(PooledString.Insert), [MethodImpl(Optimized)] static object (box) => box[0].Insert(0, "!").EndsWith("z"), true },
        { nameof(PooledString.Duplicate), [MethodImpl(Optimized)] static object (box) => box[0].Duplicate().ToString(), s_longText },
    };

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
        var handles = new PooledString[1];
        MakeHandle(pages, handles);

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
        using (var pool = new UnmanagedStringPool(10, false, pages, TimeProvider.System) { AllowGrowth = true })
        {
            pool.Allocate("text");
            pool.Allocate(new string('x', 2_000_000));
        }

        Assert.Equal(0, pages.Reservations);

        // A range released twice fails in the page source, on the finalizer's thread, which ends the process.
        Collect();
        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void Pools_whose_constructor_failed_are_finalized_in_peace()
    {
        for (int failing = 0; failing < 3; failing++)
        {
            int first = failing;
            var pages = new FailingPageSource { Fails = request => request >= first };
            Assert.Throws<OutOfMemoryException>(() => new UnmanagedStringPool(100, true, pages, TimeProvider.System));
            Assert.Throws<ArgumentOutOfRangeException>(() => new UnmanagedStringPool(0));

            Collect();
            Assert.Equal(0, pages.Reservations);
        }
    }

    [Fact]
    public void A_pool_itself_has_no_finalizer_and_neither_have_its_handles()
    {
        Assert.Null(Finalizer(typeof(UnmanagedStringPool)));
        Assert.Null(Finalizer(typeof(PooledString)));
        Assert.NotNull(Finalizer(typeof(ContiguousMemory)));

        static MethodInfo? Finalizer(Type type) =>
            type.GetMethod("Finalize", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly);
    }

    [Theory]
    [MemberData(nameof(Reads))]
    public void A_read_keeps_the_pool_alive_until_it_is_done(string operation, Func<PooledString[], object> read, object expected)
    {
        WarmUp(read);
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
            for (int round = 0; round < Rounds; round++)
            {
                Assert.True(expected.Equals(ReadForgotten(read)), $"{operation} read memory that was given back.");
            }
        }
        finally
        {
            stop.Cancel();
            collector.Join();
        }
    }

    [Fact]
    public void A_finalizer_may_free_a_handle_of_a_pool_that_is_forgotten_with_it()
    {
        int freed = Owner.Freed;
        ForgetOwners(40);

        Collect();

        Assert.Equal(freed + 40, Owner.Freed);
    }

    // Past the number of calls and the pause after which the JIT compiler optimizes what is called.
    private static void WarmUp(Func<PooledString[], object> read)
    {
        using var pool = new UnmanagedStringPool(LongLength);
        PooledString[] box = [pool.Allocate(new string('s', LongLength / 64))];
        for (int pause = 0; pause < 3; pause++)
        {
            for (int i = 0; i < 40; i++)
            {
                read(box);
            }

            Thread.Sleep(120);
        }
    }

    // When the read has taken the handle out of the array, nothing else holds the pool.
    [MethodImpl(Optimized)]
    private static object ReadForgotten(Func<PooledString[], object> read) => read(Long());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledString[] Long() => [new UnmanagedStringPool(100).Allocate(s_longText)];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeAndForget(PageSource pages)
    {
        for (int i = 0; i < 20; i++)
        {
            MakeHandle(pages).Duplicate();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledStringId[] MakeIds(PageSource pages) => [.. Enumerable.Range(0, 10).Select(_ => MakeHandle(pages).Id)];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeHandle(PageSource pages, PooledString[] handles) => handles[0] = MakeHandle(pages);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledString MakeHandle(PageSource pages)
    {
        var pool = new UnmanagedStringPool(100, false, pages, TimeProvider.System) { AllowGrowth = true };
        pool.Allocate(new string('x', 2_000_000));
        return pool.Allocate("kept by its handle");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ForgetOwners(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _ = new Owner(new UnmanagedStringPool(100).Allocate("a string that its owner frees in a finalizer"));
        }
    }

    private static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    private sealed class Owner(PooledString pooled)
    {
        private static int s_freed;

        ~Owner()
        {
            pooled.Free();
            Interlocked.Increment(ref s_freed);
        }

        public static int Freed => Volatile.Read(ref s_freed);
    }
}
