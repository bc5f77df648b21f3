using System.Runtime.InteropServices;
using System.Text;

namespace Cenote.Tests.Support;

/// <summary>Strings to put into pools.</summary>
internal static class Texts
{
    /// <summary>Any 16-bit values: NULs, lone surrogates, unassigned characters.</summary>
    public static string Random(Random random, int length) =>
        string.Create(length, random, static (chars, random) => random.NextBytes(MemoryMarshal.AsBytes(chars)));

    /// <summary>Valid UTF-16 with characters of every UTF-8 length.</summary>
    public static string RandomValid(Random random, int length)
    {
        var text = new StringBuilder(length);
        while (text.Length < length)
        {
            int kind = random.Next(10);
            text.Append(kind switch
            {
                < 6 => ((char)random.Next(0x80)).ToString(),
                6 => ((char)random.Next(0x80, 0x800)).ToString(),
                7 => ((char)random.Next(0x800, 0xD800)).ToString(),
                _ when length - text.Length > 1 => char.ConvertFromUtf32(random.Next(0x10000, 0x110000)),
                _ => "~",
            });
        }

        return text.ToString();
    }

    /// <summary>Writes a string that is its own checksum: every char is derived from the seed.</summary>
    public static void WriteChecked(Span<char> text, uint seed)
    {
        for (int i = 0; i < text.Length; i++)
        {
            text[i] = CheckedChar(text, i, seed);
        }
    }

    /// <summary>Whether <see cref="WriteChecked"/> wrote the string.</summary>
    public static bool IsChecked(ReadOnlySpan<char> text, uint seed)
    {
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] != CheckedChar(text, i, seed))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>A realistically distributed length that often hits the tier thresholds.</summary>
    public static int RandomLength(Random random) => random.Next(100) switch
    {
        < 2 => 0,
        < 60 => random.Next(1, 40),
        < 75 => random.Next(40, 128),
        < 85 => random.Next(126, 132),
        < 96 => random.Next(129, 2_000),
        < 98 => random.Next(2_000, 10_000),
        < 99 => random.Next(32_700, 32_800),
        _ => random.Next(10_000, 70_000),
    };

    private static char CheckedChar(ReadOnlySpan<char> text, int index, uint seed) =>
        (char)(((index == 0 ? seed : text[index - 1]) * 40503) + (uint)index + seed);
}
