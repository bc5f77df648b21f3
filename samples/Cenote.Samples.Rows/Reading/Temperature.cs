using System.Numerics;
using System.Runtime.CompilerServices;

namespace Cenote.Samples.Rows.Reading;

/// <summary>
/// A number with one or two digits, a point and a digit, possibly negative, followed by a line feed. It is read in eight bytes
/// without a branch, because its length is almost random (as in the fastest programs of the One Billion Row Challenge).
/// </summary>
internal static class Temperature
{
    // Digits have this bit, '.' lacks it. The point is the first character in bytes 1 to 3 that is not a digit.
    private const ulong PointBits = 0x1010_1000;

    // The bit to which the point is shifted, so that the line feed is in the highest byte.
    private const int PointBit = 44;

    // "0.0\n" after another zero. XOR with this yields differences. Adding the slack sets the highest bit of each byte with too
    // large a difference: above 9 for a digit, above 0 for any other byte.
    private const ulong Zero = 0x0A30_2E30_0000_0000;
    private const ulong Ten = 0x3000_0000;
    private const ulong Slack = 0x7F76_7F76_767F_7F7F;
    private const ulong HighBits = 0x8080_8080_8080_8080;

    // Multiplying by this adds up hundreds, tens and ones in byte 3.
    private const ulong Weights = 100UL << 24 | 10 << 16 | 1;

    /// <summary>Reads a number.</summary>
    /// <param name="word">The eight bytes that start with the number; the first byte is the lowest.</param>
    /// <param name="tenths">The number times ten.</param>
    /// <param name="length">The length in bytes, including the line feed.</param>
    /// <returns>False if the bytes are not a number in this format.</returns>
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
