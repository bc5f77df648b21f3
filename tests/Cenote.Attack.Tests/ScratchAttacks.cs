using System.Runtime.CompilerServices;
using Cenote.Attack.Tests.Support;
using Cenote.Buffers;

namespace Cenote.Attack.Tests;

/// <summary>Buffers that are kept, copied, released in the wrong order or never released.</summary>
public sealed class ScratchAttacks : AttackTests
{
    [Attack]
    internal static void Ended_threads_that_forgot_large_buffers_give_their_memory_back()
    {
        foreach (int bytes in (int[])[4 << 20, 16 << 20])
        {
            for (int i = 0; i < 12; i++)
            {
                Race.OnOtherThread(() =>
                {
                    ScratchBuffer<byte> forgotten = Scratch.Rent<byte>(bytes);
                    forgotten[0] = 1;
                });
            }

            for (int i = 0; i < 10 && GC.GetTotalMemory(forceFullCollection: true) > 3L * bytes; i++)
            {
                Garbage.Collect();
                Scratch.Rent<byte>(64).Dispose();
            }

            Assert.InRange(GC.GetTotalMemory(forceFullCollection: true), 0, 3L * bytes);
        }
    }

    [Attack]
    internal static void A_buffer_from_before_a_frame_is_released_inside_it_and_a_larger_one_rented()
    {
        foreach (int length in (int[])[2, 100, 5_000, 200_000])
        {
            ScratchBuffer<int> early = Scratch.Rent<int>(50);
            ScratchBuffer<int> late = default;
            ScratchFrame frame = Scratch.Frame();
            bool refused = false;
            try
            {
                early.Dispose();
                late = Scratch.Rent<int>(length);
                late.Span.Fill(7);
                frame.Dispose();
            }
            catch (InvalidOperationException)
            {
                refused = true;
            }

            if (!refused)
            {
                ScratchBuffer<int> next = Scratch.Rent<int>(length);
                next.Span.Fill(9);
                Assert.False(late.Span.Contains(9), "The memory of a buffer from an ended frame was rented again.");
                Release(ref next);
            }

            Release(ref late);
        }
    }

    [Attack]
    internal static void A_buffer_is_returned_from_a_method_whose_frame_ended()
    {
        ScratchBuffer<int> first;
        try
        {
            first = RentWithinFrame();
        }
        catch (InvalidOperationException)
        {
            return;
        }

        first.Span.Fill(1);
        ScratchBuffer<int> second = RentWithinFrame();
        second.Span.Fill(2);
        Assert.False(first.Span.ContainsAnyExcept(1), "The memory of a buffer from an ended frame was rented again.");
        Release(ref second);
        Release(ref first);
    }

    [Attack]
    internal static void A_list_grows_after_buffers_below_and_above_it_were_released()
    {
        for (int i = 0; i < 50; i++)
        {
            ScratchBuffer<char> below = Scratch.Rent<char>(100);
            var list = new ScratchList<char>(4);
            ScratchBuffer<char> above = Scratch.Rent<char>(100);
            try
            {
                below.Dispose();
                list.Append('x', 1_000 * i);
                above.Span.Fill('y');
                above.Dispose();
                list.Append('x', 1_000);
                Assert.False(list.AsSpan().ContainsAnyExcept('x'));
            }
            catch (InvalidOperationException)
            {
            }

            Release(ref above);
            Release(ref list);
        }
    }

    [Attack]
    internal static void A_copied_buffer_is_released_twice_while_another_is_rented()
    {
        for (int i = 0; i < 50; i++)
        {
            ScratchBuffer<int> buffer = Scratch.Rent<int>(10 + i);
            ScratchBuffer<int> copy = buffer;
            buffer.Dispose();
            ScratchBuffer<int> one = Scratch.Rent<int>(10 + i);
            one.Span.Fill(1);
            bool refused = false;
            try
            {
                copy.Dispose();
            }
            catch (InvalidOperationException)
            {
                refused = true;
            }

            ScratchBuffer<int> two = Scratch.Rent<int>(10 + i);
            two.Span.Fill(2);
            try
            {
                two.Dispose();
                one.Dispose();
            }
            catch (InvalidOperationException)
            {
                // If the copy has the address of a newer buffer, the second release is detected only when the newer buffer is
                // released.
                refused = true;
            }

            Assert.True(refused, "The second release of a buffer was not detected.");
        }
    }

    [Attack]
    internal static void Frames_are_closed_twice_out_of_order_and_by_copies()
    {
        for (int i = 0; i < 100; i++)
        {
            ScratchFrame outer = Scratch.Frame();
            ScratchFrame inner = Scratch.Frame();
            inner.Rent<long>(i * 100).Fill(i);
            ScratchFrame copy = inner;
            Close(ref outer);
            Close(ref inner);
            Close(ref copy);
            Close(ref outer);
            ScratchFrame nothing = default;
            Close(ref nothing);
        }

        ScratchBuffer<int> after = Scratch.Rent<int>(10);
        after.Span.Fill(3);
        Release(ref after);
    }

