using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class ConcurrentStringPoolTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    [InlineData(1_000)]
    [InlineData(1_001)]
    [InlineData(100_000)]
    public void A_text_comes_back_on_every_thread(int length)
    {
        using var pool = new ConcurrentStringPool();
        string text = new('x', length);

        PooledStringRef handle = pool.Allocate(text);

        Assert.Equal(text, handle.ToString());
        Assert.Equal(text, On(() => handle.ToString()));
        Assert.Equal(text, On(() => pool.AsSpan(handle.Id).ToString()));
    }

    [Theory]
    [InlineData(8)]
    [InlineData(5_000)]
    public void A_string_freed_on_another_thread_is_stale_at_once_everywhere(int length)
    {
        using var pool = new ConcurrentStringPool();
        PooledStringRef handle = pool.Allocate(new string('x', length));

        On(() => handle.Free());

        Assert.False(handle.IsAlive);
        Assert.Throws<InvalidOperationException>(() => handle.AsSpan().Length);
        Assert.Equal(0, pool.ActiveAllocations);
        handle.Free();
        On(() => handle.Free());
        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal(0, pool.GetStatistics().ActiveAllocations);
    }

    [Fact]
    public void Memory_freed_on_another_thread_is_used_again()
    {
        using var pool = new ConcurrentStringPool();
        int slabs = 0;
        for (int round = 0; round < 200; round++)
        {
            PooledStringRef[] handles = [.. Enumerable.Range(0, 1_000).Select(number => pool.Allocate($"text {number:d8}"))];
            On(() => Array.ForEach(handles, static handle => handle.Free()));
            slabs = round == 5 ? pool.SlabCount : slabs;
        }

        Assert.Equal(slabs, pool.SlabCount);
        Assert.Equal(0, pool.ActiveAllocations);
    }

    [Fact]
    public void What_a_thread_frees_for_others_goes_back_to_the_one_that_allocates()
    {
        using var pool = new ConcurrentStringPool();
        using var full = new BlockingCollection<PooledStringRef[]>(boundedCapacity: 1);
        var consumer = new Thread(() =>
        {
            foreach (PooledStringRef[] handles in full.GetConsumingEnumerable())
            {
                Array.ForEach(handles, static handle => handle.Free());
            }
        });
        consumer.Start();

        for (int round = 0; round < 300; round++)
        {
            full.Add([.. Enumerable.Range(0, 1_000).Select(number => pool.Allocate($"text {number:d8}"))]);
        }

        full.CompleteAdding();
        consumer.Join();
        Assert.Equal(0, pool.ActiveAllocations);

        // Allows for three batches in transit, those that the consumer may keep, and a partly used slab. 300 batches would take
        // 200 slabs.
        Assert.InRange(pool.SlabCount, 1, 7);
    }

    [Fact]
    public void What_a_thread_has_at_hand_is_for_others_once_its_writer_is_disposed_of()
    {
        using var pool = new ConcurrentStringPool();
        using (ConcurrentStringPool.Writer writer = pool.GetWriter())
        {
            PooledStringRef[] handles = new PooledStringRef[2_000];
            for (int i = 0; i < handles.Length; i++)
            {
                handles[i] = writer.Allocate("a text of some length");
            }

            foreach (PooledStringRef handle in handles)
            {
                writer.Free(handle);
            }
        }

        int slabs = pool.SlabCount;
        On(() => Enumerable.Range(0, 1_900).Select(_ => pool.Allocate("a text of some length")).ToArray());

        Assert.Equal(slabs, pool.SlabCount);
    }

    [Fact]
    public void A_string_in_a_slab_that_the_freeing_thread_has_not_seen_is_freed()
    {
        using var pool = new ConcurrentStringPool();
        pool.Allocate("the thread knows of this slab").Free();

        PooledStringRef handle = On(() => pool.Allocate(new string('y', 300)));
        handle.Free();

        Assert.False(handle.IsAlive);
        Assert.Equal(0, pool.ActiveAllocations);
    }

    [Fact]
    public unsafe void A_cell_whose_generations_are_used_up_is_retired_whichever_thread_frees_it()
    {
        using var pool = new ConcurrentStringPool();
        PooledStringRef handle = pool.Allocate("worn");
        fixed (char* text = handle.AsSpan())
        {
            *(uint*)((byte*)text - CellLists.HeaderBytes) = Generation.Retired - 1;
        }

        PooledStringRef last = pool.Resolve(new PooledStringId(new CellId(handle.Id.Cell.Index, Generation.Retired - 1)));
        Assert.Equal("worn", last.ToString());
        On(() => last.Free());
        last.Free();

        Assert.False(last.IsAlive);
        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal(1, pool.GetStatistics().RetiredCells);
    }

    [Fact]
    public void Slabs_of_sizes_that_nobody_asks_for_any_more_are_given_back()
    {
        using var pool = new ConcurrentStringPool();
        for (int length = 40; length <= 970; length += 30)
        {
            string text = new('x', length);
            PooledStringRef[] handles = [.. Enumerable.Range(0, 10_000).Select(_ => pool.Allocate(text))];
            Array.ForEach(handles, static handle => handle.Free());
        }

        // Allows for twice the last round, plus allocations until the next check. All rounds together allocate 320 MB.
        Assert.InRange(pool.BytesReserved, 1, 100 << 20);
    }

    [Fact]
    public void A_thread_takes_over_what_one_that_has_ended_left()
    {
        using var pool = new ConcurrentStringPool();
        for (int i = 0; i < 50; i++)
        {
            On(() =>
            {
                PooledStringRef[] handles = [.. Enumerable.Range(0, 1_000).Select(number => pool.Allocate($"text {number:d8}"))];
                Array.ForEach(handles, static handle => handle.Free());
            });
        }

        Assert.Equal(1, pool.SlabCount);
    }

    [Fact]
    public void A_writer_allocates_and_frees_like_the_pool()
    {
        using var pool = new ConcurrentStringPool();
        PooledStringRef foreign = On(() => pool.Allocate("of another thread"));
        using ConcurrentStringPool.Writer writer = pool.GetWriter();

        PooledStringRef first = writer.Allocate("first");
        PooledStringRef second = writer.Allocate(new string('x', 3_000));

        Assert.Equal("first", first.ToString());
        Assert.Equal(3_000, second.Length);
        Assert.True(writer.Allocate("").IsEmpty);
        writer.Free(first);
        writer.Free(first);
        writer.Free(second.Id);
        writer.Free(default(PooledStringRef));
        writer.Free(default(PooledStringId));
        writer.Free(foreign);
        Assert.False(first.IsAlive);
        Assert.False(second.IsAlive);
        Assert.False(foreign.IsAlive);
        Assert.Equal(0, pool.ActiveAllocations);
    }

    [Fact]
    public void A_writer_frees_no_string_of_another_pool()
    {
        using var pool = new ConcurrentStringPool();
        using var other = new ConcurrentStringPool();
        PooledStringRef handle = other.Allocate("other");

        pool.GetWriter().Free(handle);

        Assert.Equal("other", handle.ToString());
    }

    [Fact]
    public void A_writer_survives_a_clear_on_another_thread()
    {
        using var pool = new ConcurrentStringPool();
        ConcurrentStringPool.Writer writer = pool.GetWriter();
        PooledStringRef before = writer.Allocate("before");

        On(pool.Clear);

        Assert.False(before.IsAlive);
        writer.Free(before);
        Assert.Equal("after", writer.Allocate("after").ToString());
        Assert.Equal(1, pool.ActiveAllocations);
    }

    [Fact]
    public void A_writer_of_a_disposed_pool_throws_and_frees_in_silence()
    {
        var pool = new ConcurrentStringPool();
        ConcurrentStringPool.Writer writer = pool.GetWriter();
        PooledStringRef handle = writer.Allocate("text");
        On(pool.Dispose);

        writer.Free(handle);
        writer.Dispose();
        bool thrown = false;
        try
        {
            writer.Allocate("more");
        }
        catch (ObjectDisposedException)
        {
            thrown = true;
        }

        Assert.True(thrown);
        Assert.False(handle.IsAlive);
        Assert.Throws<ObjectDisposedException>(() => handle.AsSpan().Length);
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate("more"));
        Assert.Throws<ObjectDisposedException>(() => On(() => pool.Allocate("more")));
        Assert.Throws<ObjectDisposedException>(() => pool.GetWriter().Dispose());
        Assert.Throws<ObjectDisposedException>(pool.Clear);
        Assert.Throws<ObjectDisposedException>(() => pool.Trim());
        Assert.Throws<ObjectDisposedException>(() => pool.GetStatistics());
        pool.Dispose();
        pool.Free(handle.Id);
        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal(0, pool.BytesReserved);
    }

    [Fact]
    public void Handles_from_before_a_clear_stay_stale_when_the_pool_is_filled_again()
    {
        using var pool = new ConcurrentStringPool();
        PooledStringRef[] own = [.. Enumerable.Range(0, 1_000).Select(number => pool.Allocate($"text {number}"))];
        PooledStringRef[] foreign = On(
            () => Enumerable.Range(0, 1_000).Select(number => pool.Allocate($"text {number}")).ToArray());
        On(() => Array.ForEach(own[..500], static handle => handle.Free()));

        pool.Clear();
        PooledStringRef[] heirs = [.. Enumerable.Range(0, 4_000).Select(number => pool.Allocate($"heir {number}"))];

        Assert.All(own.Concat(foreign), static handle => Assert.False(handle.IsAlive));
        Array.ForEach(own, static handle => handle.Free());
        Assert.All(heirs, static (handle, number) => Assert.Equal($"heir {number}", handle.ToString()));
        Assert.Equal(4_000, pool.ActiveAllocations);
    }

    [Fact]
    public void A_callback_that_writes_a_string_keeps_the_pool_from_being_cleared_or_disposed()
    {
        using var pool = new ConcurrentStringPool();

        PooledStringRef handle = pool.Create(5, pool, static (text, pool) =>
        {
            Assert.Throws<InvalidOperationException>(() => On(pool.Clear));
            Assert.Throws<InvalidOperationException>(() => On(pool.Dispose));
            Assert.Equal("inner", pool.Allocate("inner").ToString());
            pool.Trim();
            "outer".CopyTo(text);
        });

        Assert.Equal("outer", handle.ToString());
        pool.Clear();
        Assert.False(handle.IsAlive);
    }

    [Fact]
    public void A_string_whose_callback_throws_is_freed()
    {
        using var pool = new ConcurrentStringPool();

        Assert.Throws<InvalidOperationException>(() => pool.Create(5, 0, static (_, _) => throw new InvalidOperationException()));

        Assert.Equal(0, pool.ActiveAllocations);
        pool.Clear();
    }

    [Fact]
    public void Trim_gives_back_what_all_threads_have_freed()
    {
        using var pool = new ConcurrentStringPool();
        long empty = pool.BytesReserved;
        PooledStringRef[] handles = [];
        On(() => handles = [.. Enumerable.Range(0, 50_000).Select(number => pool.Allocate($"text {number:d8}"))]);
        On(() => Array.ForEach(handles, static handle => handle.Free()));

        Assert.InRange(pool.Trim(), 20L * AddressSpace.GranuleBytes, long.MaxValue);

        Assert.InRange(pool.BytesReserved, empty, empty + (2 * AddressSpace.GranuleBytes));
        Assert.Equal("after", pool.Allocate("after").ToString());
    }

    [Fact]
    public void At_the_limit_memory_that_other_threads_freed_is_found()
    {
        using var pool = new ConcurrentStringPool(
            new ConcurrentStringPoolOptions { MaximumBytes = 20 * AddressSpace.GranuleBytes });
        PooledStringRef[] small = On(
            () => Enumerable.Range(0, 25_000).Select(number => pool.Allocate($"text {number:d8}")).ToArray());
        Assert.Throws<OutOfMemoryException>(
            () => Enumerable.Range(0, 25_000).Select(_ => pool.Allocate(new string('y', 900))).ToArray());
        Assert.All(small, static (handle, number) => Assert.Equal($"text {number:d8}", handle.ToString()));
        pool.Clear();

        PooledStringRef[] again = On(
            () => Enumerable.Range(0, 25_000).Select(number => pool.Allocate($"more {number:d8}")).ToArray());
        Array.ForEach(again, static handle => handle.Free());

        Assert.All(Enumerable.Range(0, 400), number => Assert.Equal(900, pool.Allocate(new string('z', 900)).Length));
    }

    [Fact]
    public void Options_say_which_one_is_wrong()
    {
        Assert.Throws<ArgumentNullException>(() => new ConcurrentStringPool(null!));
        Refused.Option("MaximumBytes", () => new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = 0 }));
        Refused.Option(
            "ReservedAddressBytes",
            () => new ConcurrentStringPool(new ConcurrentStringPoolOptions { ReservedAddressBytes = -1 }));
        Refused.Option("MinimumLength", () => new ConcurrentStringPool(new ConcurrentStringPoolOptions { MinimumLength = -1 }));
        Assert.Throws<OutOfMemoryException>(() => new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = 1 }));
    }

    [Fact]
    public void Several_pools_on_one_thread_keep_apart()
    {
        using var first = new ConcurrentStringPool();
        using var second = new ConcurrentStringPool();
        PooledStringRef[] handles =
            [.. Enumerable.Range(0, 1_000).Select(number => (number % 2 == 0 ? first : second).Allocate($"text {number}"))];

        first.Clear();

        Assert.All(handles, static (handle, number) => Assert.Equal(number % 2 != 0, handle.IsAlive));
        Array.ForEach(handles, static handle => handle.Free());
        Assert.Equal(0, second.ActiveAllocations);
    }

    [Fact]
    public void In_steady_state_nothing_is_allocated_on_the_managed_heap()
    {
        using var pool = new ConcurrentStringPool();
        string[] texts = [.. Enumerable.Range(1, 50).Select(length => new string('x', length * 40))];

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            using ConcurrentStringPool.Writer writer = pool.GetWriter();
            foreach (string text in texts)
            {
                PooledStringRef one = pool.Allocate(text);
                PooledStringRef two = writer.Allocate(text);
                one.Free();
                writer.Free(two);
            }
        }));
    }

    [Fact]
    public void A_forgotten_pool_gives_its_memory_back_although_its_thread_lives_on()
    {
        var pages = new FailingPageSource();
        Forget(pages);

        for (int i = 0; i < 10 && pages.Reservations > 0; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.Equal(0, pages.Reservations);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget(FailingPageSource pages)
        {
            var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { ReservedAddressBytes = 1 << 20 }, pages);
            for (int i = 0; i < 10_000; i++)
            {
                pool.Allocate("text");
            }
        }
    }

    [LongTheory]
    [InlineData(0)]
    [InlineData(1 << 20)]
    public void Requests_that_fail_leave_a_pool_that_works(long reservedAddressBytes)
    {
        for (int failing = 0; failing < 25; failing++)
        {
            int first = failing;
            var pages = new FailingPageSource { Fails = request => request >= first && request % 3 != 0 };
            ConcurrentStringPool pool;
            try
            {
                pool = new ConcurrentStringPool(
                    new ConcurrentStringPoolOptions { ReservedAddressBytes = reservedAddressBytes }, pages);
            }
            catch (OutOfMemoryException)
            {
                Assert.Equal(0, pages.Reservations);
                continue;
            }

            List<(PooledStringRef Handle, string Text)> live = [];
            for (int i = 0; i < 3_000; i++)
            {
                string text = $"{i} {new string('x', i * 7 % 3_000)}";
                try
                {
                    live.Add((pool.Allocate(text), text));
                }
                catch (OutOfMemoryException)
                {
                    Assert.Equal(live.Count, pool.ActiveAllocations);
                }

                if (i % 3 == 0 && live.Count > 0)
                {
                    PooledStringRef last = live[^1].Handle;
                    On(() => last.Free());
                    Assert.False(last.IsAlive);
                    live.RemoveAt(live.Count - 1);
                }
            }

            Assert.All(live, static entry => Assert.Equal(entry.Text, entry.Handle.ToString()));
            Assert.Equal(live.Count, pool.GetStatistics().ActiveAllocations);
            pool.Dispose();
        }
    }

    private static void On(Action action) => On(() =>
    {
        action();
        return 0;
    });

    // Runs a function on a new thread, and waits until the thread has ended.
    private static T On<T>(Func<T> function)
    {
        T result = default!;
        System.Runtime.ExceptionServices.ExceptionDispatchInfo? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                result = function();
            }
            catch (Exception exception)
            {
                failure = System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(exception);
            }
        });
        thread.Start();
        thread.Join();
        failure?.Throw();
        return result;
    }
}
