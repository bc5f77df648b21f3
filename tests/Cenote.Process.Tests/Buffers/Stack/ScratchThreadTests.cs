using System.Reflection;
using System.Runtime.CompilerServices;
using Cenote.Buffers;
using Cenote.Buffers.Stack;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Buffers.Stack;

/// <summary>Scratch memory in deep calls, iterators, exceptions, and all kinds of threads.</summary>
public sealed class ScratchThreadTests
{
    [Fact]
    public void Deep_recursion_rents_at_every_level()
    {
        var thread = new Thread(
            static () =>
            {
                Assert.Equal(5_000L * 4_999 / 2, Sum(5_000));
                Assert.Equal((0L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
                Assert.Equal(1, Scratch.GetStatistics().Chunks);
            },
            maxStackSize: 64 << 20);
        thread.Start();
        thread.Join();

        static long Sum(int depth)
        {
            if (depth == 0)
            {
                return 0;
            }

            using ScratchBuffer<int> buffer = Scratch.Rent<int>(depth);
            buffer.Span.Fill(depth);
            long below = Sum(depth - 1);
            Assert.True(buffer.Span.IndexOfAnyExcept(depth) < 0);
            return below + depth - 1;
        }
    }

    [Fact]
    public void Deep_recursion_through_frames_lists_and_borrowed_memory_finds_everything_again() => SteppedThread.RunOnce(() =>
    {
        for (int turn = 0; turn < 3; turn++)
        {
            Dive(300);
            Assert.Equal(
                (0L, 0, 0L), (
                    Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().OpenFrames, Scratch.GetStatistics().Misuses));
        }

        static void Dive(int depth)
        {
            using var list = new ScratchList<int>(4);
            using ScratchFrame frame = Scratch.Frame();
            Span<int> span = frame.Rent<int>(depth % 100 == 0 ? 3_000_000 : depth * 50);
            span.Fill(depth);
            list.Append(depth, depth);
            if (depth > 0)
            {
                Dive(depth - 1);
            }

            list.Append(depth, depth);
            Assert.True(span.IndexOfAnyExcept(depth) < 0);
            Assert.True(list.AsSpan().IndexOfAnyExcept(depth) < 0);
        }
    });

    [Theory]
    [InlineData(1 << 20)]
    [InlineData(64 << 20)]
    public void Threads_that_have_ended_keep_nothing_of_what_they_forgot(int bytes)
    {
        long before = GC.GetTotalMemory(forceFullCollection: true);
        for (int i = 0; i < 30; i++)
        {
            var thread = new Thread(() =>
            {
                ScratchBuffer<byte> forgotten = Scratch.Rent<byte>(bytes);
                forgotten[0] = 1;
            });
            thread.Start();
            thread.Join();
        }

        // Objects that a finalizer releases are collected by a later collection.
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, long.MinValue, 3L * bytes);
    }

    [Fact]
    public void Iterators_that_are_left_early_or_throw_hold_nothing() => SteppedThread.RunOnce(() =>
    {
        foreach (int value in Values(throws: false))
        {
            Assert.Equal(7, value);
            break;
        }

        Assert.Throws<FormatException>(static () => Values(throws: true).Count());
        Assert.Equal((0L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));

        static IEnumerable<int> Values(bool throws)
        {
            while (true)
            {
                int value;
                using (ScratchBuffer<int> buffer = Scratch.Rent<int>(100))
                {
                    buffer.Span.Fill(7);
                    value = throws ? throw new FormatException() : buffer[99];
                }

                yield return value;
            }
        }
    });

    [Fact]
    public void An_exception_filter_rents_above_what_the_exception_has_not_released_yet() => SteppedThread.RunOnce(() =>
    {
        bool intact = false;
        try
        {
            using ScratchBuffer<int> outer = Scratch.Rent<int>(100);
            outer.Span.Fill(1);
            Throw();
        }
        catch (FormatException) when (Filter())
        {
            intact = true;
        }

        Assert.True(intact);
        Assert.Equal((0L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));

        static void Throw()
        {
            using ScratchBuffer<int> inner = Scratch.Rent<int>(100_000);
            inner.Span.Fill(2);
            try
            {
                throw new FormatException();
            }
            finally
            {
                Assert.True(inner.Span.IndexOfAnyExcept(2) < 0);
            }
        }

        static bool Filter()
        {
            using ScratchFrame frame = Scratch.Frame();
            frame.Rent<int>(200_000).Fill(3);
            return true;
        }
    });

    [Fact]
    public async Task An_asynchronous_method_rents_on_whatever_thread_it_goes_on()
    {
        int sum = 0;
        for (int turn = 0; turn < 50; turn++)
        {
            using (ScratchBuffer<int> before = Scratch.Rent<int>(1_000))
            {
                before.Span.Fill(turn);
                sum += before[999];
            }

            await Task.Delay(turn % 10 == 0 ? 1 : 0);
            using ScratchList<int> after = new(10);
            after.Append(turn, 1_000);
            sum += after[999];
        }

        Assert.Equal(2 * 49 * 25, sum);
    }

    [Fact]
    public void A_thread_that_ends_with_memory_in_use_leaves_the_others_alone()
    {
        SteppedThread.RunOnce(static () =>
        {
            using ScratchBuffer<int> mine = Scratch.Rent<int>(1_000);
            mine.Span.Fill(1);
            for (int i = 0; i < 50; i++)
            {
                SteppedThread.RunOnce(static () =>
                {
                    Scratch.Rent<int>(100_000).Span.Fill(2);
                    Scratch.Rent<int>(3_000_000).Span.Fill(3);
                });
            }

            GC.Collect();
            Assert.True(mine.Span.IndexOfAnyExcept(1) < 0);
            Assert.Equal((4_032L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
        });
    }

    // With an initializer or other fields, the runtime would keep the pointer in a per-thread array, which costs 2 ns per rent.
    [Fact]
    public void The_pointer_of_a_thread_is_kept_in_its_own_block()
    {
        Assert.Null(typeof(ScratchThread).TypeInitializer);
        Assert.Single(typeof(ScratchThread).GetFields(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic));
    }

    [Fact]
    public void Iterators_rent_between_two_yields() => SteppedThread.RunOnce(() =>
    {
        using ScratchBuffer<int> outer = Scratch.Rent<int>(100);
        outer.Span.Fill(-1);
        foreach ((int one, int other) in Sums(5).Zip(Sums(9)))
        {
            using ScratchBuffer<int> inner = Scratch.Rent<int>(100);
            inner.Span.Fill(one);
            Assert.Equal(one, other);
        }

        Assert.True(outer.Span.IndexOfAnyExcept(-1) < 0);
        Assert.Equal(0, Scratch.GetStatistics().Misuses);

        static IEnumerable<int> Sums(int count)
        {
            for (int i = 0; i < count; i++)
            {
                int sum = 0;
                using (ScratchBuffer<int> buffer = Scratch.Rent<int>(1_000))
                {
                    buffer.Span.Fill(i);
                    foreach (int value in buffer.Span)
                    {
                        sum += value;
                    }
                }

                yield return sum;
            }
        }
    });

    [Fact]
    public void An_exception_through_many_frames_releases_all_of_them() => SteppedThread.RunOnce(() =>
    {
        using ScratchBuffer<int> outer = Scratch.Rent<int>(100);
        ScratchStatistics before = Scratch.GetStatistics();

        for (int i = 0; i < 20; i++)
        {
            Assert.Throws<FormatException>(() => Dive(200));
            Assert.Equal(
                (before.BytesInUse, 0, 0L), (
                    Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().OpenFrames, Scratch.GetStatistics().Misuses));
        }

        static void Dive(int depth)
        {
            using ScratchBuffer<int> buffer = Scratch.Rent<int>(depth * 10);
            using ScratchFrame frame = Scratch.Frame();
            frame.Rent<byte>(depth);
            using var list = new ScratchList<int>(10);
            list.Append(depth, 100);
            if (depth == 0)
            {
                throw new FormatException();
            }

            Dive(depth - 1);
        }
    });

    [Fact]
    public async Task Threads_of_the_thread_pool_have_their_own_memory()
    {
        await Parallel.ForEachAsync(Enumerable.Range(0, 200), async (number, cancellation) =>
        {
            for (int turn = 0; turn < 20; turn++)
            {
                int sum = Fill(number, 1_000 + (number * 10));
                await Task.Delay(turn == 10 ? 1 : 0, cancellation);
                Assert.Equal(number * (1_000 + (number * 10)), sum);
            }
        });

        static int Fill(int number, int length)
        {
            using ScratchBuffer<int> buffer = Scratch.Rent<int>(length);
            buffer.Span.Fill(number);
            Thread.Yield();
            int sum = 0;
            foreach (int value in buffer.Span)
            {
                sum += value;
            }

            return sum;
        }
    }

    [Fact]
    public void The_memory_of_a_thread_that_ends_goes_by_itself()
    {
        const int Threads = 40;
        const int Bytes = 4 << 20;
        var memory = new List<WeakReference>();
        for (int i = 0; i < Threads; i++)
        {
            Run(memory);
        }

        for (int i = 0; i < 20 && memory.Exists(static array => array.IsAlive); i++)
        {
            Thread.Sleep(10);
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        // The runtime may still refer to the last thread.
        Assert.InRange(memory.Count(static array => array.IsAlive), 0, 2);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Run(List<WeakReference> memory) => SteppedThread.RunOnce(() =>
        {
            using ScratchBuffer<byte> buffer = Scratch.Rent<byte>(Bytes);
            buffer[^1] = 1;
            memory.Add(new WeakReference(ScratchStack.OfThread));
        });
    }

    [Fact]
    public void A_span_that_outlives_its_thread_by_mistake_is_memory_that_is_still_there()
    {
        byte[] pattern = [1, 2, 3, 4];
        bool intact = false;
        using var thread = new SteppedThread();
        thread.Run(() =>
        {
            ScratchBuffer<byte> buffer = Scratch.Rent<byte>(4);
            pattern.CopyTo(buffer.Span);
            Span<byte> span = buffer.Slice(0);
            buffer.Dispose();
            Scratch.Trim();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
            intact = span.SequenceEqual(pattern);
        });

        Assert.True(intact);
    }
}
