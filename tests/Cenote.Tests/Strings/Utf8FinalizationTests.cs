using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Memory;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

[Collection(nameof(Alone))]
public sealed class Utf8FinalizationTests
{
    private const int LongLength = 8 << 20;
    private const int Rounds = 20;

    // Optimized, or the compiled code would hold every handle to the end of its method.
    private const MethodImplOptions Optimized = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;

    private static readonly string s_longText = "a" + new string('x', LongLength - 2) + "z";
    private static readonly byte[] s_longUtf8 = Encoding.UTF8.GetBytes(s_longText);
    private static readonly char[] s_chars = new char[LongLength];
    private static readonly byte[] s_bytes = new byte[LongLength];
    private static readonly Lazy<PooledUtf8String> s_longTwin = new(static () => new Utf8StringPool().Allocate(s_longUtf8));

    public static TheoryData<string, Func<PooledUtf8String[], object>, object> Reads => new()
    {
        { nameof(PooledUtf8String.GetHashCode), [MethodImpl(Optimized)] static object (box) => box[0].GetHashCode(), Utf8Hash.Compute(s_longUtf8) },
        { nameof(PooledUtf8String.Equals), [MethodImpl(Optimized)] static object (box) => box[0].Equals(s_longUtf8.AsSpan()), true },
        { "Equals with UTF-16", [MethodImpl(Optimized)] static object (box) => box[0].Equals(s_longText), true },
        { nameof(PooledUtf8String.ToString), [MethodImpl(Optimized)] static object (box) => box[0].ToString(), s_longText },
        { nameof(PooledUtf8String.IndexOf), [MethodImpl(Optimized)] static object (box) => box[0].IndexOf("z"u8), LongLength - 1 },
        { nameof(PooledUtf8String.LastIndexOf), [MethodImpl(Optimized)] static object (box) => box[0].LastIndexOf("a"u8), 0 },
        { nameof(PooledUtf8String.Contains), [MethodImpl(Optimized)] static object (box) => box[0].Contains("z"u8), true },
        { nameof(PooledUtf8String.StartsWith), [MethodImpl(Optimized)] static object (box) => box[0].StartsWith(s_longUtf8), true },
        { nameof(PooledUtf8String.EndsWith), [MethodImpl(Optimized)] static object (box) => box[0].EndsWith(s_longUtf8), true },
        { nameof(PooledUtf8String.CompareTo), [MethodImpl(Optimized)] static object (box) => box[0].CompareTo(s_longTwin.Value), 0 },
        { "TryFormat as UTF-16", [MethodImpl(Optimized)] static object (box) => box[0].TryFormat(s_chars, out _) && s_chars.AsSpan().SequenceEqual(s_longText), true },
        { "TryFormat as UTF-8", [MethodImpl(Optimized)] static object (box) => box[0].TryFormat(s_bytes, out _) && s_bytes.AsSpan().SequenceEqual(s_longUtf8), true },
        { nameof(PooledUtf8Comparer), [MethodImpl(Optimized)] static object (box) => PooledUtf8Comparer.Ordinal.Equals(s_longUtf8, box[0]), true },
    };

    [Fact]
    public void A_forgotten_pool_gives_its_memory_back_and_one_with_a_handle_does_not()
    {
        var pages = new FailingPageSource();
        var handles = new PooledUtf8String[1];
        Fill(pages, handles);

        Collect();

        Assert.NotEqual(0, pages.Reservations);
        Assert.Equal("kept by its handle", handles[0].ToString());

        handles[0] = default;
        Collect();
        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void Pools_whose_constructor_failed_are_finalized_in_peace()
    {
        var pages = new FailingPageSource { Fails = static _ => true };
        for (int i = 0; i < 10; i++)
        {
            Assert.Throws<OutOfMemoryException>(() => new Utf8StringPool(new Utf8StringPoolOptions(), pages));
            Assert.Throws<ArgumentOutOfRangeException>(() => new Utf8StringPool(new Utf8StringPoolOptions { SlabBytes = 0 }));
        }

        Collect();

        Assert.Equal(0, pages.Reservations);
    }

    [Theory]
    [MemberData(nameof(Reads))]
    public void A_read_keeps_the_pool_alive_until_it_is_done(string operation, Func<PooledUtf8String[], object> read, object expected)
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
    private static void WarmUp(Func<PooledUtf8String[], object> read)
    {
        using var pool = new Utf8StringPool();
        PooledUtf8String[] box = [pool.Allocate("short"u8)];
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
    private static object ReadForgotten(Func<PooledUtf8String[], object> read) => read(Long());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledUtf8String[] Long() => [new Utf8StringPool().DangerousAllocate(s_longUtf8)];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Fill(PageSource pages, PooledUtf8String[] handles)
    {
        for (int i = 0; i < 10; i++)
        {
            var pool = new Utf8StringPool(new Utf8StringPoolOptions { ReservedAddressBytes = 1 << 18 }, pages);
            pool.Allocate(new string('x', 2_000_000));
            handles[0] = pool.Allocate("kept by its handle"u8);
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
}
