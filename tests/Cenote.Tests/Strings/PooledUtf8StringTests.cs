using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class PooledUtf8StringTests : IDisposable
{
    private readonly Utf8StringPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void A_handle_takes_16_bytes() => Assert.Equal(16, Unsafe.SizeOf<PooledUtf8String>());

    [Fact]
    public void The_default_handle_is_the_empty_string()
    {
        PooledUtf8String empty = default;

        Assert.True(empty.IsEmpty);
        Assert.True(empty.IsAlive);
        Assert.Equal(0, empty.Length);
        Assert.Equal("", empty.ToString());
        Assert.True(empty.Id.IsEmpty);
        Assert.True(empty.TryGetSpan(out ReadOnlySpan<byte> text));
        Assert.True(text.IsEmpty);
        Assert.Equal(PooledUtf8String.Empty, empty);
        Assert.True(empty.Equals(""));
        Assert.True(empty.Equals(""u8));
        Assert.True(empty.SubstringSpan(0, 0).IsEmpty);
        Assert.Equal(0, empty.IndexOf(""u8));
        Assert.True(empty.Duplicate().IsEmpty);
        Assert.True(empty.Replace("a"u8, "b"u8).IsEmpty);
        Assert.True(empty.Insert(0, ""u8).IsEmpty);
        empty.Free();
        empty.Dispose();
        Assert.True(empty.IsAlive);
    }

    [Fact]
    public void Inserting_into_the_empty_handle_throws_instead_of_losing_the_text()
    {
        InvalidOperationException exception = Assert.Throws<InvalidOperationException>(() => PooledUtf8String.Empty.Insert(0, "abc"u8));

        Assert.Contains("Call Allocate on the pool", exception.Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentOutOfRangeException>(() => PooledUtf8String.Empty.Insert(1, ""u8));
    }

    [Fact]
    public void A_handle_of_a_text_is_not_empty()
    {
        PooledUtf8String handle = _pool.Allocate("a"u8);

        Assert.False(handle.IsEmpty);
        Assert.True(handle.IsAlive);
        Assert.False(handle.Id.IsEmpty);
        Assert.Equal("a", _pool.Resolve(handle.Id).ToString());
        Assert.Equal((byte)'a', _pool.AsSpan(handle.Id)[0]);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(5)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void The_indexer_refuses_an_index_outside_the_text(int index)
    {
        PooledUtf8String handle = _pool.Allocate("abcé"u8);

        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => handle[index]);

        Assert.Equal("index", exception.ParamName);
        Assert.Contains("5 bytes", exception.Message, StringComparison.Ordinal);
        Assert.Equal((byte)'a', handle[0]);
        Assert.Equal(0xa9, handle[4]);
    }

    [Theory]
    [InlineData(-1, 0, "startIndex")]
    [InlineData(5, 0, "startIndex")]
    [InlineData(0, 5, "length")]
    [InlineData(4, 1, "length")]
    [InlineData(2, -1, "length")]
    [InlineData(2, int.MaxValue, "length")]
    public void SubstringSpan_refuses_a_part_outside_the_text(int startIndex, int length, string parameter)
    {
        PooledUtf8String handle = _pool.Allocate("abcd"u8);

        Assert.Equal(parameter, Assert.Throws<ArgumentOutOfRangeException>(() => handle.SubstringSpan(startIndex, length).Length).ParamName);
    }

    [Fact]
    public void Bad_arguments_of_edits_are_named_and_change_nothing()
    {
        PooledUtf8String handle = _pool.Allocate("abcd"u8);

        Assert.Equal("index", Assert.Throws<ArgumentOutOfRangeException>(() => handle.Insert(-1, "x"u8)).ParamName);
        Assert.Equal("index", Assert.Throws<ArgumentOutOfRangeException>(() => handle.Insert(5, "x"u8)).ParamName);
        Assert.Equal("oldValue", Assert.Throws<ArgumentException>(() => handle.Replace(""u8, "x"u8)).ParamName);
        Assert.Equal("oldValue", Assert.Throws<ArgumentException>(() => PooledUtf8String.Empty.Replace(""u8, "x"u8)).ParamName);
        Assert.Equal(1, _pool.GetStatistics().TotalAllocations);
    }

    [Fact]
    public void A_result_that_would_be_too_long_is_refused_before_anything_is_written()
    {
        PooledUtf8String handle = _pool.Allocate(new string('a', 2_000_000));
        byte someByte = (byte)'x';

        // Only its length is looked at, or the process would end here.
        OutOfMemoryException inserting = Assert.Throws<OutOfMemoryException>(
            () => handle.Insert(0, MemoryMarshal.CreateReadOnlySpan(ref someByte, int.MaxValue)));
        OutOfMemoryException replacing = Assert.Throws<OutOfMemoryException>(() => handle.Replace("a"u8, new byte[2_000]));

        Assert.Contains("2149483647 bytes", inserting.Message, StringComparison.Ordinal);
        Assert.Contains("4000000000 bytes", replacing.Message, StringComparison.Ordinal);
        Assert.Equal(1, _pool.GetStatistics().TotalAllocations);
    }

    [Fact]
    public void Searching_finds_what_string_finds()
    {
        var random = new Random(5);
        for (int round = 0; round < 2_000; round++)
        {
            string text = RandomText(random, random.Next(200));
            string value = RandomText(random, random.Next(4));
            byte[] utf8 = Encoding.UTF8.GetBytes(value);
            PooledUtf8String handle = _pool.Allocate(text);

            Assert.Equal(BytesBefore(text, text.IndexOf(value, StringComparison.Ordinal)), handle.IndexOf(utf8));
            Assert.Equal(BytesBefore(text, text.LastIndexOf(value, StringComparison.Ordinal)), handle.LastIndexOf(utf8));
            Assert.Equal(text.Contains(value, StringComparison.Ordinal), handle.Contains(utf8));
            Assert.Equal(text.StartsWith(value, StringComparison.Ordinal), handle.StartsWith(utf8));
            Assert.Equal(text.EndsWith(value, StringComparison.Ordinal), handle.EndsWith(utf8));
            handle.Free();
        }
    }

    [Fact]
    public void Editing_gives_what_string_gives_and_leaves_the_original_alone()
    {
        var random = new Random(7);
        for (int round = 0; round < 1_000; round++)
        {
            string text = RandomText(random, random.Next(1, 300));
            string value = RandomText(random, random.Next(300));
            string oldValue = RandomText(random, random.Next(1, 3));
            int index = random.Next(text.Length + 1);
            index -= index > 0 && char.IsHighSurrogate(text[index - 1]) ? 1 : 0;
            PooledUtf8String handle = _pool.Allocate(text);

            PooledUtf8String inserted = handle.Insert(BytesBefore(text, index), Encoding.UTF8.GetBytes(value));
            PooledUtf8String replaced = handle.Replace(Encoding.UTF8.GetBytes(oldValue), Encoding.UTF8.GetBytes(value));
            PooledUtf8String duplicate = handle.Duplicate();

            Assert.Equal(text.Insert(index, value), inserted.ToString());
            Assert.Equal(text.Replace(oldValue, value, StringComparison.Ordinal), replaced.ToString());
            Assert.Equal(text, duplicate.ToString());
            Assert.NotEqual(handle.Id, duplicate.Id);
            duplicate.Free();
            Assert.Equal(text, handle.ToString());
            handle.Free();
            Assert.Equal(text.Insert(index, value), inserted.ToString());
            inserted.Free();
            replaced.Free();
        }

        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void A_text_can_be_edited_with_itself()
    {
        PooledUtf8String handle = _pool.Allocate("abcabc"u8);

        Assert.Equal("abcabcabcabc", handle.Insert(3, handle.AsSpan()).ToString());
        Assert.Equal("abcabc", handle.Replace(handle.AsSpan(), handle.AsSpan()).ToString());
        Assert.True(handle.Replace(handle.AsSpan(), ""u8).IsEmpty);
        Assert.Equal("bcbc", handle.Replace("a"u8, ""u8).ToString());
    }

    [Fact]
    public void Equality_and_hash_are_those_of_the_text_across_pools()
    {
        using var other = new Utf8StringPool();
        var random = new Random(8);
        for (int length = 0; length < 300; length++)
        {
            string text = Texts.RandomValid(random, length);
            PooledUtf8String left = _pool.Allocate(text);
            PooledUtf8String right = other.Allocate(Encoding.UTF8.GetBytes(text));
            PooledUtf8String longer = other.Allocate(text + "x");

            Assert.True(left.Equals(right));
            Assert.True(left == right);
            Assert.False(left != right);
            Assert.True(left.Equals((object)right));
            Assert.True(left.Equals(text));
            Assert.True(left.Equals(text.AsSpan()));
            Assert.True(left.Equals(Encoding.UTF8.GetBytes(text).AsSpan()));
            Assert.False(left.Equals(longer));
            Assert.False(left.Equals(text + "x"));
            Assert.False(left.Equals((string?)null));
            Assert.False(left.Equals((object)text));
            Assert.False(left.Equals((object?)null));
            Assert.True(left != longer);
            Assert.Equal(0, left.CompareTo(right));
            Assert.Equal(left.GetHashCode(), right.GetHashCode());
            Assert.NotEqual(left.GetHashCode(), longer.GetHashCode());
        }
    }

    [Fact]
    public void Order_is_that_of_code_points()
    {
        string[] texts = ["", "\0", "A", "Z", "a", "aa", "é", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"];
        PooledUtf8String[] handles = [.. texts.Reverse().Select(text => _pool.Allocate(text))];

        Array.Sort(handles);

        Assert.Equal(texts, handles.Select(static handle => handle.ToString()));
        Assert.Equal(1, ((IComparable)handles[^1]).CompareTo(null));
        Assert.Equal(0, ((IComparable)handles[0]).CompareTo(handles[0]));
        ArgumentException exception = Assert.Throws<ArgumentException>(() => ((IComparable)handles[0]).CompareTo("text"));
        Assert.Equal("obj", exception.ParamName);
        Assert.Contains("PooledUtf8String", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(5)]
    [InlineData(500)]
    public void Stale_handles_can_be_printed_compared_and_hashed(int length)
    {
        string text = new('x', length);
        PooledUtf8String handle = _pool.Allocate(text);
        PooledUtf8String copy = handle;
        PooledUtf8String other = _pool.Allocate(text);
        handle.Free();

        Assert.Contains("stale", handle.ToString(), StringComparison.Ordinal);
        Assert.True(handle.Equals(copy));
        Assert.Equal(copy.GetHashCode(), handle.GetHashCode());
        Assert.False(handle.Equals(other));
        Assert.False(other.Equals(handle));
        Assert.False(handle.Equals(PooledUtf8String.Empty));
        Assert.False(handle.Equals(text));
        Assert.False(handle.Equals(""));
        Assert.False(handle.Equals(""u8));
        Assert.Throws<InvalidOperationException>(() => handle.CompareTo(other));

        _pool.Dispose();
        Assert.Contains("stale", handle.ToString(), StringComparison.Ordinal);
        Assert.True(handle.Equals(copy));
        Assert.Equal(copy.GetHashCode(), handle.GetHashCode());
    }

    [Fact]
    public void A_using_statement_frees_the_string()
    {
        using (PooledUtf8String handle = _pool.Allocate("text"u8))
        {
            Assert.Equal(4, handle.Length);
            Assert.Equal(1, _pool.ActiveAllocations);
        }

        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void A_handle_formats_as_its_text()
    {
        PooledUtf8String handle = _pool.Allocate("téxt"u8);
        byte[] utf8 = new byte[20];

        Assert.Equal("<téxt>", $"<{handle}>");
        Assert.Equal("<  téxt>", $"<{handle,6}>");
        Assert.Equal("<téxt  >", string.Format(null, "<{0,-6}>", handle));
        Assert.Equal("téxt", ((IFormattable)handle).ToString("anything", null));
        Assert.True(System.Text.Unicode.Utf8.TryWrite(utf8, $"<{handle}>", out int written));
        Assert.Equal("<téxt>"u8.ToArray(), utf8[..written]);
        Assert.Equal("<>", $"<{PooledUtf8String.Empty}>");
    }

    [Theory]
    [InlineData(10)]
    [InlineData(5_000)]
    public void Formatting_in_place_needs_a_destination_that_is_long_enough(int length)
    {
        string text = new('é', length);
        PooledUtf8String handle = _pool.Allocate(text);
        char[] chars = new char[length + 1];
        byte[] bytes = new byte[(2 * length) + 1];

        Assert.True(handle.TryFormat(chars, out int written));
        Assert.Equal(text, new string(chars, 0, written));
        Assert.True(handle.TryFormat(chars.AsSpan(0, length), out written));
        Assert.Equal(length, written);
        Assert.False(handle.TryFormat(chars.AsSpan(0, length - 1), out written));
        Assert.Equal(0, written);

        Assert.True(handle.TryFormat(bytes, out written));
        Assert.Equal(text, Encoding.UTF8.GetString(bytes, 0, written));
        Assert.True(handle.TryFormat(bytes.AsSpan(0, 2 * length), out written));
        Assert.Equal(2 * length, written);
        Assert.False(handle.TryFormat(bytes.AsSpan(0, (2 * length) - 1), out written));
        Assert.Equal(0, written);
    }

    private static string RandomText(Random random, int length) =>
        string.Concat(random.GetItems<string>(["a", "b", "A", "\0", "é", "è", "\u0301", "€", "ß", "😀", "😁"], length));

    // Where a char that starts a character is in UTF-8.
    private static int BytesBefore(string text, int index) => index < 0 ? -1 : Encoding.UTF8.GetByteCount(text.AsSpan(0, index));
}
