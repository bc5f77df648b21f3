using System.Reflection;
using System.Runtime.CompilerServices;
using Cenote.Memory;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

[Collection(nameof(Alone))]
public sealed class FinalizationTests
{
    private const int LongLength = 4 << 20;
    private const int Rounds = 20;

    private static readonly string s_longText = "a" + new string('x', LongLength - 2) + "z";
    private static readonly char[] s_chars = new char[LongLength];

    // Optimized, or the compiled code would hold every handle to the end of its method.
    private const MethodImplOptions Optimized = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;

    private static readonly Lazy<PooledStringRef> s_longTwin = new(static () => new SegmentedStringPool().Allocate(s_longText));

    public static TheoryData<string, Func<PooledStringRef[], object>, object> Reads => new()
    {
        { nameof(PooledStringRef.GetHashCode), [MethodImpl(Optimized)] static object (box) => box[0].GetHashCode(), string.GetHashCode(s_longText) },
        { nameof(PooledStringRef.Equals), [MethodImpl(Optimized)] static object (box) => box[0].Equals(s_longText.AsSpan()), true },
        { nameof(PooledStringRef.ToString), [MethodImpl(Optimized)] static object (box) => box[0].ToString(), s_longText },
        { nameof(PooledStringRef.IndexOf), [MethodImpl(Optimized)] static object (box) => box[0].IndexOf("z"), LongLength - 1 },
        { nameof(PooledStringRef.LastIndexOf), [MethodImpl(Optimized)] static object (box) => box[0].LastIndexOf("a"), 0 },
        { nameof(PooledStringRef.Contains), [MethodImpl(Optimized)] static object (box) => box[0].Contains("z"), true },
        { nameof(PooledStringRef.StartsWith), [MethodImpl(Optimized)] static object (box) => box[0].StartsWith(s_longText), true },
        { nameof(PooledStringRef.EndsWith), [MethodImpl(Optimized)] static object (box) => box[0].EndsWith(s_longText), true },
        { nameof(PooledStringRef.CompareTo), [MethodImpl(Optimized)] static object (box) => box[0].CompareTo(s_longTwin.Value), 0 },
        { nameof(PooledStringRef.TryFormat), [MethodImpl(Optimized)] static object (box) => box[0].TryFormat(s_chars, out _) && s_chars.AsSpan().SequenceEqual(s_longText), true },
        {
            nameof(PooledStringComparer),
            [MethodImpl(Optimized)] static object (box) => PooledStringComparer.OrdinalIgnoreCase.GetHashCode(box[0]),
            string.GetHashCode(s_longText, StringComparison.OrdinalIgnoreCase)
        },
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
        var handles = new PooledStringRef[1];
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
        using (var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = 1 << 20 }, pages))
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
        var pages = new FailingPageSource { Fails = static _ => true };
        for (int i = 0; i < 10; i++)
        {
            Assert.Throws<OutOfMemoryException>(() => new SegmentedStringPool(new SegmentedStringPoolOptions(), pages));
            Assert.Throws<ArgumentOutOfRangeException>(() => new SegmentedStringPool(new SegmentedStringPoolOptions { SlabBytes = 0 }));
            Assert.Throws<ArgumentNullException>(() => new SegmentedStringPool(null!));
            Assert.Throws<InvalidOperationException>(() => new SegmentedStringPool(new SegmentedStringPoolOptions(), new BrokenPageSource()));
        }

        Collect();

        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void A_pool_has_one_finalizable_object_and_its_strings_have_none()
    {
        IEnumerable<string> finalizable =
            from type in typeof(SegmentedStringPool).Assembly.GetTypes()
            where type.GetMethod("Finalize", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly) is not null
            select type.Name;

        Assert.Equal([nameof(AddressSpace), nameof(ContiguousMemory)], finalizable.Order());
    }

    [Theory]
    [MemberData(nameof(Reads))]
    public void A_read_keeps_the_pool_alive_until_it_is_done(string operation, Func<PooledStringRef[], object> read, object expected)
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

    // Past the number of calls and the pause after which the JIT compiler optimizes what is called.
    private static void WarmUp(Func<PooledStringRef[], object> read)
    {
        using var pool = new SegmentedStringPool();
        PooledStringRef[] box = [pool.Allocate("short")];
        for (int pause = 0; pause < 3; pause++)
        {
            for (int i = 0; i < 100; i++)
            {
                read(box);
            }

            Thread.Sleep(120);
        }
    }

    // When the read has taken the handle out of the array, nothing else holds the pool.
    [MethodImpl(Optimized)]
    private static object ReadForgotten(Func<PooledStringRef[], object> read) => read(Long());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledStringRef[] Long() => [new SegmentedStringPool().Allocate(s_longText)];

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
    private static void MakeHandle(PageSource pages, PooledStringRef[] handles) => handles[0] = MakeHandle(pages);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledStringRef MakeHandle(PageSource pages)
    {
        var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = 1 << 18 }, pages);
        pool.Allocate(new string('x', 2_000_000));
        for (int i = 0; i < 20_000; i++)
        {
            pool.Allocate("more than is reserved");
        }

        return pool.Allocate("kept by its handle");
    }

    [Fact]
    public void A_finalizer_may_free_a_handle_of_a_pool_that_is_forgotten_with_it()
    {
        int freed = Owner.Freed;
        ForgetOwners(40);

        Collect();

        Assert.Equal(freed + 40, Owner.Freed);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ForgetOwners(int count)
    {
        for (int i = 0; i < count; i++)
        {
            // Reservations of this size are unmapped by the finalizer, not kept for the next pool.
            var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = 1 << 30 });
            _ = new Owner(pool.Allocate("a string that its owner frees in a finalizer"));
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

    private sealed class Owner(PooledStringRef pooled)
    {
        private static int s_freed;

        ~Owner()
        {
            pooled.Free();
            Interlocked.Increment(ref s_freed);
        }

        public static int Freed => Volatile.Read(ref s_freed);
    }

    private sealed unsafe class BrokenPageSource : PageSource
    {
        public override byte* TryReserve(nuint bytes) => throw new InvalidOperationException();

        public override bool TryCommit(byte* address, nuint bytes) => throw new InvalidOperationException();

        public override void Discard(byte* address, nuint bytes) => throw new InvalidOperationException();

        public override void Decommit(byte* address, nuint bytes) => throw new InvalidOperationException();

        public override void PreferHugePages(byte* address, nuint bytes) => throw new InvalidOperationException();

        public override void Release(byte* address, nuint bytes) => throw new InvalidOperationException();
    }
}
