using System.Numerics;
using System.Runtime.CompilerServices;

namespace Cenote.Samples.Rows.Reading;

/// <summary>
/// A number with one or two digits, a point and a digit, perhaps negative, that a line feed follows. It is read eight bytes at a
/// time and without a branch, because its length is as good as random (after what the fastest programs of the challenge do).
/// </summary>
internal static class Temperature
{
    // Of characters that occur, only '-' and '.' lack this bit. Bytes 1 to 3 are where the point may be.
    private const ulong PointBits = 0x1010_1000;

    // Where the point is shifted to: the line feed comes to the highest byte.
    private const int PointBit = 44;

    // "0.0\n", and a zero in front of it. Added to the difference from that, the slack sets the highest bit of each byte in which
    // the difference is too large: above 9 for a digit, above 0 for anything else.
    private const ulong Zero = 0x0A30_2E30_0000_0000;
    private const ulong Ten = 0x3000_0000;
    private const ulong Slack = 0x7F76_7F76_767F_7F7F;
    private const ulong HighBits = 0x8080_8080_8080_8080;

    // Multiplying by this adds up hundreds, tens and ones in byte 3.
    private const ulong Weights = 100UL << 24 | 10 << 16 | 1;

    /// <summary>Reads a number.</summary>
    /// <param name="word">The eight bytes from the number on, the first one lowest.</param>
    /// <param name="tenths">The number, ten times as large.</param>
    /// <param name="length">Bytes of it, with the line feed.</param>
    /// <returns>False if they are something else.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryParse(ulong word, out int tenths, out int length)
    {
        int point = BitOperations.TrailingZeroCount(~word & PointBits);
        ulong negative = (ulong)((long)(~word << 59) >> 63);
        ulong minus = negative & '-';
        int shift = PointBit - point;

        ulong expected = Zero | (Ten & (ulong.MaxValue << (shift + (int)(negative & 8))));
        ulong digits = ((word ^ minus) << shift) ^ expected;
        ulong wrong = (((digits + Slack) | digits) & HighBits) | ((word ^ minus) & 0xFF & negative);

        long value = (long)((((digits >> 24) * Weights) >> 24) & 0x3FF);
        tenths = (int)((value ^ (long)negative) - (long)negative);
        length = (point >> 3) + 3;
        return wrong == 0;
    }
}
