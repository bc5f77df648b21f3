using System.Text;
using Cenote.Measurement;

namespace Cenote.Samples.Jabber.Tests;

/// <summary>Random strings that are valid, nearly valid or invalid addresses, from a seed.</summary>
internal sealed class RandomAddresses(ulong seed)
{
    private static readonly string[] s_pieces =
    [
        "@", "/", ".", "-", "--", "xn--", "xn--bcher-kva", "[", "]", "::1", " ", "l\u00B7l", "\u200C", "\u200D", "\u094D",
        "\u0915", "\u06CC", "\u0627", "\u05D0", "\u0661", "\u06F1", "\u0301", "\u0308", "\u0327", "\u0345", "\u3002", "\uFF0E",
        "\uFF21", "\uFF9E", "\u0130", "\u1E9E", "\u03A3", "\u13A0", "\uAB70", "\u1F80", "\u212B", "\u00DF", "\u30FB", "\u30A2",
        "\U00010400", "\U0001F600", "\uD800", "\uDC00", "\u0000", "\uFFFF", "example.com", "A", "z", "0", "user", "B\u00FCcher",
        "\u1100\u1161", "\uAC00",
    ];

    private SplitMix64 _random = new(seed);

    public string Next()
    {
        var text = new StringBuilder();
        int pieces = 1 + _random.Next(8);
        for (int i = 0; i < pieces; i++)
        {
            text.Append(_random.Next(8) switch
            {
                0 => char.ConvertFromUtf32(AnyCodePoint(0x110000)),
                1 => char.ConvertFromUtf32(AnyCodePoint(0x800)),
                2 => "@",
                3 when i > 0 => "/",
                _ => s_pieces[_random.Next(s_pieces.Length)],
            });
        }

        string result = text.ToString();
        return _random.Next(200) == 0 ? string.Concat(Enumerable.Repeat(result, 200)) : result;
    }

    public byte[] NextBytes()
    {
        byte[] bytes = new byte[_random.Next(24)];
        foreach (ref byte value in bytes.AsSpan())
        {
            value = _random.Next(2) == 0 ? (byte)"a@/.-[:\u00E9"[_random.Next(7)] : (byte)_random.Next(256);
        }

        return bytes;
    }

    private int AnyCodePoint(int limit)
    {
        int codePoint = _random.Next(limit);
        return codePoint is >= 0xD800 and <= 0xDFFF ? codePoint - 0x800 : codePoint;
    }
}
