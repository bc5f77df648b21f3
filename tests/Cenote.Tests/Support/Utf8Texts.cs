using System.Text;

namespace Cenote.Tests.Support;

/// <summary>UTF-8 to put into pools.</summary>
internal static class Utf8Texts
{
    // 16,400 random bytes contain every kind of invalid sequence and are cheap to repair for the model.
    private const int MostGarbage = 16_400;

    /// <summary>
    /// ASCII, any valid UTF-8, or bytes that are not UTF-8 at all, of lengths that hit the tier thresholds.
    /// </summary>
    public static byte[] Random(Random random)
    {
        int length = Texts.RandomLength(random);
        byte[] bytes;
        switch (random.Next(5))
        {
            case 0:
                return Encoding.UTF8.GetBytes(Texts.RandomValid(random, length));
            case 1:
                bytes = new byte[Math.Min(length, MostGarbage)];
                random.NextBytes(bytes);
                return bytes;
            default:
                return Ascii(random, length * random.Next(1, 3));
        }
    }

    public static byte[] Ascii(Random random, int length)
    {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++)
        {
            bytes[i] = (byte)random.Next(0x80);
        }

        return bytes;
    }

    /// <summary>The bytes that a pool stores: the input as repaired by <see cref="Encoding.UTF8"/>.</summary>
    public static byte[] Repaired(ReadOnlySpan<byte> utf8) => Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(utf8));

    /// <summary>Writes an ASCII string that is its own checksum: every byte is derived from the seed.</summary>
    public static void WriteChecked(Span<byte> text, uint seed)
    {
        for (int i = 0; i < text.Length; i++)
        {
            text[i] = CheckedByte(text, i, seed);
        }
    }

    /// <summary>Whether <see cref="WriteChecked"/> wrote the string.</summary>
    public static bool IsChecked(ReadOnlySpan<byte> text, uint seed)
    {
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] != CheckedByte(text, i, seed))
            {
                return false;
            }
        }

        return true;
    }

    private static byte CheckedByte(ReadOnlySpan<byte> text, int index, uint seed) =>
        (byte)((((index == 0 ? seed : text[index - 1]) * 40503) + (uint)index + (seed * 2654435761 >> 20)) & 0x7f);
}
