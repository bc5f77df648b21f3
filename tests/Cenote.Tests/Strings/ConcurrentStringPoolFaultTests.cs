using System.Text;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>
/// After any failure on one thread of a concurrent pool, other threads continue, and the pool can be read, cleared and disposed.
/// </summary>
public sealed class ConcurrentStringPoolFaultTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    public static TheoryData<string> Faults => [.. s_faults.Keys];

    private static readonly Dictionary<string, Action<ConcurrentStringPool>> s_faults = new()
    {
        ["a callback throws"] = static pool => pool.Create(20, 0, static (_, _) => throw new InjectedException()),
        ["a callback of a long text throws"] = static pool =>
            pool.Create(5_000, 0, static (_, _) => throw new InjectedException()),
        ["a callback of a managed text throws"] = static pool =>
            pool.Create(2, 0, static (_, _) => throw new InjectedException()),
        ["a callback throws inside another"] = static pool =>
            pool.Create(20, pool, static (_, pool) => pool.Create(3_000, 0, static (_, _) => throw new InjectedException())),
        ["a hole throws"] = static pool => pool.Allocate($"before {new ThrowingValue()} after"),
        ["a hole of a writer throws"] = static pool => pool.GetWriter().Allocate($"before {new ThrowingValue()} after"),
        ["an edit throws"] = static pool => pool.Allocate("abcdefghijkl").Insert(20, "x"),
        ["a refusal of short texts"] = static pool =>
        {
            using var strict = new ConcurrentStringPool(
                new ConcurrentStringPoolOptions { MinimumLength = 5, ShortStrings = ShortStrings.Throw });
            strict.Allocate("abc");
        },
    };

    [Theory]
    [MemberData(nameof(Faults))]
    public void What_a_caller_throws_leaves_the_pool_usable(string fault)
    {
        var pool = new ConcurrentStringPool(
            new ConcurrentStringPoolOptions { MinimumLength = 4, ShortStrings = ShortStrings.Managed });
        PooledStringRef handle = pool.Allocate("some text");

        Assert.NotNull(Record.Exception(() => s_faults[fault](pool)));

        Assert.Equal("some text", handle.ToString());
        CheckEverythingWorks(pool);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1 << 20)]
    public void A_system_call_that_throws_anything_leaves_the_pool_usable(long reservedAddressBytes)
    {
        for (int failing = 0; failing < 12; failing++)
        {
            var pages = new FailingPageSource();
            var pool = new ConcurrentStringPool(
                new ConcurrentStringPoolOptions
                {
                    ReservedAddressBytes = reservedAddressBytes,
                    MinimumLength = 4,
                    ShortStrings = ShortStrings.Managed,
                },
                pages);
            int last = pages.Requests + failing;
            pages.Fails = request => request == last ? throw new InjectedException() : false;
            int thrown = 0;
            for (int i = 0; i < 2_000; i++)
            {
                try
                {
                    _ = (i % 4) switch
                    {
                        0 => pool.Allocate(new string('x', 1 + (i * 7 % 900))),
                        1 => pool.Allocate(Encoding.UTF8.GetBytes(new string('é', 1 + (i * 11 % 4_000)))),
                        2 => pool.Create(1 + (i * 13 % 300), 0, static (text, _) => text.Fill('z')),
                        _ => pool.Allocate("ab"),
                    };
                }
                catch (InjectedException)
                {
                    thrown++;
                }
            }

            Assert.InRange(thrown, 0, 1);
            Assert.True(thrown == 1 || failing > 4, $"Request {last} was never made.");
            pages.Fails = static _ => false;
            CheckEverythingWorks(pool);
        }
    }

    [Fact]
    public void Bytes_that_another_thread_changes_meanwhile_become_some_text()
    {
        var pool = new ConcurrentStringPool();
        byte[] bytes = new byte[600];
        bool done = false;
        var changer = new Thread(() =>
        {
            // The number of chars in the same bytes changes constantly.
            byte[] wide = Encoding.UTF8.GetBytes(new string('é', bytes.Length / 2));
            while (!Volatile.Read(ref done))
            {
                bytes.AsSpan().Fill((byte)'a');
                wide.CopyTo(bytes, 0);
            }
        });
        changer.Start();
        int strange = 0;
        for (int i = 0; i < 60_000; i++)
        {
            PooledStringRef handle = pool.Allocate(bytes);
            strange += handle.AsSpan().ContainsAnyExcept("aé\uFFFD\0") ? 1 : 0;
            handle.Free();
        }

        Volatile.Write(ref done, true);
        changer.Join();
        Assert.Equal(0, strange);
        Assert.Equal(0, pool.ActiveAllocations);
        CheckEverythingWorks(pool);
    }

    [Fact]
    public void A_thread_that_is_interrupted_again_and_again_frees_what_it_says_and_leaves_the_pool_usable()
    {
        var pool = new ConcurrentStringPool(
            new ConcurrentStringPoolOptions { MinimumLength = 4, ShortStrings = ShortStrings.Managed });
        bool done = false;
        Exception? failure = null;
        Thread[] workers = [.. Enumerable.Range(0, 4).Select(worker => new Thread(() =>
        {
            string[] texts = ["ab", "some text", new string('x', 3_000), new string('y', 900)];
            try
            {
                for (int i = 0; !Volatile.Read(ref done); i++)
                {
                    PooledStringRef handle = i % 3 == 0 ? pool.Allocate("in UTF-8"u8) : pool.Allocate(texts[i % 4]);
                    handle.Free();
                    Assert.False(handle.IsAlive);
                    if (i % 200 == 0)
                    {
                        _ = pool.GetStatistics();
                        pool.Trim();
                        pool.Clear();
                    }
                }
            }
            catch (Exception exception)
            {
                Volatile.Write(ref failure, exception);
            }
        }))];
        Array.ForEach(workers, static worker => worker.Start());
        for (int i = 0; i < 20_000; i++)
        {
            workers[i % workers.Length].Interrupt();
            Thread.SpinWait(200);
        }

        Volatile.Write(ref done, true);
        Array.ForEach(workers, static worker => Assert.True(worker.Join(s_patience), "A thread hangs."));
        Assert.True(failure is null, failure?.ToString());
        CheckEverythingWorks(pool);
    }

    [Theory]
    [InlineData(8)]
    [InlineData(900)]
    [InlineData(5_000)]
    [InlineData(2)]
    public void A_thread_without_memory_of_its_own_frees_at_the_limit(int length)
    {
        const int Threads = 70;
        using var pool = new ConcurrentStringPool(
            new ConcurrentStringPoolOptions
            {
                MaximumBytes = 40 * AddressSpace.GranuleBytes,
                MinimumLength = 4,
                ShortStrings = ShortStrings.Managed,
            });
        List<PooledStringRef> handles = Fill(pool, length);

        FreeOnThreads(pool, handles, Threads);

        Assert.Equal(handles.Count - Threads, pool.ActiveAllocations);
        Assert.Equal(handles.Count - Threads, pool.GetStatistics().ActiveAllocations);
        Assert.Equal(length, pool.Allocate(new string('b', length)).Length);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(64 << 20)]
    public void A_thread_without_memory_of_its_own_frees_when_the_system_refuses(long reservedAddressBytes)
    {
        const int Threads = 70;
        var pages = new FailingPageSource();
        using var pool = new ConcurrentStringPool(
            new ConcurrentStringPoolOptions { ReservedAddressBytes = reservedAddressBytes }, pages);
        List<PooledStringRef> handles = [.. Enumerable.Range(0, 5_000).Select(number => pool.Allocate($"text {number}"))];
        pages.Fails = static _ => true;
        while (TryAllocate(pool, 33) is { } more)
        {
            handles.Add(more);
        }

        FreeOnThreads(pool, handles, Threads);

        Assert.Equal(handles.Count - Threads, pool.ActiveAllocations);
        Assert.All(handles.Skip(Threads).Take(4_000), static handle => Assert.True(handle.IsAlive));
    }

    [Fact]
    public void A_cell_freed_by_a_thread_without_memory_of_its_own_is_used_again()
    {
        using var pool = new ConcurrentStringPool(
            new ConcurrentStringPoolOptions { MaximumBytes = 40 * AddressSpace.GranuleBytes });
        List<PooledStringRef> handles = Fill(pool, 100);
        FreeOnThreads(pool, handles, 200);

        Assert.All(Enumerable.Range(0, 200), _ => Assert.Equal(100, pool.Allocate(new string('c', 100)).Length));

        Assert.Null(TryAllocate(pool, 100));
    }

    private static List<PooledStringRef> Fill(ConcurrentStringPool pool, int length)
    {
        var handles = new List<PooledStringRef>();
        while (TryAllocate(pool, length) is { } handle)
        {
            handles.Add(handle);
        }

        // The remaining memory is too small for the first list of a thread.
        while (TryAllocate(pool, 3_000) is { } handle)
        {
            handles.Add(handle);
        }

        return handles;
    }

    private static PooledStringRef? TryAllocate(ConcurrentStringPool pool, int length)
    {
        try
        {
            return pool.Allocate(new string('a', length));
        }
        catch (OutOfMemoryException)
        {
            return null;
        }
    }

    // No thread ends before all have started, so that no thread inherits from an ended one.
    private static void FreeOnThreads(ConcurrentStringPool pool, List<PooledStringRef> handles, int count)
    {
        using var all = new Barrier(count);
        Exception? failure = null;
        Thread[] threads = [.. Enumerable.Range(0, count).Select(number => new Thread(() =>
        {
            all.SignalAndWait();
            failure = Record.Exception(() =>
            {
                handles[number].Free();
                pool.Free(handles[number].Id);
            }) ?? failure;
            all.SignalAndWait();
        }, 128 << 10))];
        Array.ForEach(threads, static thread => thread.Start());
        Array.ForEach(threads, static thread => thread.Join());
        Assert.True(failure is null, failure?.ToString());
        Assert.All(handles.Take(count), static handle => Assert.False(handle.IsAlive));
    }

    private static void CheckEverythingWorks(ConcurrentStringPool pool)
    {
        Exception? failure = null;
        var thread = new Thread(() => failure = Record.Exception(() =>
        {
            pool.Allocate("more text").Free();
            _ = pool.GetStatistics();
            pool.Trim();
            pool.Clear();
            Assert.Equal(0, pool.GetStatistics().ActiveAllocations);
            Assert.Equal("after", pool.Allocate("after").ToString());
            pool.Dispose();
        }));
        thread.IsBackground = true;
        thread.Start();
        Assert.True(thread.Join(s_patience), "The pool hangs.");
        Assert.True(failure is null, failure?.ToString());
    }

    private sealed class InjectedException : Exception;

    private sealed class ThrowingValue : ISpanFormattable
    {
        public override string ToString() => throw new InjectedException();

        public string ToString(string? format, IFormatProvider? formatProvider) => throw new InjectedException();

        public bool TryFormat(
            Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider) =>
            throw new InjectedException();
    }
}
