using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>The guarantees of the lock, for all wrapped pools.</summary>
public abstract class SynchronizedStringPoolTests(ITestOutputHelper output)
{
    protected abstract SynchronizedStringPool MakePool();

    [Fact]
    public void A_text_is_read_in_a_callback_through_a_reader_or_as_a_copy()
    {
        using SynchronizedStringPool pool = MakePool();
        PooledStringId id = pool.Allocate("text");

        string? seen = null;
        pool.Read(id, 5, (text, number) => seen = text.ToString() + number);
        Assert.Equal("text5", seen);
        Assert.Equal("text", pool.GetString(id));
        Assert.True(pool.TryGetString(id, out string? copy));
        Assert.Equal("text", copy);
        Span<char> destination = stackalloc char[4];
        Assert.True(pool.TryCopyTo(id, destination, out int written));
        Assert.Equal(4, written);
        Assert.Equal("text", destination.ToString());
        Assert.False(pool.TryCopyTo(id, destination[..3], out written));
        Assert.Equal(4, written);
        pool.Free(id);
        Assert.False(pool.TryCopyTo(id, destination, out written));
        Assert.Equal(0, written);
        id = pool.Allocate("text");
        using SynchronizedStringPool.Reader reader = pool.EnterRead();
        Assert.Equal("text", reader.AsSpan(id).ToString());
        Assert.True(reader.AsSpan(default).IsEmpty);
    }

    [Fact]
    public void A_stale_id_is_refused_and_freeing_it_does_nothing()
    {
        using SynchronizedStringPool pool = MakePool();
        PooledStringId freed = pool.Allocate("freed");
        pool.Free(freed);
        PooledStringId cleared = pool.Allocate("cleared");
        pool.Clear();

        foreach (PooledStringId stale in new[] { freed, cleared })
        {
            pool.Free(stale);
            Assert.Throws<InvalidOperationException>(() => pool.GetString(stale));
            Assert.Throws<InvalidOperationException>(() => pool.Read(stale, 0, static (_, _) => { }));
            Assert.False(pool.TryGetString(stale, out string? text));
            Assert.Null(text);
        }

        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal(0, pool.GetStatistics().ActiveAllocations);
    }

    [Fact]
    public void The_lock_is_free_again_after_every_exception()
    {
        using SynchronizedStringPool pool = MakePool();
        PooledStringId id = pool.Allocate("text");
        pool.Free(id);
        Assert.Throws<InvalidOperationException>(() => pool.GetString(id));
        Assert.Throws<ArithmeticException>(
            () => pool.Read(pool.Allocate("a"), 0, static (_, _) => throw new ArithmeticException()));
        Assert.Throws<ArgumentNullException>(() => pool.Read<int>(id, 0, null!));

        Assert.Equal("b", pool.GetString(pool.Allocate("b")));
    }

    [Fact]
    public void Writing_while_reading_is_refused()
    {
        using SynchronizedStringPool pool = MakePool();
        PooledStringId id = pool.Allocate("text");

        Assert.Throws<InvalidOperationException>(() => pool.Read(id, pool, static (_, pool) => pool.Allocate("more")));
        Assert.Throws<InvalidOperationException>(() => pool.Read(id, pool, static (_, pool) => pool.Clear()));
        Assert.Equal("text", pool.GetString(id));
    }

    [Fact]
    public void Whatever_a_thread_that_reads_calls_says_what_to_do()
    {
        using SynchronizedStringPool pool = MakePool();
        PooledStringId id = pool.Allocate("text");
        Action<SynchronizedStringPool>[] refused =
        [
            static pool => pool.Allocate("more"),
            static pool => pool.Allocate($"more {1}"),
            static pool => pool.Clear(),
            static pool => pool.Trim(),
            static pool => pool.Dispose(),
            static pool => pool.GetStatistics(),
            static pool => _ = pool.ActiveAllocations,
            static pool => pool.EnterRead().Dispose(),
            pool => pool.Free(id),
            pool => pool.GetString(id),
            pool => pool.TryGetString(id, out _),
            pool => pool.TryCopyTo(id, [], out _),
            pool => pool.Read(id, 0, static (_, _) => { }),
        ];

        Assert.All(refused, action =>
        {
            var refusal = Assert.Throws<InvalidOperationException>(() => pool.Read(id, pool, (_, pool) => action(pool)));
            Assert.Contains("Dispose the reader", refusal.Message, StringComparison.Ordinal);
            Assert.IsType<LockRecursionException>(refusal.InnerException);
        });
        Assert.Equal("text", pool.GetString(id));
        Assert.Equal(1, pool.ActiveAllocations);
    }

