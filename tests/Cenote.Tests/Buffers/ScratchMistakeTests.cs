using Cenote.Buffers;
using Cenote.Tests.Support;

namespace Cenote.Tests.Buffers;

/// <summary>
/// Mistakes that the compiler cannot reject: a release throws an exception that names the mistake, corrupts nothing, and masks no
/// other exception.
/// </summary>
public sealed class ScratchMistakeTests
{
    public static TheoryData<int> Sizes => [10, 40_000, 3_000_000, 9_000_000];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void A_release_out_of_order_throws_and_corrupts_nothing(int size) => SteppedThread.RunOnce(() =>
    {
        using ScratchBuffer<byte> outer = Rented(size, 1);
        ScratchBuffer<byte> first = Rented(size, 2);
        ScratchBuffer<byte> second = Rented(size, 3);

        string message = Mistakes.MessageOf(ref first);

        Assert.Contains("rented after it is still held", message, StringComparison.Ordinal);
        using ScratchBuffer<byte> next = Rented(size, 4);
        AssertIntact(outer, 1);
        AssertIntact(second, 3);
        AssertIntact(next, 4);
        Assert.Contains("already released", Mistakes.MessageOf(ref second), StringComparison.Ordinal);
        AssertIntact(next, 4);
    });

    [Theory]
    [MemberData(nameof(Sizes))]
    public void A_second_release_through_a_copy_throws_and_nobody_shares_memory(int size) => SteppedThread.RunOnce(() =>
    {
        using ScratchBuffer<byte> outer = Rented(size, 1);
        ScratchBuffer<byte> buffer = Rented(size, 2);
        ScratchBuffer<byte> copy = buffer;
        buffer.Dispose();

        string message = Mistakes.MessageOf(ref copy);

        Assert.Contains("through a copy", message, StringComparison.Ordinal);
        using ScratchBuffer<byte> one = Rented(size, 3);
        using ScratchBuffer<byte> other = Rented(size, 4);
        AssertIntact(outer, 1);
        AssertIntact(one, 3);
    });

    [Theory]
    [MemberData(nameof(Sizes))]
    public void An_inner_buffer_that_was_never_released_throws_at_the_outer_one(int size) => SteppedThread.RunOnce(() =>
    {
        using ScratchBuffer<byte> outermost = Rented(10, 1);
        long before = Scratch.GetStatistics().BytesInUse;
        ScratchBuffer<byte> outer = Rented(size, 2);
        ScratchBuffer<byte> forgotten = Rented(size, 3);

        string message = Mistakes.MessageOf(ref outer);

        Assert.Contains("never released", message, StringComparison.Ordinal);
        Assert.Equal(
            (before, 1L, 0), (
                Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses, Scratch.GetStatistics().BorrowedBuffers));
        using ScratchBuffer<byte> next = Rented(size, 4);
        AssertIntact(forgotten, 3);
        AssertIntact(next, 4);
    });

