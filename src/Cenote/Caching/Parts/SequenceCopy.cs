using System.Buffers;

namespace Cenote.Caching;

/// <summary>
/// Copies a sequence and validates its length. Segments are user code and may report inconsistent lengths, which would leave
/// bytes of a previous renter in a rented array.
/// </summary>
internal static class SequenceCopy
{
    /// <summary>Returns the length of a sequence, after checking that it equals the sum of the segments' lengths.</summary>
    /// <exception cref="ArgumentException">The lengths differ.</exception>
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

    /// <summary>Fills a destination with a sequence of the same length.</summary>
    /// <exception cref="ArgumentException">The lengths differ.</exception>
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
            "The segments of the sequence have more or fewer bytes than its Length. Nothing was stored. The RunningIndex of each "
            + "segment must be that of the previous one plus the length of its Memory, and must not change during the call.",
            "value");
}
