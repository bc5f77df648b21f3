using System.Text;
using Cenote.Tests.Support;
using Cenote.Text;
using Xunit.Abstractions;

namespace Cenote.Tests.Text;

/// <summary>The framework is the model: a key equals the text that the framework decodes from bytes, valid or not.</summary>
public sealed class Utf8DecodingTests(ITestOutputHelper output)
{
    private const int Longest = 150;
    private const int Slack = 32;

    private static readonly byte[][] s_parts =
    [
        [.. "a"u8], [.. "\u007f"u8], [.. "\u0080"u8], [.. "é"u8], [.. "\u07ff"u8], [.. "\u0800"u8], [.. "水"u8], [.. "\ud7ff"u8],
        [.. "\ue000"u8], [.. "\uffff"u8], [.. "\U0001f600"u8], [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc2], [0xe0, 0x9f, 0x80],
        [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xf0, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xff], [0],
    ];

    [Fact]
    public void Text_of_every_length_is_decoded()
    {
        foreach (string letter in (string[])["a", "é", "水", "\U0001f600", "aé", "é水a", "a\U0001f600"])
        {
            for (int count = 0; count < 60; count++)
            {
                for (int shift = 0; shift < 4; shift++)
                {
                    Check(Encoding.UTF8.GetBytes(new string('x', shift) + string.Concat(Enumerable.Repeat(letter, count))));
                }
            }
        }
    }

    [Fact]
    public void Every_pair_of_bytes_is_decoded_wherever_it_stands()
    {
        for (int pair = 0; pair <= ushort.MaxValue; pair++)
        {
            int place = pair % 40;
            byte[] text = new byte[place + 4];
            text.AsSpan().Fill((byte)'x');
            text[place] = (byte)(pair >> 8);
            text[place + 1] = (byte)pair;
            text[place + 2] = (byte)((pair & 1) == 0 ? 0x80 : 'x');
            Check(text);
        }
    }

    [Fact]
    public void Random_sequences_valid_or_not_are_decoded_as_the_framework_does()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++)
        {
            // Most inputs begin with valid parts, so that the first invalid sequence is not always near the beginning.
            int kinds = i % 4 == 0 ? s_parts.Length : 10;
            var text = new List<byte>();
            int length = random.Next(Longest);
            while (text.Count < length)
            {
                text.AddRange(s_parts[random.Next(i % 8 == 1 && text.Count > length / 2 ? s_parts.Length : kinds)]);
            }

            Check([.. text.Take(length)]);
        }
    }

    private static void Check(byte[] utf8)
    {
        string expected = Encoding.UTF8.GetString(utf8);
        foreach (int slack in (int[])[0, Slack, 300])
        {
            char[] chars = new char[utf8.Length + slack + 8];
            chars.AsSpan().Fill('~');

            int length = KeyText.Decode(utf8, chars.AsSpan(0, utf8.Length + slack));

            Assert.Equal(expected, new string(chars, 0, length));
            Assert.All(chars[^8..], static rest => Assert.Equal('~', rest));
        }
    }
}
