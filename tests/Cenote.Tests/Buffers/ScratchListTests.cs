using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Buffers;
using Cenote.Tests.Support;

namespace Cenote.Tests.Buffers;

public sealed class ScratchListTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(100_000)]
    public void Elements_come_back_in_their_order(int count) => SteppedThread.RunOnce(() =>
    {
        using var onStack = new ScratchList<int>(stackalloc int[16]);
        using var onScratch = new ScratchList<int>(16);
        ScratchList<int> fromNothing = default;
        for (int i = 0; i < count; i++)
        {
            onStack.Append(i);
            onScratch.Append([i]);
            fromNothing.Append(i, 1);
        }

        int[] expected = [.. Enumerable.Range(0, count)];
        Assert.Equal(expected, onStack.AsSpan().ToArray());
        Assert.Equal(expected, onScratch.AsSpan().ToArray());
        Assert.Equal(expected, fromNothing.AsSpan().ToArray());
        Assert.Equal((count, count - 1), (onStack.Count, onStack[^1]));
        fromNothing.Dispose();
    });

    [Fact]
    public void A_list_on_top_of_the_scratch_stack_grows_in_place() => SteppedThread.RunOnce(() =>
    {
        Warm(60_000);
        using var list = new ScratchList<byte>(64);
        ref byte first = ref MemoryMarshal.GetReference(list.GetSpan());
        list.Append(1, 50_000);

        Assert.True(Unsafe.AreSame(ref first, ref list[0]));
        Assert.Equal(list.Capacity, Scratch.GetStatistics().BytesInUse);
    });

    [Fact]
    public void A_list_that_outgrows_its_chunk_takes_a_larger_one_along() => SteppedThread.RunOnce(() =>
    {
        using (var list = new ScratchList<int>(10))
        {
            for (int i = 0; i < 1_000_000; i++)
            {
                list.Append(i);
            }

            Assert.Equal((1, list.Capacity * 4L), (Scratch.GetStatistics().Chunks, Scratch.GetStatistics().BytesInUse));
            Assert.Equal(Enumerable.Range(0, 1_000_000), list.AsSpan().ToArray());
        }

        Assert.Equal((0L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    [Theory]
    [InlineData(10_000)]
    [InlineData(5_000_000)]
    public void A_list_below_another_buffer_grows_in_an_array(int count) => SteppedThread.RunOnce(() =>
    {
        using (var list = new ScratchList<int>(10))
        {
            using ScratchBuffer<int> inner = Scratch.Rent<int>(10);
            inner.Span.Fill(-1);
            for (int i = 0; i < count; i++)
            {
                list.Append(i);
            }

            Assert.Equal(128, Scratch.GetStatistics().BytesInUse);
            Assert.True(inner.Span.IndexOfAnyExcept(-1) < 0);
            Assert.Equal((0, count - 1), (list[0], list[^1]));
        }

        Assert.Equal((0L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    [Theory]
    [InlineData(1_000)]
    [InlineData(100_000)]
    public void What_a_list_gets_inside_a_frame_stays_its_own_when_the_frame_ends(int count) => SteppedThread.RunOnce(() =>
    {
        using (var list = new ScratchList<int>(16))
        {
            using (Scratch.Frame())
            {
                for (int i = 0; i < count; i++)
                {
                    list.Append(i);
                }
            }

            using ScratchBuffer<int> next = Scratch.Rent<int>(count);
            next.Span.Fill(-1);
            Assert.Equal(Enumerable.Range(0, count), list.AsSpan().ToArray());
        }

        Assert.Equal((0L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    [Fact]
    public void A_list_that_begins_inside_a_frame_grows_in_place() => SteppedThread.RunOnce(() =>
    {
        Warm(60_000);
        using ScratchFrame frame = Scratch.Frame();
        using var list = new ScratchList<byte>(64);
        ref byte first = ref MemoryMarshal.GetReference(list.GetSpan());
        list.Append(1, 50_000);

        Assert.True(Unsafe.AreSame(ref first, ref list[0]));
    });

    [Fact]
    public void A_list_that_is_too_large_for_a_chunk_grows_in_an_array() => SteppedThread.RunOnce(() =>
    {
        using var grown = new ScratchList<long>(10);
        grown.Append(7, 3_000_000);
        using var large = new ScratchList<long>(3_000_000);
        large.Append(8, 3_000_000);

        Assert.Equal((3_000_000, 7L, 8L), (grown.Count, grown[^1], large[^1]));
        Assert.Equal(128, Scratch.GetStatistics().BytesInUse);
    });

    [Fact]
    public void Elements_of_any_size_fill_their_block() => SteppedThread.RunOnce(() =>
    {
        Fill<byte>();
        Fill<(byte, short)>();
        Fill<decimal>();
        Fill<(long, long, long)>();
        Fill<Large>();

        static void Fill<T>()
            where T : unmanaged
        {
            using (var list = new ScratchList<T>(3))
            {
                int capacity = 0;
                for (int i = 0; i < 5_000; i++)
                {
                    list.Append(default(T));
                    Assert.True(list.Capacity == capacity || list.Capacity >= 2 * capacity);
                    capacity = list.Capacity;
                }

                list.AsSpan().Clear();
            }

            Assert.Equal((0L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
        }
    });

    [Fact]
    public void A_list_may_append_and_insert_elements_of_its_own() => SteppedThread.RunOnce(() =>
    {
        using var list = new ScratchList<int>(stackalloc int[2]);
        var model = new List<int> { 1, 2 };
        list.Append([1, 2]);
        for (int i = 0; i < 12; i++)
        {
            list.Append(list.AsSpan());
            model.AddRange([.. model]);
            list.Insert(1, list.Slice(0, 2));
            model.InsertRange(1, [model[0], model[1]]);
        }

        Assert.Equal(model, list.AsSpan().ToArray());
    });

    [Fact]
    public void Elements_of_its_own_are_inserted_as_they_were_before_they_moved() => SteppedThread.RunOnce(() =>
    {
        using var list = new ScratchList<int>(stackalloc int[16]);
        list.Append([1, 2, 3, 4]);

        list.Insert(0, list.Slice(1, 3));

        Assert.Equal([2, 3, 4, 1, 2, 3, 4], list.AsSpan().ToArray());
    });

    [Fact]
    public void Elements_are_inserted_and_removed() => SteppedThread.RunOnce(() =>
    {
        using var list = new ScratchList<int>(stackalloc int[4]);
        list.Append([1, 2, 3]);
        list.Insert(0, 0);
        list.Insert(4, 4);
        list.Insert(2, [10, 11]);
        Assert.Equal([0, 1, 10, 11, 2, 3, 4], list.AsSpan().ToArray());

        list.RemoveRange(2, 2);
        list.RemoveAt(0);
        Assert.Equal([1, 2, 3, 4], list.AsSpan().ToArray());
        Assert.Equal([2, 3], list[1..^1].ToArray());

        list.Truncate(2);
        Assert.Equal([1, 2], list.AsSpan().ToArray());
        list.Clear();
        Assert.Equal((0, true), (list.Count, list.Capacity > 4));
    });

    [Fact]
    public void Elements_may_be_written_in_place() => SteppedThread.RunOnce(() =>
    {
        using var list = new ScratchList<byte>(stackalloc byte[4]);
        Assert.Equal(4, list.GetSpan().Length);
        list.GetSpan(3)[2] = 5;
        list.Advance(3);
        Assert.InRange(list.GetSpan(100).Length, 100, 1_000);
        list.Advance(0);

        Assert.Equal((3, 5), (list.Count, list[2]));
        Assert.Equal([5], list.Slice(2, 1).ToArray());
    });

    [Fact]
    public void Room_may_be_asked_for_beforehand() => SteppedThread.RunOnce(() =>
    {
        using var list = new ScratchList<int>(stackalloc int[4]);
        list.Append(3);
        list.EnsureCapacity(1_000);
        int capacity = list.Capacity;
        list.Append(4, 999);

        Assert.Equal((capacity, 1_000, 3, 4), (list.Capacity, list.Count, list[0], list[999]));
        list.EnsureCapacity(10);
        Assert.Equal(capacity, list.Capacity);
    });

    [Fact]
    public void Arguments_are_checked_and_the_list_is_unchanged() => SteppedThread.RunOnce(() =>
    {
        Refuses("index", static (ref list) => list.Insert(4, 1));
        Refuses("index", static (ref list) => list.Insert(-1, [1, 2]));
        Refuses("index", static (ref list) => list.RemoveAt(-1));
        Refuses("index", static (ref list) => list.RemoveAt(3));
        Refuses("index", static (ref list) => list.RemoveRange(4, 0));
        Refuses("index", static (ref list) => list.RemoveRange(-1, 1));
        Refuses("count", static (ref list) => list.RemoveRange(1, 3));
        Refuses("count", static (ref list) => list.RemoveRange(1, -1));
        Refuses("start", static (ref list) => list.Slice(4, 0).Clear());
        Refuses("length", static (ref list) => list.Slice(1, int.MaxValue).Clear());
        Refuses("count", static (ref list) => list.Truncate(4));
        Refuses("count", static (ref list) => list.Truncate(-1));
        Refuses("count", static (ref list) => list.Advance(-1));
        Refuses("count", static (ref list) => list.Advance(14));
        Refuses("sizeHint", static (ref list) => list.GetSpan(-1).Clear());
        Refuses("capacity", static (ref list) => list.EnsureCapacity(-1));
        Refuses("repeatCount", static (ref list) => list.Append(1, -1));
        Refuses("index", static (ref list) => list[3] = 1);
        Refuses("index", static (ref list) => list[-1] = 1);
        Assert.Throws<ArgumentOutOfRangeException>("capacity", static () => new ScratchList<int>(-1).Dispose());
    });

    [Fact]
    public void A_list_that_would_be_longer_than_an_array_is_refused_and_unchanged() => SteppedThread.RunOnce(() =>
    {
        using var list = new ScratchList<byte>(stackalloc byte[4]);
        list.Append(1);
        string message = "";
        try
        {
            list.Append(2, Array.MaxLength);
        }
        catch (OutOfMemoryException exception)
        {
            message = exception.Message;
        }

        Assert.Contains("2147483592", message, StringComparison.Ordinal);
        Assert.Equal([1], list.AsSpan().ToArray());
    });

    [Fact]
    public void A_disposed_list_is_empty_and_may_be_used_again() => SteppedThread.RunOnce(() =>
    {
        var list = new ScratchList<int>(10);
        list.Append(1, 100);
        list.Dispose();
        list.Dispose();
        Assert.Equal((0, 0), (list.Count, list.Capacity));

        list.Append(5);
        Assert.Equal([5], list.AsSpan().ToArray());
        list.Dispose();
        Assert.Equal((0L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    private static void Warm(int bytes)
    {
        using ScratchBuffer<byte> buffer = Scratch.Rent<byte>(bytes);
        buffer.Clear();
    }

    private static void Refuses(string parameter, ListUse use)
    {
        var list = new ScratchList<int>(stackalloc int[16]);
        list.Append([1, 2, 3]);
        string? refused = null;
        try
        {
            use(ref list);
        }
        catch (ArgumentOutOfRangeException exception)
        {
            refused = exception.ParamName;
        }

        Assert.Equal(parameter, refused);
        Assert.Equal([1, 2, 3], list.AsSpan().ToArray());
        list.Dispose();
    }

    private delegate void ListUse(ref ScratchList<int> list);

    [InlineArray(100)]
    private struct Large
    {
        private byte _first;
    }
}
