using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class PooledUtf8StringTests()
    : PooledUtf8HandleTests(static () => new TestedUtf8Pool(new Utf8StringPool()))
{
    [Theory]
    [InlineData(-1)]
    [InlineData(5)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void The_indexer_counts_bytes(int index)
    {
        using var pool = new Utf8StringPool();
        PooledUtf8String handle = pool.Allocate("abcé"u8);

        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => handle[index]);

        Assert.Contains("5 bytes", exception.Message, StringComparison.Ordinal);
        Assert.Equal((byte)'a', handle[0]);
        Assert.Equal(0xa9, handle[4]);
    }

    [Fact]
    public void Searching_finds_what_string_finds()
    {
        using var pool = new TestedUtf8Pool(new Utf8StringPool());
        var random = new Random(5);
        for (int round = 0; round < 2_000; round++)
        {
            string text = RepetitiveText(random, random.Next(200));
            string value = RepetitiveText(random, random.Next(4));
            PooledUtf8String handle = pool.Allocate(text);

            var expected = new Matches(
                BytesBefore(text, text.IndexOf(value, StringComparison.Ordinal)),
                BytesBefore(text, text.LastIndexOf(value, StringComparison.Ordinal)),
                text.Contains(value, StringComparison.Ordinal),
                text.StartsWith(value, StringComparison.Ordinal),
                text.EndsWith(value, StringComparison.Ordinal));
            Assert.Equal(expected, pool.Search(handle, Encoding.UTF8.GetBytes(value)));
            pool.Free(handle);
        }
    }

    [Fact]
    public void The_default_handle_is_the_empty_text_in_either_encoding()
    {
        PooledUtf8String empty = default;

        Assert.True(empty.Equals(""));
        Assert.True(empty.Equals(""u8));
    }

    [Fact]
    public void Texts_that_differ_hash_differently()
    {
        using var pool = new Utf8StringPool();
        var random = new Random(8);
        for (int length = 0; length < 300; length++)
        {
            string text = Texts.RandomValid(random, length);

            Assert.NotEqual(pool.Allocate(text).GetHashCode(), pool.Allocate(text + "x").GetHashCode());
        }
    }

    [Theory]
    [InlineData(5)]
    [InlineData(500)]
    public void Stale_handles_equal_no_utf16(int length)
    {
        using var pool = new Utf8StringPool();
        PooledUtf8String handle = pool.Allocate(new string('x', length));
        handle.Free();

        Assert.False(handle.Equals(new string('x', length)));
        Assert.False(handle.Equals(""));
    }

    // The UTF-8 index of the character that starts at a UTF-16 index; -1 for -1.
    private static int BytesBefore(string text, int index) => index < 0 ? -1 : Encoding.UTF8.GetByteCount(text.AsSpan(0, index));
}