    [OptimizedFact]
    public void An_interpolated_string_is_allocated_without_a_managed_one()
    {
        using SynchronizedStringPool pool = MakePool();
        int number = 0;

        Assert.Equal("number 7", pool.GetString(pool.Allocate($"number {7}")));
        Assert.Equal(0, ManagedAllocations.Of(() => pool.Free(pool.Allocate($"number {number++}"))));
    }

    [Fact]
    public void A_reader_that_is_disposed_of_reads_no_more()
    {
        using SynchronizedStringPool pool = MakePool();
        PooledStringId id = pool.Allocate("text");
        SynchronizedStringPool.Reader reader = pool.EnterRead();
        reader.Dispose();
        reader.Dispose();
        bool thrown = false;
        try
        {
            _ = reader.AsSpan(id).Length;
        }
        catch (ObjectDisposedException)
        {
            thrown = true;
        }

        Assert.True(thrown);
        pool.Free(id);
    }

    [Fact]
    public void A_copy_of_a_reader_does_not_give_back_a_lock_that_was_given_back()
    {
        using SynchronizedStringPool pool = MakePool();
        PooledStringId id = pool.Allocate("text");
        SynchronizedStringPool.Reader first = pool.EnterRead();
        SynchronizedStringPool.Reader copy = first;
        copy.Dispose();
        first.Dispose();
        Assert.True(IsClosed(first, id));

        // A copy of a disposed reader does not release the lock of the next reader.
        SynchronizedStringPool.Reader former = pool.EnterRead();
        SynchronizedStringPool.Reader formerCopy = former;
        former.Dispose();
        SynchronizedStringPool.Reader next = pool.EnterRead();
        formerCopy.Dispose();
        Assert.Equal("text", next.AsSpan(id).ToString());
        Assert.Throws<InvalidOperationException>(() => pool.Free(id));
        next.Dispose();
        pool.Free(id);
    }

    [Fact]
    public void A_copy_of_a_reader_reads_no_more_once_the_lock_is_given_back()
    {
        using SynchronizedStringPool pool = MakePool();
        PooledStringId id = pool.Allocate("text");
        SynchronizedStringPool.Reader reader = pool.EnterRead();
        SynchronizedStringPool.Reader copy = reader;
        reader.Dispose();

        Assert.True(IsClosed(copy, id));
        Assert.True(IsClosed(default, id));
        pool.Free(id);
    }

    [Fact]
    public void Readers_of_several_pools_are_closed_in_any_order()
    {
        using SynchronizedStringPool pool = MakePool();
        using SynchronizedStringPool other = MakePool();
        PooledStringId id = pool.Allocate("text");
        PooledStringId otherId = other.Allocate("other");
        SynchronizedStringPool.Reader reader = pool.EnterRead();
        SynchronizedStringPool.Reader otherReader = other.EnterRead();
        reader.Dispose();
        Assert.Equal("other", otherReader.AsSpan(otherId).ToString());
        pool.Free(id);
        otherReader.Dispose();
        other.Free(otherId);
    }

