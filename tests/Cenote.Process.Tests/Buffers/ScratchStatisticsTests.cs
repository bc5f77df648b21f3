using Cenote.Buffers;
using Cenote.Buffers.Stack;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Buffers;

/// <summary>The memory that threads keep, which is limited by a process-wide setting.</summary>
public sealed class ScratchStatisticsTests
{
    [Fact]
    public void A_thread_that_never_rented_has_nothing() => SteppedThread.RunOnce(static () =>
    {
        Assert.Equal(default, Scratch.GetStatistics());
        Assert.Equal(0, Scratch.Trim());
    });

    [Fact]
    public void A_thread_begins_with_a_small_chunk_and_keeps_one_that_was_large_enough() => SteppedThread.RunOnce(static () =>
    {
        Use(1);
        Assert.InRange(Scratch.GetStatistics().BytesReserved, 64 << 10, 65 << 10);

        Use(3 << 20);
        Assert.InRange(Scratch.GetStatistics().BytesReserved, 3 << 20, 8 << 20);
        Assert.Equal(
            (0L, 1, 0), (
                Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Chunks, Scratch.GetStatistics().BorrowedBuffers));
    });

    [Fact]
    public void Buffers_above_the_limit_are_borrowed_and_given_back() => SteppedThread.RunOnce(static () =>
    {
        using (ScratchBuffer<byte> large = Scratch.Rent<byte>((8 << 20) + 1))
        {
            ScratchStatistics statistics = Scratch.GetStatistics();
            Assert.Equal(((8L << 20) + 64, 1), (statistics.BytesBorrowed, statistics.BorrowedBuffers));
            Assert.Equal(statistics.BytesBorrowed, statistics.BytesInUse);
            Assert.InRange(statistics.BytesReserved, 0, 65 << 10);
        }

        Assert.Equal((0L, 0), (Scratch.GetStatistics().BytesBorrowed, Scratch.GetStatistics().BorrowedBuffers));
    });

    [Fact]
    public void The_limit_can_be_set()
    {
        int before = Scratch.KeptBytesPerThread;
        Assert.Equal(8 << 20, before);
        try
        {
            Scratch.KeptBytesPerThread = 100_000;
            SteppedThread.RunOnce(static () =>
            {
                using ScratchBuffer<byte> kept = Scratch.Rent<byte>(99_000);
                using ScratchBuffer<byte> borrowed = Scratch.Rent<byte>(101_000);
                Assert.Equal((1, 1), (Scratch.GetStatistics().BorrowedBuffers, Scratch.GetStatistics().Chunks - 1));
                Assert.InRange(Scratch.GetStatistics().BytesReserved, 99_000, 2 * 101_000);
            });

            Scratch.KeptBytesPerThread = 1 << 30;
            SteppedThread.RunOnce(static () =>
            {
                using ScratchBuffer<byte> kept = Scratch.Rent<byte>(20 << 20);
                Assert.Equal((0, 1), (Scratch.GetStatistics().BorrowedBuffers, Scratch.GetStatistics().Chunks));
            });
            Assert.Throws<ArgumentOutOfRangeException>(static () => Scratch.KeptBytesPerThread = (64 << 10) - 1);
            Assert.Throws<ArgumentOutOfRangeException>(static () => Scratch.KeptBytesPerThread = (1 << 30) + 1);
            Assert.Equal(1 << 30, Scratch.KeptBytesPerThread);
        }
        finally
        {
            Scratch.KeptBytesPerThread = before;
        }
    }

    [Fact]
    public void Secrets_are_rented_while_another_thread_changes_the_limit()
    {
        int before = Scratch.KeptBytesPerThread;
        bool done = false;
        var changing = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref done); i++)
            {
                Scratch.KeptBytesPerThread = i % 2 == 0 ? 1 << 20 : 64 << 10;
            }
        });
        changing.Start();
        try
        {
            for (int i = 0; i < 40; i++)
            {
                SteppedThread.RunOnce(RentBesideManySecrets);
            }
        }
        finally
        {
            Volatile.Write(ref done, true);
            changing.Join();
            Scratch.KeptBytesPerThread = before;
        }

        // Fills the list of secrets, so that releasing the buffer must grow the list. The growth takes a long time, after the
        // limit is read and before the buffer is kept.
        static unsafe void RentBesideManySecrets()
        {
            using ScratchFrame frame = Scratch.Frame();
            for (int i = 0; i < 1 << 12; i++)
            {
                frame.Rent<byte>(1, clearOnRelease: true);
            }

            ScratchLine* line = ScratchStack.Line;
            frame.Rent<byte>((int)(line->End - line->Top));
            using (ScratchBuffer<byte> buffer = Scratch.Rent<byte>(64 << 10, clearOnRelease: true))
            {
                buffer.Span.Fill(1);
            }

            Assert.Equal(0, Scratch.GetStatistics().Misuses);
        }
    }

    [Fact]
    public void Trim_gives_back_what_holds_nothing() => SteppedThread.RunOnce(static () =>
    {
        Use(3 << 20);
        long reserved = Scratch.GetStatistics().BytesReserved;

        Assert.Equal(reserved, Scratch.Trim());

        Assert.Equal((0L, 0), (Scratch.GetStatistics().BytesReserved, Scratch.GetStatistics().Chunks));
        Assert.Equal(0, Scratch.Trim());
        Use(100);
        Assert.InRange(Scratch.GetStatistics().BytesReserved, 64 << 10, 65 << 10);
    });

    [Fact]
    public void Trim_leaves_rented_buffers_alone() => SteppedThread.RunOnce(static () =>
    {
        using ScratchBuffer<byte> small = Scratch.Rent<byte>(60_000);
        small.Span.Fill(1);
        ScratchBuffer<byte> copy = small;
        using (ScratchBuffer<byte> large = Scratch.Rent<byte>(1_000_000))
        {
            large.Span.Fill(2);
            Assert.Equal(0, Scratch.Trim());
            Assert.Equal(2, large[^1]);
        }

        Assert.InRange(Scratch.Trim(), 1_000_000, 2_000_000);
        Use(1_000_000);
        GC.Collect();
        Assert.True(small.Span.IndexOfAnyExcept((byte)1) < 0);
        Assert.Equal(60_032, Scratch.GetStatistics().BytesInUse);
        Assert.Equal(60_000, copy.Length);
    });

    [Fact]
    public void A_copy_that_is_kept_over_a_trim_corrupts_nothing() => SteppedThread.RunOnce(static () =>
    {
        ScratchBuffer<byte> buffer = Scratch.Rent<byte>(100_000);
        ScratchBuffer<byte> copy = buffer;
        buffer.Dispose();
        Assert.NotEqual(0, Scratch.Trim());
        GC.Collect();
        using ScratchBuffer<byte> other = Scratch.Rent<byte>(100_000);
        other.Span.Fill(1);

        string message = Mistakes.MessageOf(ref copy);

        Assert.Contains("already released", message, StringComparison.Ordinal);
        Assert.True(other.Span.IndexOfAnyExcept((byte)1) < 0);
    });

    [Fact]
    public void Nothing_is_given_back_inside_a_frame() => SteppedThread.RunOnce(static () =>
    {
        Use(1_000_000);
        using ScratchFrame frame = Scratch.Frame();

        Assert.Equal(0, Scratch.Trim());

        frame.Rent<byte>(10).Fill(1);
    });

    private static void Use(int bytes)
    {
        using ScratchBuffer<byte> buffer = Scratch.Rent<byte>(bytes);
        buffer.Span.Fill(1);
    }
}
