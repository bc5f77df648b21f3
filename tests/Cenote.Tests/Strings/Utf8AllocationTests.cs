using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class Utf8AllocationTests : IDisposable
{
    private readonly SegmentedStringPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void Valid_utf8_of_any_length_gives_its_text()
    {
        var random = new Random(11);
        for (int length = 0; length < 1_000; length++)
        {
            string text = Texts.RandomValid(random, length);

            Assert.Equal(text, _pool.Allocate(Encoding.UTF8.GetBytes(text)).ToString());
        }
    }

    [Fact]
    public void Invalid_utf8_gives_what_the_encoding_gives()
    {
        var random = new Random(12);
        byte[] bytes = new byte[300];
        for (int round = 0; round < 2_000; round++)
        {
            Span<byte> utf8 = bytes.AsSpan(0, random.Next(bytes.Length));
            random.NextBytes(utf8);
            PooledStringRef handle = _pool.Allocate(utf8);

            Assert.Equal(Encoding.UTF8.GetString(utf8), handle.ToString());
            handle.Free();
        }
    }

    [Theory]
    [InlineData(new byte[] { 0xff }, "\ufffd")]
    [InlineData(new byte[] { 0x61, 0xe2, 0x82 }, "a\ufffd")]
    [InlineData(new byte[] { 0xed, 0xa0, 0x80 }, "\ufffd\ufffd\ufffd")]
    [InlineData(new byte[] { 0xf0, 0x9f, 0x98, 0x80 }, "\ud83d\ude00")]
    [InlineData(new byte[] { 0 }, "\0")]
    public void Known_sequences_give_known_texts(byte[] utf8, string text) =>
        Assert.Equal(text, _pool.Allocate(utf8).ToString());

    [Theory]
    [InlineData(32_768)]
    [InlineData(1_000_000)]
    public void Long_utf8_gives_its_text(int length)
    {
        string text = Texts.RandomValid(new Random(13), length);

        Assert.Equal(text, _pool.Allocate(Encoding.UTF8.GetBytes(text)).ToString());
    }

    [Fact]
    public void Short_utf8_is_treated_like_short_text()
    {
        using var managed = new SegmentedStringPool(
            new SegmentedStringPoolOptions { MinimumLength = 3, ShortStrings = ShortStrings.Managed });
        using var refusing = new SegmentedStringPool(
            new SegmentedStringPoolOptions { MinimumLength = 3, ShortStrings = ShortStrings.Throw });

        Assert.Equal("éé", managed.Allocate("éé"u8).ToString());
        Assert.Equal(1, managed.GetStatistics().ManagedStrings);
        Assert.Equal("utf8", Assert.Throws<ArgumentException>(() => refusing.Allocate("éé"u8)).ParamName);
        Assert.Equal("ééé", refusing.Allocate("ééé"u8).ToString());
    }
}