    // Only a thread that must wait notices an earlier interrupt.
    [Fact]
    public void Whatever_writes_cannot_begin_while_a_thread_reads()
    {
        using SynchronizedStringPool pool = MakePool();
        PooledStringId id = pool.Allocate("text");
        Action[] writes = [() => pool.Allocate("more"), () => pool.Free(id), pool.Clear, () => pool.Trim(), pool.Dispose];
        using (SynchronizedStringPool.Reader reader = pool.EnterRead())
        {
            foreach (Action write in writes)
            {
                SteppedThread.RunOnce(() =>
                {
                    Thread.CurrentThread.Interrupt();
                    Assert.Throws<ThreadInterruptedException>(write);
                });
            }

            Assert.Equal("text", reader.AsSpan(id).ToString());
        }

        Assert.Equal(1, pool.ActiveAllocations);
    }

    [Fact]
    public void A_writer_waits_for_the_reader()
    {
        using SynchronizedStringPool pool = MakePool();
        Action<PooledStringId>[] writes =
        [
            _ => pool.Allocate("more"),
            pool.Free,
            _ => pool.Clear(),
            _ => pool.Trim(),
            _ => pool.Dispose(),
        ];
        foreach (Action<PooledStringId> write in writes)
        {
            PooledStringId id = pool.Allocate("text");
            bool done = false;
            var writer = new Thread(() =>
            {
                write(id);
                Volatile.Write(ref done, true);
            });
            using (SynchronizedStringPool.Reader reader = pool.EnterRead())
            {
                writer.Start();
                while (!Volatile.Read(ref done) && !writer.ThreadState.HasFlag(System.Threading.ThreadState.WaitSleepJoin))
                {
                    Thread.Yield();
                }

                Assert.False(done);
                Assert.Equal("text", reader.AsSpan(id).ToString());
            }

            writer.Join();
            Assert.True(done);
        }
    }

    [Fact]
    public void A_disposed_pool_refuses_everything_but_frees()
    {
        SynchronizedStringPool pool = MakePool();
        PooledStringId id = pool.Allocate("text");
        pool.Dispose();
        pool.Dispose();

        Assert.Throws<ObjectDisposedException>(() => pool.Allocate("more"));
        Assert.Throws<ObjectDisposedException>(() => pool.GetString(id));
        Assert.Throws<ObjectDisposedException>(pool.Clear);
        Assert.Throws<ObjectDisposedException>(() => pool.Trim());
        Assert.Throws<ObjectDisposedException>(() => pool.GetStatistics());
        Assert.False(pool.TryGetString(id, out _));
        pool.Free(id);
    }

    [Fact]
    public void Threads_that_read_and_write_at_random_see_whole_texts()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        using SynchronizedStringPool pool = MakePool();
        var ids = new PooledStringId[200];
        int broken = 0;
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(worker => new Thread(() =>
        {
            var random = new Random(seed + worker);
            char[] text = new char[300];
            for (int i = 0; i < 20_000; i++)
            {
                int place = random.Next(ids.Length);
                if (random.Next(3) == 0)
                {
                    Span<char> chars = text.AsSpan(0, random.Next(1, text.Length));
                    Texts.WriteChecked(chars, (uint)place);
                    PooledStringId mine = pool.Allocate(chars);
                    PooledStringId before;
                    lock (ids)
                    {
                        before = ids[place];
                        ids[place] = mine;
                    }

                    pool.Free(before);
                }
                else
                {
                    PooledStringId id;
                    lock (ids)
                    {
                        id = ids[place];
                    }

                    using SynchronizedStringPool.Reader reader = pool.EnterRead();
                    if (reader.TryGetSpan(id, out ReadOnlySpan<char> span) && !span.IsEmpty
                        && !Texts.IsChecked(span, (uint)place))
                    {
                        Interlocked.Increment(ref broken);
                    }
                }
            }
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        Array.ForEach(threads, static thread => thread.Join());

        Assert.Equal(0, broken);
        Assert.Equal(ids.Count(static id => !id.IsEmpty), pool.ActiveAllocations);
    }

    private static bool IsClosed(SynchronizedStringPool.Reader reader, PooledStringId id)
    {
        try
        {
            _ = reader.AsSpan(id).Length;
            return false;
        }
        catch (ObjectDisposedException exception)
        {
            return exception.Message.Contains("EnterRead", StringComparison.Ordinal);
        }
    }
}
