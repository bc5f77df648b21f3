using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class Utf8TextTests
{
    [Fact]
    public void A_text_equals_its_own_utf16_and_nothing_else()
    {
        var random = new Random(60);
        for (int length = 0; length < 1_200; length++)
        {
            string text = Texts.RandomValid(random, length);
            byte[] utf8 = Encoding.UTF8.GetBytes(text);

            Assert.True(Utf8Text.Equals(utf8, text));
            Assert.False(Utf8Text.Equals(utf8, text + "x"));
            Assert.False(Utf8Text.Equals([.. utf8, (byte)'x'], text));
            if (length > 0)
            {
                int index = random.Next(length);
                string other = string.Concat(text.AsSpan(0, index), text[index] == 'x' ? "y" : "x", text.AsSpan(index + 1));
                Assert.False(Utf8Text.Equals(utf8, other));
                Assert.False(Utf8Text.Equals(utf8, text.AsSpan(1)));
                Assert.False(Utf8Text.Equals(utf8, text.AsSpan(0, length - 1)));
            }
        }
    }

    [Fact]
    public void A_text_of_three_bytes_a_char_equals_its_own_utf16()
    {
        Assert.True(Utf8Text.Equals("€€€"u8, "€€€"));
        Assert.False(Utf8Text.Equals("€€€"u8, "€€"));
    }

    [Fact]
    public void Bytes_that_are_not_utf8_equal_what_the_encoding_makes_of_them()
    {
        var random = new Random(61);
        byte[] buffer = new byte[700];
        for (int round = 0; round < 2_000; round++)
        {
            Span<byte> bytes = buffer.AsSpan(0, random.Next(buffer.Length));
            random.NextBytes(bytes);

            Assert.True(Utf8Text.Equals(bytes, Encoding.UTF8.GetString(bytes)));
        }
    }

    [Theory]
    [InlineData("\ud800", "\ufffd")]
    [InlineData("a\udc00", "a\ufffd")]
    [InlineData("\ud83d", "\ud83d\ude00")]
    [InlineData("\ude00\ud83d", "\ud83d\ude00")]
    public void A_lone_surrogate_equals_nothing(string utf16, string text) =>
        Assert.False(Utf8Text.Equals(Encoding.UTF8.GetBytes(text), utf16));

    [Fact]
    public void Case_matters() => Assert.False(Utf8Text.Equals("text"u8, "Text"));
}
