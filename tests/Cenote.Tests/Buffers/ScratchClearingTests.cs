using Cenote.Buffers;
using Cenote.Tests.Support;

namespace Cenote.Tests.Buffers;

/// <summary>The old data that rented scratch memory contains, and its clearing on release.</summary>
public sealed class ScratchClearingTests
{
    public static TheoryData<int> Sizes => [1, 100, 70_000, (8 << 20) - 64, (8 << 20) - 63, 8 << 20, 9_000_000];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void What_is_cleared_on_release_shows_nothing_afterwards(int size) => SteppedThread.RunOnce(() =>
    {
        for (int round = 0; round < 3; round++)
        {
            ScratchBuffer<byte> secret = Scratch.Rent<byte>(size, clear: false, clearOnRelease: true);
            secret.Span.Fill(7);
            Span<byte> seen = secret.Span;
            Assert.Equal(size > (8 << 20) - 64 ? 1 : 0, Scratch.GetStatistics().BorrowedBuffers);
            Assert.Equal((size + 63L) / 64 * 64, Scratch.GetStatistics().BytesInUse);
            secret.Dispose();
            secret.Dispose();

            Assert.Equal(-1, seen.IndexOfAnyExcept((byte)0));
        }

        Assert.Equal(
            (0L, 0L, 0), (
                Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses, Scratch.GetStatistics().BorrowedBuffers));
    });

    [Theory]
    [MemberData(nameof(Sizes))]
    public void A_frame_clears_what_was_rented_so(int size) => SteppedThread.RunOnce(() =>
    {
        using ScratchBuffer<byte> outer = Scratch.Rent<byte>(100);
        outer.Span.Fill(9);
        ScratchFrame frame = Scratch.Frame();
        Span<byte> plain = frame.Rent<byte>(size);
        Span<byte> secret = frame.Rent<byte>(size, clear: true, clearOnRelease: true);
        Span<byte> empty = frame.Rent<byte>(0, clearOnRelease: true);
        Assert.Equal((-1, 0), (secret.IndexOfAnyExcept((byte)0), empty.Length));
        plain.Fill(1);
        secret.Fill(7);
        frame.Dispose();

        Assert.Equal(-1, secret.IndexOfAnyExcept((byte)0));
        Assert.Equal(-1, plain.IndexOfAnyExcept((byte)1));
        Assert.Equal(-1, outer.Span.IndexOfAnyExcept((byte)9));
        Assert.Equal((128L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Releases_that_are_wrong_or_skipped_clear_it_too(int size) => SteppedThread.RunOnce(() =>
    {
        ScratchBuffer<byte> outer = Scratch.Rent<byte>(100);
        ScratchBuffer<byte> secret = Scratch.Rent<byte>(size, clearOnRelease: true);
        secret.Span.Fill(7);
        Mistakes.MessageOf(ref outer);
        Assert.Equal(-1, secret.Span.IndexOfAnyExcept((byte)0));

        ScratchFrame frame = Scratch.Frame();
        ScratchBuffer<byte> left = Scratch.Rent<byte>(size, clearOnRelease: true);
        left.Span.Fill(7);
        Mistakes.MessageOf(ref frame);
        Assert.Equal(-1, left.Span.IndexOfAnyExcept((byte)0));
        Assert.Equal(0, Scratch.GetStatistics().BytesInUse);
    });

    [Fact]
    public void What_is_cleared_on_release_is_released_in_order() => SteppedThread.RunOnce(() =>
    {
        ScratchBuffer<byte> secret = Scratch.Rent<byte>(100, clearOnRelease: true);
        ScratchBuffer<byte> copy = secret;
        ScratchBuffer<byte> above = Scratch.Rent<byte>(100);
        above.Span.Fill(1);

        Assert.Contains("rented after it is still held", Mistakes.MessageOf(ref secret), StringComparison.Ordinal);
        Assert.Contains("already released", Mistakes.MessageOf(ref copy), StringComparison.Ordinal);
        using ScratchBuffer<byte> next = Scratch.Rent<byte>(1_000);
        next.Clear();
        Assert.Equal(-1, above.Span.IndexOfAnyExcept((byte)1));
    });

    [Fact]
    public void Renting_so_allocates_nothing() => SteppedThread.RunOnce(static () =>
    {
        Use();
        Assert.Equal(0, ManagedAllocations.Of(Use));

        static void Use()
        {
            using ScratchBuffer<byte> one = Scratch.Rent<byte>(1_000, clearOnRelease: true);
            using ScratchBuffer<int> two = Scratch.Rent<int>(1_000, clear: true, clearOnRelease: true);
        }
    });
}
