using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Buffers;
using Cenote.Tests.Support;

namespace Cenote.Tests.Buffers;

public sealed unsafe class ScratchFrameTests
{
    [Fact]
    public void A_frame_releases_all_that_was_rented_from_it() => SteppedThread.RunOnce(() =>
    {
        using ScratchBuffer<byte> outer = Scratch.Rent<byte>(100);
        long before = Scratch.GetStatistics().BytesInUse;
        for (int i = 0; i < 100; i++)
        {
            using ScratchFrame frame = Scratch.Frame();
            Span<int> one = frame.Rent<int>(10 * i);
            Span<long> two = frame.Rent<long>(1_000 * i, clear: true);
            one.Fill(7);
            Assert.Equal((10 * i, 1_000 * i), (one.Length, two.Length));
            Assert.True(two.IndexOfAnyExcept(0) < 0);
            two.Fill(8);
            Assert.True(one.IndexOfAnyExcept(7) < 0);
            Assert.Equal((nuint)0, (nuint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(two)) % 64);
        }

        Assert.Equal((before, 0), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().OpenFrames));
    });

    [Fact]
    public void A_frame_that_outgrows_its_chunk_leaves_one_large_enough() => SteppedThread.RunOnce(() =>
    {
        UseFrame();
        ScratchStatistics after = Scratch.GetStatistics();
        UseFrame();

        Assert.Equal((0L, 1), (after.BytesInUse, after.Chunks));
        Assert.Equal(after, Scratch.GetStatistics());

        static void UseFrame()
        {
            using ScratchFrame frame = Scratch.Frame();
            for (int i = 0; i < 5; i++)
            {
                frame.Rent<byte>(50_000);
            }
        }
    });

    [Fact]
    public void A_frame_throws_on_releases_that_were_forgotten_and_heals_them() => SteppedThread.RunOnce(() =>
    {
        using (ScratchBuffer<byte> outer = Scratch.Rent<byte>(100))
        {
            ScratchFrame frame = Scratch.Frame();
            _ = Scratch.Rent<byte>(1_000);
            _ = Scratch.Rent<byte>(1_000_000);
            _ = Scratch.Rent<byte>(20_000_000);
            _ = Scratch.Frame();
            _ = new ScratchList<int>(1_000);
            Assert.Equal((2, 1), (Scratch.GetStatistics().OpenFrames, Scratch.GetStatistics().BorrowedBuffers));

            Assert.Contains("is still held", Mistakes.MessageOf(ref frame), StringComparison.Ordinal);
            Assert.Equal(
                (128L, 0, 0), (
                    Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().OpenFrames,
                    Scratch.GetStatistics().BorrowedBuffers));
        }

        Assert.Equal((0L, 1L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    [Fact]
    public void A_frame_heals_releases_that_an_exception_skipped_and_does_not_hide_it() => SteppedThread.RunOnce(() =>
    {
        using (ScratchBuffer<byte> outer = Scratch.Rent<byte>(100))
        {
            Assert.Throws<FormatException>(static void () =>
            {
                using ScratchFrame frame = Scratch.Frame();
                _ = Scratch.Rent<byte>(1_000);
                throw new FormatException();
            });
            Assert.Equal((128L, 0), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().OpenFrames));
        }

        Assert.Equal((0L, 1L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    [Theory]
    [InlineData(10)]
    [InlineData(40_000)]
    [InlineData(9_000_000)]
    public void Whatever_is_released_inside_a_frame_leaves_nothing_to_throw_on(int size) => SteppedThread.RunOnce(() =>
    {
        for (int round = 0; round < 3; round++)
        {
            using ScratchBuffer<byte> outer = Scratch.Rent<byte>(size);
            using ScratchFrame frame = Scratch.Frame();
            using (ScratchBuffer<byte> first = Scratch.Rent<byte>(size))
            {
                // Rents zero elements while another buffer is rented.
                Assert.Equal(0, frame.Rent<byte>(0).Length);
            }

            Span<byte> one = frame.Rent<byte>(size);
            one.Fill(1);
            using (ScratchBuffer<byte> second = Scratch.Rent<byte>(3 * size))
            using (ScratchFrame inner = Scratch.Frame())
            {
                inner.Rent<byte>(size).Fill(2);
                var list = new ScratchList<byte>(10);
                list.Append(3, size);
                list.Dispose();
                inner.Rent<byte>(size).Fill(4);
                second.Span.Fill(5);
            }

            Span<byte> two = frame.Rent<byte>(size);
            two.Fill(6);
            Assert.Equal((-1, -1), (one.IndexOfAnyExcept((byte)1), two.IndexOfAnyExcept((byte)6)));
        }

        Assert.Equal(
            (0L, 0L, 0), (
                Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses, Scratch.GetStatistics().OpenFrames));
    });

    [Fact]
    public void Frames_nest() => SteppedThread.RunOnce(() =>
    {
        using ScratchFrame outer = Scratch.Frame();
        Span<int> first = outer.Rent<int>(100);
        first.Fill(1);
        using (ScratchFrame inner = Scratch.Frame())
        {
            inner.Rent<int>(100_000).Fill(2);
        }

        Span<int> second = outer.Rent<int>(100);
        second.Fill(3);
        Assert.True(first.IndexOfAnyExcept(1) < 0);
    });

    [Fact]
    public void Only_the_innermost_frame_rents() => SteppedThread.RunOnce(() =>
    {
        Assert.Throws<InvalidOperationException>(static () =>
        {
            using ScratchFrame outer = Scratch.Frame();
            using ScratchFrame inner = Scratch.Frame();
            outer.Rent<int>(1);
        });
        Assert.Throws<InvalidOperationException>(static () =>
        {
            ScratchFrame frame = Scratch.Frame();
            frame.Dispose();
            frame.Rent<int>(1);
        });
        Assert.Throws<InvalidOperationException>(static () => default(ScratchFrame).Rent<int>(1));
        Assert.Equal((0, 0L), (Scratch.GetStatistics().OpenFrames, Scratch.GetStatistics().BytesInUse));
    });

    [Fact]
    public void A_frame_may_be_disposed_again_and_the_default_one_too() => SteppedThread.RunOnce(() =>
    {
        using (ScratchFrame frame = Scratch.Frame())
        {
            frame.Rent<int>(5);
            frame.Dispose();
        }

        default(ScratchFrame).Dispose();
        Assert.Equal((0, 0L), (Scratch.GetStatistics().OpenFrames, Scratch.GetStatistics().Misuses));
    });

    [Fact]
    public void Buffers_and_frames_may_be_mixed() => SteppedThread.RunOnce(() =>
    {
        for (int size = 1; size < 12_000_000; size *= 3)
        {
            using ScratchBuffer<byte> a = Scratch.Rent<byte>(size);
            using ScratchFrame frame = Scratch.Frame();
            Span<byte> b = frame.Rent<byte>(size);
            using ScratchBuffer<byte> c = Scratch.Rent<byte>(size);
            Span<byte> d = frame.Rent<byte>(0);
            a.Span.Fill(1);
            b.Fill(2);
            c.Span.Fill(3);
            Assert.Equal((1, 2, 3, 0), (a[^1], b[^1], c[0], d.Length));
        }

        Assert.Equal(
            (0L, 0, 0), (
                Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().OpenFrames, Scratch.GetStatistics().BorrowedBuffers));
    });
}