    [Fact]
    public void Mistakes_again_and_again_lose_no_memory() => SteppedThread.RunOnce(() =>
    {
        for (int i = 0; i < 2_000; i++)
        {
            ScratchBuffer<byte> outer = Scratch.Rent<byte>(30_000);
            _ = Scratch.Rent<byte>(30_000);
            Mistakes.MessageOf(ref outer);
        }

        Assert.Equal((0L, 2_000L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
        Assert.InRange(Scratch.GetStatistics().BytesReserved, 0, 1 << 20);
    });

    [Theory]
    [MemberData(nameof(Sizes))]
    public void A_mistake_while_an_exception_unwinds_does_not_hide_it(int size) => SteppedThread.RunOnce(() =>
    {
        using ScratchBuffer<byte> outermost = Rented(10, 1);
        long before = Scratch.GetStatistics().BytesInUse;

        // The inner buffer is released without a using, so the exception skips the release.
        Assert.Throws<FormatException>(() =>
        {
            using ScratchBuffer<byte> outer = Rented(size, 2);
            ScratchBuffer<byte> inner = Rented(size, 3);
            if (size > 0)
            {
                throw new FormatException();
            }

            inner.Dispose();
        });

        Assert.Equal(
            (before, 1L, 0), (
                Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses, Scratch.GetStatistics().BorrowedBuffers));
        AssertIntact(outermost, 1);
    });

    [Fact]
    public void An_exception_of_the_runtime_is_not_hidden_either() => SteppedThread.RunOnce(() =>
        Assert.Throws<NullReferenceException>(static () =>
        {
            using ScratchBuffer<int> outer = Scratch.Rent<int>(10);
            ScratchBuffer<int> inner = Scratch.Rent<int>(10);
            inner[0] = Nothing()!.Length;
            inner.Dispose();
        }));

    [Fact]
    public void Releases_in_the_wrong_order_of_a_finally_do_not_hide_an_exception() => SteppedThread.RunOnce(() =>
    {
        Assert.Throws<FormatException>(void () =>
        {
            ScratchBuffer<int> first = Scratch.Rent<int>(10);
            ScratchBuffer<int> second = Scratch.Rent<int>(10);
            try
            {
                throw new FormatException();
            }
            finally
            {
                first.Dispose();
                second.Dispose();
            }
        });

        Assert.Equal((0L, 2L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    [Fact]
    public void After_an_exception_that_was_caught_mistakes_throw_again() => SteppedThread.RunOnce(() =>
    {
        Assert.Throws<FormatException>(static void () => throw new FormatException());
        ScratchBuffer<int> outer = Scratch.Rent<int>(10);
        _ = Scratch.Rent<int>(10);

        Assert.NotEmpty(Mistakes.MessageOf(ref outer));
    });

    [Fact]
    public void A_mistake_is_thrown_out_of_a_using_that_ends_normally() => SteppedThread.RunOnce(() =>
    {
        Assert.Throws<InvalidOperationException>(static () =>
        {
            using ScratchBuffer<int> outer = Scratch.Rent<int>(10);
            _ = Scratch.Rent<int>(10);
        });
        Assert.Equal(0, Scratch.GetStatistics().BytesInUse);
    });

    [Fact]
    public void The_exception_of_a_mistake_heals_what_is_around_it_and_stays_the_one_that_is_seen() => SteppedThread.RunOnce(() =>
    {
        var exception = Assert.Throws<InvalidOperationException>(static () =>
        {
            using ScratchBuffer<int> outermost = Scratch.Rent<int>(10);
            _ = Scratch.Rent<int>(10);
            using ScratchBuffer<int> outer = Scratch.Rent<int>(10);
            _ = Scratch.Rent<int>(10);
        });

        Assert.Contains("never released", exception.Message, StringComparison.Ordinal);
        Assert.Equal((0L, 2L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    [Fact]
    public void A_frame_that_is_closed_twice_through_a_copy_throws() => SteppedThread.RunOnce(() =>
    {
        ScratchFrame frame = Scratch.Frame();
        ScratchFrame copy = frame;
        frame.Dispose();

        Assert.Contains("closed twice", Mistakes.MessageOf(ref copy), StringComparison.Ordinal);
        Assert.Equal((0, 1L), (Scratch.GetStatistics().OpenFrames, Scratch.GetStatistics().Misuses));
    });

    [Fact]
    public void A_frame_that_is_closed_after_the_one_around_it_throws() => SteppedThread.RunOnce(() =>
    {
        ScratchFrame outer = Scratch.Frame();
        ScratchFrame inner = Scratch.Frame();
        Assert.Contains("begun inside it is still held", Mistakes.MessageOf(ref outer), StringComparison.Ordinal);

        Assert.Contains("after the frame around it", Mistakes.MessageOf(ref inner), StringComparison.Ordinal);
    });

    [Theory]
    [MemberData(nameof(Sizes))]
    public void A_buffer_from_before_a_frame_that_is_released_inside_it_throws_and_corrupts_nothing(int size) =>
        SteppedThread.RunOnce(() =>
    {
        ScratchBuffer<byte> before = Rented(size, 1);
        ScratchFrame frame = Scratch.Frame();
        before.Dispose();
        using (ScratchBuffer<byte> inside = Rented(size, 2))
        {
            AssertIntact(inside, 2);
        }

        string message = Mistakes.MessageOf(ref frame);
        Assert.Contains("before the frame", message, StringComparison.Ordinal);
        Assert.Contains("declare both with 'using', the buffer first", message, StringComparison.Ordinal);
        Assert.Equal((0L, 0), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().OpenFrames));
    });

    [Theory]
    [MemberData(nameof(Sizes))]
    public void A_buffer_from_before_a_frame_that_is_released_under_its_memory_says_what_to_do(int size) =>
        SteppedThread.RunOnce(() =>
    {
        ScratchBuffer<byte> before = Rented(size, 1);
        ScratchFrame frame = Scratch.Frame();
        Span<byte> inside = frame.Rent<byte>(size);
        inside.Fill(2);

        string message = Mistakes.MessageOf(ref before);

        Assert.Contains("dispose the frame first", message, StringComparison.Ordinal);
        using ScratchBuffer<byte> next = Rented(size, 3);
        Assert.False(inside.ContainsAnyExcept((byte)2));
    });

    [Fact]
    public void A_buffer_that_is_released_under_later_memory_of_its_frame_says_what_to_do() => SteppedThread.RunOnce(() =>
    {
        ScratchFrame frame = Scratch.Frame();
        ScratchBuffer<byte> inside = Rented(100, 1);
        frame.Rent<byte>(100).Fill(2);

        string message = Mistakes.MessageOf(ref inside);

        Assert.Contains("rent from the frame before you rent other buffers", message, StringComparison.Ordinal);
        frame.Dispose();
    });

    [Theory]
    [MemberData(nameof(Sizes))]
    public void A_buffer_that_its_frame_has_released_throws(int size) => SteppedThread.RunOnce(() =>
    {
        ScratchFrame frame = Scratch.Frame();
        ScratchBuffer<byte> buffer = Rented(size, 1);

        Assert.Contains("begun inside it is still held", Mistakes.MessageOf(ref frame), StringComparison.Ordinal);
        string message = Mistakes.MessageOf(ref buffer);
        Assert.Contains("by the end of a frame", message, StringComparison.Ordinal);
        Assert.Contains("from the frame itself, which releases it", message, StringComparison.Ordinal);
        Assert.Equal((0L, 2L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    [Theory]
    [MemberData(nameof(Sizes))]
    public void A_buffer_that_is_returned_from_the_method_of_its_frame_is_not_overwritten(int size) => SteppedThread.RunOnce(() =>
    {
        ScratchBuffer<byte> returned = default;
        try
        {
            RentInFrame(ref returned, size);
        }
        catch (InvalidOperationException exception)
        {
            Assert.Contains("begun inside it is still held", exception.Message, StringComparison.Ordinal);
        }

        using ScratchBuffer<byte> next = Rented(size, 2);
        Assert.Equal(size, returned.Length);
        AssertIntact(returned, 1);
        Assert.Equal(1, Scratch.GetStatistics().Misuses);

        static void RentInFrame(ref ScratchBuffer<byte> returned, int size)
        {
            using ScratchFrame frame = Scratch.Frame();
            frame.Rent<byte>(size);
            returned = Rented(size, 1);
        }
    });

    [Theory]
    [InlineData(10)]
    [InlineData(40_000)]
    [InlineData(3_000_000)]
    public void A_larger_buffer_in_place_of_one_from_before_the_frame_is_not_cut_without_a_word(int size) =>
        SteppedThread.RunOnce(() =>
    {
        ScratchBuffer<byte> before = Rented(size, 1);
        ScratchFrame frame = Scratch.Frame();
        before.Dispose();
        ScratchBuffer<byte> larger = Rented(size + 1_000, 2);

        string message = Mistakes.MessageOf(ref frame);

        Assert.Contains("before the frame", message, StringComparison.Ordinal);
        using ScratchBuffer<byte> next = Rented(size, 3);
        using ScratchBuffer<byte> another = Rented(size, 4);
        AssertIntact(larger, 2);
        AssertIntact(next, 3);
    });

    [Fact]
    public void A_buffer_that_lies_below_what_was_rented_from_its_frame_is_found_at_the_end() => SteppedThread.RunOnce(() =>
    {
        ScratchFrame frame = Scratch.Frame();
        frame.Rent<byte>(100).Fill(1);
        ScratchBuffer<byte> below = Rented(100, 2);
        frame.Rent<byte>(100).Fill(3);

        Assert.Contains("is still held", Mistakes.MessageOf(ref frame), StringComparison.Ordinal);
        using ScratchBuffer<byte> next = Rented(10_000, 4);
        AssertIntact(below, 2);
    });

    [Fact]
    public void A_mistake_inside_a_frame_is_told_once_and_its_end_shares_no_memory() => SteppedThread.RunOnce(() =>
    {
        ScratchFrame frame = Scratch.Frame();
        ScratchBuffer<byte> first = Rented(100, 1);
        ScratchBuffer<byte> second = Rented(100, 2);
        Mistakes.MessageOf(ref first);
        frame.Rent<byte>(100).Fill(3);
        ScratchBuffer<byte> third = Rented(100, 4);
        frame.Dispose();

        using ScratchBuffer<byte> next = Rented(10_000, 5);
        AssertIntact(second, 2);
        AssertIntact(third, 4);
        Assert.Equal((10_048L, 1L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    [Fact]
    public void Frames_that_heal_again_and_again_lose_no_memory() => SteppedThread.RunOnce(() =>
    {
        for (int i = 0; i < 2_000; i++)
        {
            ScratchFrame frame = Scratch.Frame();
            frame.Rent<byte>(1_000);
            _ = Scratch.Rent<byte>(30_000);
            Mistakes.MessageOf(ref frame);
        }

        Assert.Equal((0L, 2_000L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
        Assert.InRange(Scratch.GetStatistics().BytesReserved, 0, 1 << 20);
    });

    [Fact]
    public void A_list_that_is_released_before_a_buffer_inside_it_throws() => SteppedThread.RunOnce(() =>
    {
        var list = new ScratchList<int>(10);
        ScratchBuffer<int> buffer = Scratch.Rent<int>(10);
        list.Append(1, 1_000);

        Assert.Contains("rented after it is still held", Mistakes.MessageOf(ref list), StringComparison.Ordinal);
        Assert.Equal((0, 10), (list.Capacity, buffer.Length));
        list.Dispose();
    });

    private static ScratchBuffer<byte> Rented(int size, byte value)
    {
        ScratchBuffer<byte> buffer = Scratch.Rent<byte>(size);
        buffer.Span.Fill(value);
        return buffer;
    }

    private static void AssertIntact(ScratchBuffer<byte> buffer, byte value) =>
        Assert.True(buffer.Span.IndexOfAnyExcept(value) < 0, $"Other code wrote to the buffer of {value}.");

    private static string? Nothing() => null;
}
