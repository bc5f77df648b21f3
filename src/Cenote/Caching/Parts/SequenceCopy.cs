using System.Buffers;

namespace Cenote.Caching;

/// <summary>
/// Copies the bytes of a sequence with checked lengths. The memory and the length of its segments are the program's, and need not
/// agree: a rented array would keep the bytes of its former user in between.
/// </summary>
internal static class SequenceCopy
{
    /// <summary>The length of a sequence, if its segments have as many bytes.</summary>
    /// <exception cref="ArgumentException">They have more or fewer.</exception>
    public static long LengthOf(in ReadOnlySequence<byte> value)
    {
        long claimed = value.Length;
        long length = 0;
        SequencePosition next = value.Start;
        while (length <= claimed && value.TryGet(ref next, out ReadOnlyMemory<byte> piece))
        {
            length += piece.Length;
        }

        if (length != claimed)
        {
            ThrowLengthIsWrong();
        }

        return claimed;
    }

    /// <summary>Fills a destination with the bytes of a sequence, of which there must be exactly as many.</summary>
    /// <exception cref="ArgumentException">There are more or fewer.</exception>
    public static void Fill(Span<byte> destination, in ReadOnlySequence<byte> value)
    {
        foreach (ReadOnlyMemory<byte> piece in value)
        {
            ReadOnlySpan<byte> bytes = piece.Span;
            if (!bytes.TryCopyTo(destination))
            {
                ThrowLengthIsWrong();
            }

            destination = destination[bytes.Length..];
        }

        if (!destination.IsEmpty)
        {
            ThrowLengthIsWrong();
        }
    }

    private static void ThrowLengthIsWrong() =>
        throw new ArgumentException(
            "The segments of the sequence have more or fewer bytes than its length says. Nothing was stored: give each segment "
            + "the RunningIndex of the one before it plus its length, and do not change its memory during the call.",
            "value");
}
