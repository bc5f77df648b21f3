using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class PooledStringTests : IDisposable
{
    private readonly UnmanagedStringPool _pool = new(1_000);

    public static TheoryData<StringComparison> Comparisons => [.. Enum.GetValues<StringComparison>()];

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void A_handle_takes_16_bytes() => Assert.Equal(16, Unsafe.SizeOf<PooledString>());

    [Fact]
    public void The_default_handle_is_the_empty_string()
    {
        PooledString empty = default;

        Assert.True(empty.IsEmpty);
        Assert.True(empty.IsAlive);
        Assert.Equal(0, empty.Length);
        Assert.Equal("", empty.ToString());
        Assert.True(empty.Id.IsEmpty);
        Assert.True(empty.TryGetSpan(out ReadOnlySpan<char> text));
        Assert.True(text.IsEmpty);
        Assert.Equal(PooledString.Empty, empty);
        Assert.Equal(string.GetHashCode([]), empty.GetHashCode());
        Assert.True(empty.SubstringSpan(0, 0).IsEmpty);
        Assert.Equal(0, empty.IndexOf(""));
        Assert.True(empty.Duplicate().IsEmpty);
        empty.Free();
        empty.Dispose();
        Assert.True(empty.IsAlive);
    }

    [Fact]
    public void A_handle_of_a_text_is_not_empty()
    {
        PooledString handle = _pool.Allocate("a");

        Assert.False(handle.IsEmpty);
        Assert.True(handle.IsAlive);
        Assert.False(handle.Id.IsEmpty);
    }

    [Fact]
    public void Inserting_into_the_empty_handle_throws_instead_of_losing_the_text()
    {
        InvalidOperationException exception = Assert.Throws<InvalidOperationException>(() => PooledString.Empty.Insert(0, "abc"));

        Assert.Contains("Call Allocate on the pool", exception.Message, StringComparison.Ordinal);
        Assert.True(PooledString.Empty.Insert(0, "").IsEmpty);
        Assert.Throws<ArgumentOutOfRangeException>(() => PooledString.Empty.Insert(1, ""));
    }

    [Fact]
    public void Replacing_in_the_empty_handle_gives_the_empty_handle() =>
        Assert.True(PooledString.Empty.Replace("a", "b").IsEmpty);

    [Theory]
    [InlineData(-1)]
    [InlineData(4)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void The_indexer_refuses_an_index_outside_the_text(int index)
    {
        PooledString handle = _pool.Allocate("abcd");

        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => handle[index]);

        Assert.Equal("index", exception.ParamName);
        Assert.Contains("4 chars", exception.Message, StringComparison.Ordinal);
        Assert.Equal("abcd", string.Concat(handle[0], handle[1], handle[2], handle[3]));
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
        PooledString handle = _pool.Allocate("abcd");

        Assert.Equal(parameter, Assert.Throws<ArgumentOutOfRangeException>(() => handle.SubstringSpan(startIndex, length).Length).ParamName);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(5)]
    public void Insert_refuses_an_index_outside_the_text(int index)
    {
        PooledString handle = _pool.Allocate("abcd");

        Assert.Equal("index", Assert.Throws<ArgumentOutOfRangeException>(() => handle.Insert(index, "x")).ParamName);
        Assert.Equal(1, _pool.ActiveAllocations);
    }

    [Fact]
    public void Replace_refuses_an_empty_old_value()
    {
        PooledString handle = _pool.Allocate("abcd");

        Assert.Equal("oldValue", Assert.Throws<ArgumentException>(() => handle.Replace("", "x")).ParamName);
        Assert.Equal("oldValue", Assert.Throws<ArgumentException>(() => PooledString.Empty.Replace("", "x")).ParamName);
    }

    [Fact]
    public void A_result_that_would_be_too_long_is_refused_before_anything_is_written()
    {
        PooledString handle = _pool.Allocate(new string('a', 2_000_000));
        char someChar = 'x';

        // Only its length is looked at, or the process would end here.
        OutOfMemoryException inserting = Assert.Throws<OutOfMemoryException>(
            () => handle.Insert(0, MemoryMarshal.CreateReadOnlySpan(ref someChar, UnmanagedStringPool.MaximumLength)));
        OutOfMemoryException replacing = Assert.Throws<OutOfMemoryException>(() => handle.Replace("a", new string('b', 2_000)));

        Assert.Contains("1075741820 chars", inserting.Message, StringComparison.Ordinal);
        Assert.Contains("4000000000 chars", replacing.Message, StringComparison.Ordinal);
        Assert.Equal(1, _pool.ActiveAllocations);
    }

    [Fact]
    public void A_text_that_is_too_long_is_refused_before_anything_is_read()
    {
        char someChar = 'x';

        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(
            () => _pool.Allocate(MemoryMarshal.CreateReadOnlySpan(ref someChar, UnmanagedStringPool.MaximumLength + 1)));

        Assert.Equal("value", exception.ParamName);
        Assert.Contains("1073741820 chars", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Comparisons))]
    public void Searching_finds_what_string_finds(StringComparison comparison)
    {
        var random = new Random(5);
        for (int round = 0; round < 400; round++)
        {
            string text = RandomText(random, random.Next(200));
            string value = RandomText(random, random.Next(4));
            PooledString handle = _pool.Allocate(text);

            Assert.Equal(text.IndexOf(value, comparison), handle.IndexOf(value, comparison));
            Assert.Equal(text.LastIndexOf(value, comparison), handle.LastIndexOf(value, comparison));
            Assert.Equal(text.Contains(value, comparison), handle.Contains(value, comparison));
            Assert.Equal(text.StartsWith(value, comparison), handle.StartsWith(value, comparison));
            Assert.Equal(text.EndsWith(value, comparison), handle.EndsWith(value, comparison));
            handle.Free();
        }
    }

    [Fact]
    public void Searching_is_ordinal_unless_told_otherwise()
    {
        PooledString handle = _pool.Allocate("straße STRASSE");

        Assert.Equal(-1, handle.IndexOf("strasse"));
        Assert.Equal(7, handle.IndexOf("strasse", StringComparison.OrdinalIgnoreCase));
        Assert.False(handle.StartsWith("S"));
        Assert.False(handle.EndsWith("e"));
        Assert.Equal(12, handle.LastIndexOf("S"));
    }

    [Fact]
    public void Reading_parts_gives_what_string_gives()
    {
        var random = new Random(6);
        for (int round = 0; round < 500; round++)
        {
            string text = Texts.Random(random, random.Next(1, 400));
            PooledString handle = _pool.Allocate(text);
            int start = random.Next(text.Length + 1);
            int length = random.Next(text.Length - start + 1);
            int index = random.Next(text.Length);

            Assert.Equal(text.Length, handle.Length);
            Assert.Equal(text[index], handle[index]);
            Assert.Equal(text.Substring(start, length), handle.SubstringSpan(start, length).ToString());
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
            PooledString handle = _pool.Allocate(text);

            PooledString inserted = handle.Insert(index, value);
            PooledString replaced = handle.Replace(oldValue, value);
            PooledString duplicate = handle.Duplicate();

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
        PooledString handle = _pool.Allocate("abcabc");

        Assert.Equal("abcabcabcabc", handle.Insert(3, handle.AsSpan()).ToString());
        Assert.Equal("abcabc", handle.Replace(handle.AsSpan(), handle.AsSpan()).ToString());
        Assert.True(handle.Replace(handle.AsSpan(), "").IsEmpty);
        Assert.Equal("bcbc", handle.Replace("a", "").ToString());
    }

    [Fact]
    public void Equality_and_hash_are_those_of_the_text_across_pools()
    {
        using var other = new UnmanagedStringPool(100);
        var random = new Random(8);
        for (int length = 0; length < 300; length++)
        {
            string text = Texts.Random(random, length);
            PooledString left = _pool.Allocate(text);
            PooledString right = other.Allocate(text);
            PooledString longer = other.Allocate(text + "x");

            Assert.True(left.Equals(right));
            Assert.True(left == right);
            Assert.False(left != right);
            Assert.True(left.Equals((object)right));
            Assert.True(left.Equals(text.AsSpan()));
            Assert.False(left.Equals(longer));
            Assert.False(left.Equals((object)text));
            Assert.False(left.Equals((object?)null));
            Assert.True(left != longer);
            Assert.Equal(0, left.CompareTo(right));
            Assert.Equal(string.GetHashCode(text), left.GetHashCode());
            Assert.Equal(left.GetHashCode(), right.GetHashCode());
        }
    }

    [Fact]
    public void Order_is_that_of_ordinal_strings()
    {
        var random = new Random(9);
        string[] texts = [.. Enumerable.Range(0, 500).Select(_ => RandomText(random, random.Next(6)))];
        PooledString[] handles = [.. texts.Select(text => _pool.Allocate(text))];

        Array.Sort(texts, StringComparer.Ordinal);
        Array.Sort(handles);

        Assert.Equal(texts, handles.Select(static handle => handle.ToString()));
        Assert.Equal(1, ((IComparable)handles[^1]).CompareTo(null));
        Assert.Equal(0, ((IComparable)handles[0]).CompareTo(handles[0]));
        Assert.Equal("obj", Assert.Throws<ArgumentException>(() => ((IComparable)handles[0]).CompareTo("text")).ParamName);
    }

    [Theory]
    [InlineData(5)]
    [InlineData(500)]
    public void Stale_handles_can_be_printed_compared_and_hashed(int length)
    {
        PooledString handle = _pool.Allocate(new string('x', length));
        PooledString copy = handle;
        PooledString other = _pool.Allocate(new string('x', length));
        handle.Free();

        Assert.Contains("stale", handle.ToString(), StringComparison.Ordinal);
        Assert.True(handle.Equals(copy));
        Assert.Equal(copy.GetHashCode(), handle.GetHashCode());
        Assert.False(handle.Equals(other));
        Assert.False(other.Equals(handle));
        Assert.False(handle.Equals(PooledString.Empty));
        Assert.False(handle.Equals(new string('x', length).AsSpan()));
        Assert.False(handle.Equals([]));
        Assert.Throws<InvalidOperationException>(() => handle.CompareTo(other));

        other.Free();
        Assert.False(handle.Equals(other));

        _pool.Dispose();
        Assert.Contains("stale", handle.ToString(), StringComparison.Ordinal);
        Assert.True(handle.Equals(copy));
        Assert.Equal(copy.GetHashCode(), handle.GetHashCode());
    }

    [Fact]
    public void A_using_statement_frees_the_string()
    {
        using (PooledString handle = _pool.Allocate("text"))
        {
            Assert.Equal(4, handle.Length);
            Assert.Equal(1, _pool.ActiveAllocations);
        }

        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void A_handle_formats_as_its_text()
    {
        PooledString handle = _pool.Allocate("text");

        Assert.Equal("<text>", $"<{handle}>");
        Assert.Equal("<  text>", $"<{handle,6}>");
        Assert.Equal("<text  >", string.Format(null, "<{0,-6}>", handle));
        Assert.Equal("text", ((IFormattable)handle).ToString("anything", null));
        Assert.Equal("<text>", new StringBuilder().Append(null, $"<{handle}>").ToString());
        Assert.Equal("<>", $"<{PooledString.Empty}>");
    }

    [Theory]
    [InlineData(10)]
    [InlineData(5_000)]
    public void Formatting_in_place_needs_a_destination_that_is_long_enough(int length)
    {
        string text = new('é', length);
        PooledString handle = _pool.Allocate(text);
        char[] chars = new char[length + 1];
        byte[] bytes = new byte[(2 * length) + 1];

        Assert.True(handle.TryFormat(chars, out int written));
        Assert.Equal(length, written);
        Assert.Equal(text, new string(chars, 0, length));
        Assert.True(handle.TryFormat(chars.AsSpan(0, length), out written));
        Assert.False(handle.TryFormat(chars.AsSpan(0, length - 1), out written));
        Assert.Equal(0, written);

        Assert.True(handle.TryFormat(bytes, out written));
        Assert.Equal(2 * length, written);
        Assert.Equal(text, Encoding.UTF8.GetString(bytes, 0, written));
        Assert.True(handle.TryFormat(bytes.AsSpan(0, 2 * length), out written));
        Assert.False(handle.TryFormat(bytes.AsSpan(0, (2 * length) - 1), out written));
        Assert.Equal(0, written);
    }

    [Fact]
    public void Formatting_as_utf8_replaces_lone_surrogates()
    {
        byte[] bytes = new byte[20];

        Assert.True(_pool.Allocate("a\ud800b\udc00").TryFormat(bytes, out int written));

        Assert.Equal("a\ufffdb\ufffd", Encoding.UTF8.GetString(bytes, 0, written));
    }

    private static string RandomText(Random random, int length) =>
        string.Create(length, random, static (chars, random) => random.GetItems("abAB\0é\u0301ßſ ", chars));
}