    [Attack]
    internal static void Lists_are_copied_and_both_grow()
    {
        for (int i = 0; i < 100; i++)
        {
            var list = new ScratchList<char>(4);
            list.Append("abc");
            ScratchList<char> copy = list;
            try
            {
                list.Append('x', 500 * i);
                copy.Append('y', 700 * i);
                list.Append('x', 500);
                copy.Insert(1, "zz");
                copy.RemoveAt(0);
                _ = list.ToString().Length + copy.ToString().Length;
            }
            catch (InvalidOperationException)
            {
            }

            Release(ref copy);
            Release(ref list);
        }
    }

    [Attack]
    internal static void Positions_and_lengths_are_extreme()
    {
        int[] extremes = [int.MinValue, -1, 0, 1, 9, 10, 11, int.MaxValue];
        foreach (int one in extremes)
        {
            Assert.True(one is >= 0 and < int.MaxValue || !Allowed.Try(() => Scratch.Rent<long>(one).Dispose()));
            foreach (int other in extremes)
            {
                using ScratchBuffer<int> buffer = Scratch.Rent<int>(10);
                var list = new ScratchList<int>(10);
                try
                {
                    list.Append(1, 10);
                    Assert.True(buffer.Slice(one, other).Length == other && one + (long)other <= 10 && other >= 0);
                }
                catch (ArgumentException)
                {
                }

                Edit(ref list, one, other);
                Release(ref list);
            }
        }
    }

    [Attack]
    internal static void A_buffer_over_another_buffer_outlives_it()
    {
        ScratchBuffer<int> outer = Scratch.Rent<int>(100);
        var inner = new ScratchBuffer<int>(outer.Span, 50);
        var fallback = new ScratchBuffer<int>(outer.Span, 500);
        fallback.Span.Fill(4);
        fallback.Dispose();
        outer.Dispose();
        inner.Span.Fill(5);
        inner.Dispose();
        inner.Dispose();
        Assert.Equal(0, inner.Length);
    }

    [Attack]
    internal static void Settings_and_Trim_change_while_buffers_are_held()
    {
        Race.Repeat(
            () => Scratch.KeptBytesPerThread = 1 << Random.Shared.Next(16, 24),
            static () => UseFrames(Random.Shared.Next(1, 40_000)),
            static () =>
            {
                UseFrames(300);
                Scratch.Trim();
                _ = Scratch.GetStatistics();
            });
    }

    [Attack]
    internal static void A_buffer_is_used_in_finalizers()
    {
        for (int i = 0; i < 2_000; i++)
        {
            _ = new Renter();
        }

        Garbage.Collect(3);
        Assert.True(Renter.Count > 0);
    }

    private static void Edit(ref ScratchList<int> list, int one, int other)
    {
        for (int way = 0; way < 9; way++)
        {
            try
            {
                switch (way)
                {
                    case 0: list.Insert(one, 1); break;
                    case 1: list.RemoveAt(one); break;
                    case 2: list.RemoveRange(one, other); break;
                    case 3: list.Truncate(one); break;
                    case 4: list.Advance(one); break;
                    case 5: list.Append(one, Math.Min(other, 1_000)); break;
                    case 6: _ = list.Slice(one, other).Length; break;
                    case 7: list.EnsureCapacity(Math.Min(one, 1 << 20)); break;
                    default: _ = list.GetSpan(Math.Min(one, 1 << 20)).Length; break;
                }
            }
            catch (Exception exception) when (Allowed.IsAnswer(exception))
            {
            }

            Assert.InRange(list.Count, 0, list.Capacity);
            _ = list.ToString().Length;
        }
    }

    private static ScratchBuffer<int> RentWithinFrame()
    {
        using ScratchFrame frame = Scratch.Frame();
        return Scratch.Rent<int>(100);
    }

    private static void UseFrames(int length)
    {
        using ScratchFrame frame = Scratch.Frame();
        Span<int> one = frame.Rent<int>(length);
        one.Fill(length);
        using ScratchBuffer<int> two = Scratch.Rent<int>(length);
        two.Span.Fill(-length);
        Assert.False(one.ContainsAnyExcept(length));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Release<T>(ref ScratchBuffer<T> buffer)
        where T : unmanaged
    {
        try
        {
            buffer.Dispose();
        }
        catch (InvalidOperationException)
        {
        }
    }

    private static void Release<T>(ref ScratchList<T> list)
        where T : unmanaged
    {
        try
        {
            list.Dispose();
        }
        catch (InvalidOperationException)
        {
        }
    }

    private static void Close(ref ScratchFrame frame)
    {
        try
        {
            frame.Dispose();
        }
        catch (InvalidOperationException)
        {
        }
    }

    private sealed class Renter
    {
        public static int Count;

        ~Renter()
        {
            UseFrames(1_000);
            Count++;
        }
    }
}
