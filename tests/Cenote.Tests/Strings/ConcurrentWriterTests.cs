using System.Collections.Concurrent;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class ConcurrentWriterTests
{
    [Fact]
    public void A_writer_allocates_strings_as_the_pool_does()
    {
        using var pool = new ConcurrentStringPool();
        using ConcurrentStringPool.Writer writer = pool.GetWriter();

        Assert.Equal("text", writer.Allocate("text").ToString());
        Assert.Equal("number 17", writer.Allocate($"number {17}").ToString());
        Assert.True(writer.TryAllocate("tried", out PooledStringRef tried));
        Assert.Equal("tried", tried.ToString());
        Assert.True(writer.TryAllocate(new string('l', 5_000), out PooledStringRef large));
        Assert.Equal(5_000, large.Length);
        Assert.True(writer.TryAllocate("", out PooledStringRef empty));
        Assert.True(empty.IsEmpty);
        Assert.Equal(4, pool.ActiveAllocations);
    }

    [OptimizedFact]
    public void An_interpolated_string_allocates_nothing_on_the_managed_heap()
    {
        using var pool = new ConcurrentStringPool();
        int number = 0;

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            using ConcurrentStringPool.Writer writer = pool.GetWriter();
            for (int i = 0; i < 100; i++)
            {
                PooledStringRef handle = writer.Allocate($"user {number++} of {i}");
                writer.Free(handle);
            }
        }));
    }

    [Fact]
    public void A_writer_that_no_pool_made_says_what_to_do()
    {
        Assert.All(
            new Action[]
            {
                static () => default(ConcurrentStringPool.Writer).Allocate("text"),
                static () => default(ConcurrentStringPool.Writer).Allocate(""),
                static () => default(ConcurrentStringPool.Writer).Allocate(new string('x', 5_000)),
                static () => default(ConcurrentStringPool.Writer).Allocate($"text {1}"),
                static () => default(ConcurrentStringPool.Writer).TryAllocate("text", out _),
                static () => default(ConcurrentStringPool.Writer).TryAllocate("", out _),
            },
            static use =>
                Assert.Contains("GetWriter", Assert.Throws<InvalidOperationException>(use).Message, StringComparison.Ordinal));
    }

    [Fact]
    public void A_writer_that_no_pool_made_frees_nothing_and_never_throws()
    {
        using var pool = new ConcurrentStringPool();
        PooledStringRef handle = pool.Allocate("text");
        ConcurrentStringPool.Writer writer = default;

        writer.Free(handle);
        writer.Free(handle.Id);
        writer.Free(default(PooledStringRef));
        writer.Free(default(PooledStringId));
        writer.Dispose();

        Assert.True(handle.IsAlive);
    }

    [Fact]
    public void A_writer_of_a_disposed_pool_throws_from_every_way_to_make_a_string()
    {
        Assert.All(
            new Action<ConcurrentStringPool>[]
            {
                static pool => WriterOf(pool).Allocate("text"),
                static pool => WriterOf(pool).Allocate(""),
                static pool => WriterOf(pool).TryAllocate("", out _),
                static pool => WriterOf(pool).TryAllocate(new string('x', 5_000), out _),
                static pool => WriterOf(pool).TryAllocate("text", out _),
                static pool => WriterOf(pool).Allocate($"text {1}"),
            },
            static use =>
            {
                var pool = new ConcurrentStringPool();
                Assert.Throws<ObjectDisposedException>(() => use(pool));
                Assert.Throws<ObjectDisposedException>(() => pool.TryAllocate("text", out _));
                Assert.Throws<ObjectDisposedException>(() => pool.TryAllocate("", out _));
            });

        // Gets the writer before disposing the pool.
        static ConcurrentStringPool.Writer WriterOf(ConcurrentStringPool pool)
        {
            ConcurrentStringPool.Writer writer = pool.GetWriter();
            pool.Dispose();
            return writer;
        }
    }

    [Fact]
    public void At_the_limit_a_writer_says_so_and_a_further_thread_gets_none()
    {
        using var pool = new ConcurrentStringPool(
            new ConcurrentStringPoolOptions { MaximumBytes = 3 * AddressSpace.GranuleBytes });
        ConcurrentStringPool.Writer writer = pool.GetWriter();
        while (writer.TryAllocate("some text", out _))
        {
        }

        Assert.False(pool.TryAllocate("some text", out _));
        Assert.False(writer.TryAllocate(new string('x', 100_000), out _));
        OutOfMemoryException refused = Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new string('x', 30)));
        Assert.Contains("30 chars (60 bytes)", refused.Message, StringComparison.Ordinal);
        Assert.Contains($"MaximumBytes of {3 * AddressSpace.GranuleBytes}", refused.Message, StringComparison.Ordinal);
        Assert.Equal("some text".Length, pool.AsSpan(Freed(pool)).Length);

        // Clearing the pool makes space for a string again.
        static PooledStringId Freed(ConcurrentStringPool pool)
        {
            pool.Clear();
            return pool.Allocate("some text").Id;
        }
    }

    [Fact]
    public void A_thread_that_finds_no_room_for_itself_is_told_so()
    {
        using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = AddressSpace.GranuleBytes });

        OutOfMemoryException refused = Assert.Throws<OutOfMemoryException>(() => pool.GetWriter().Dispose());

        Assert.Contains("another thread", refused.Message, StringComparison.Ordinal);
        Assert.Contains($"MaximumBytes of {AddressSpace.GranuleBytes}", refused.Message, StringComparison.Ordinal);
        Assert.Contains($"Set it to at least {3 * AddressSpace.GranuleBytes}", refused.Message, StringComparison.Ordinal);
        Assert.False(pool.TryAllocate("text", out _));
    }

    [Fact]
    public void Threads_for_which_tables_have_no_room_leave_the_others_alone()
    {
        // Runs more concurrent threads than 64 KiB of tables support.
        const int Threads = 100;
        const long Limit = 3 * AddressSpace.GranuleBytes;
        using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = Limit });
        PooledStringRef text = pool.Allocate("text");
        var refusals = new ConcurrentBag<OutOfMemoryException?>();
        using var allThere = new Barrier(Threads);
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(_ => new Thread(() =>
        {
            try
            {
                pool.GetWriter().Dispose();
            }
            catch (OutOfMemoryException refusal)
            {
                refusals.Add(pool.TryAllocate("text", out PooledStringRef _) ? null : refusal);
            }

            allThere.SignalAndWait();
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        Array.ForEach(threads, static thread => thread.Join());

        Assert.InRange(refusals.Count, 1, Threads - 1);
        Assert.All(refusals, refusal =>
        {
            Assert.NotNull(refusal);
            Assert.Contains("another thread", refusal.Message, StringComparison.Ordinal);
            Assert.Contains($"MaximumBytes of {Limit}", refusal.Message, StringComparison.Ordinal);
        });
        Assert.Equal("text", text.ToString());
    }
}
