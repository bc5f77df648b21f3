using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>Tests that the handles of every pool must pass.</summary>
public abstract class PooledHandleTests<THandle, TUnit> : IDisposable
    where THandle : struct, IDisposable, IEquatable<THandle>, IComparable<THandle>, IComparable,
    IEqualityOperators<THandle, THandle, bool>, ISpanFormattable, IUtf8SpanFormattable
    where TUnit : unmanaged
{
    private static readonly string s_units = typeof(TUnit) == typeof(char) ? "chars" : "bytes";

    private readonly Func<TestedPool<THandle, TUnit>> _newPool;
    private readonly TestedPool<THandle, TUnit> _pool;
    private readonly int _maximumLength;

    private protected PooledHandleTests(Func<TestedPool<THandle, TUnit>> newPool, int maximumLength)
    {
        _newPool = newPool;
        _pool = newPool();
        _maximumLength = maximumLength;
    }

    public void Dispose()
    {
        _pool.Dispose();
        GC.SuppressFinalize(this);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(128)]
    [InlineData(600)]
    [InlineData(5_000)]
    [InlineData(100_000)]
    public void A_copy_is_the_text_or_says_how_much_room_it_needs_or_that_the_string_is_no_more(int length)
    {
        string text = string.Create(length, 0, static (chars, _) => chars.Fill('t'));
        THandle handle = _pool.Allocate(text);
        TUnit[] copy = new TUnit[length + 1];

        Assert.True(_pool.TryCopyTo(handle, copy, out int copied));
        Assert.Equal(length, copied);
        Assert.Equal(_pool.Encode(text), copy[..length]);
        Assert.Equal(default, copy[length]);
        Assert.True(_pool.TryCopyTo(_pool.Id(handle), copy.AsSpan(0, length), out copied));
        Assert.Equal(length, copied);
        Assert.True(_pool.TryGetString(handle, out string? managed));
        Assert.Equal(text, managed);
        Assert.True(_pool.TryGetString(_pool.Id(handle), out managed));
        Assert.Equal(text, managed);

        Assert.False(_pool.TryCopyTo(handle, copy.AsSpan(0, length - 1), out copied));
        Assert.Equal(length, copied);
        Assert.False(_pool.TryCopyTo(_pool.Id(handle), [], out copied));
        Assert.Equal(length, copied);

        _pool.Free(handle);
        Action[] ends = [static () => { }, () => _pool.Allocate(text), _pool.Clear, () => _pool.Trim(), _pool.Dispose];
        foreach (Action end in ends)
        {
            end();
            Assert.False(_pool.TryCopyTo(handle, copy, out copied));
            Assert.Equal(0, copied);
            Assert.False(_pool.TryCopyTo(_pool.Id(handle), copy, out copied));
            Assert.Equal(0, copied);
            Assert.False(_pool.TryGetString(handle, out managed));
            Assert.Null(managed);
            Assert.False(_pool.TryGetString(_pool.Id(handle), out managed));
            Assert.Null(managed);
        }
    }

    [Fact]
    public void A_copy_of_the_empty_string_needs_no_room()
    {
        Assert.True(_pool.TryCopyTo(_pool.Empty, [], out int length));
        Assert.Equal(0, length);
        Assert.True(_pool.TryCopyTo(default(PooledStringId), [], out length));
        Assert.Equal(0, length);
        Assert.True(_pool.TryGetString(_pool.Empty, out string? text));
        Assert.Equal("", text);
        Assert.True(_pool.TryGetString(default(PooledStringId), out text));
        Assert.Equal("", text);
    }

    [Fact]
    public void What_a_callback_does_not_write_is_zero()
    {
        int[] lengths = [1, 5, 17, 128, 300, 1_200, 5_000, 70_000];
        foreach (int length in lengths)
        {
            string old = string.Create(length, 0, static (chars, _) => chars.Fill('x'));
            THandle[] former = [.. Enumerable.Range(0, 3).Select(_ => _pool.Allocate(old))];
            Array.ForEach(former, _pool.Free);
            for (int i = 0; i < 4; i++)
            {
                THandle created = _pool.Create(
                    length, 0, static (text, _) => Assert.Equal(-1, text.IndexOfAnyExcept(default(TUnit))));
                Assert.Equal(length, _pool.Length(created));
                Assert.Equal(-1, _pool.AsSpan(created).IndexOfAnyExcept(default(TUnit)));
            }
        }
    }

    [Fact]
    public void A_handle_takes_16_bytes() => Assert.Equal(16, Unsafe.SizeOf<THandle>());

    [Fact]
    public void The_default_handle_is_the_empty_string()
    {
        THandle empty = default;

        Assert.True(_pool.IsEmpty(empty));
        Assert.True(_pool.IsAlive(empty));
        Assert.Equal(0, _pool.Length(empty));
        Assert.Equal("", empty.ToString());
        Assert.True(_pool.Id(empty).IsEmpty);
        Assert.True(_pool.TryGetSpan(empty, out ReadOnlySpan<TUnit> text));
        Assert.True(text.IsEmpty);
        Assert.Equal(_pool.Empty, empty);
        Assert.True(_pool.Equals(empty, []));
        Assert.True(_pool.SubstringSpan(empty, 0, 0).IsEmpty);
        Assert.Equal(new Matches(0, 0, true, true, true), _pool.Search(empty, []));
        Assert.True(_pool.IsEmpty(_pool.Duplicate(empty)));
        _pool.Free(empty);
        empty.Dispose();
        Assert.True(_pool.IsAlive(empty));
    }

    [Fact]
    public void A_handle_of_a_text_is_not_empty()
    {
        THandle handle = _pool.Allocate(Units("a"));

        Assert.False(_pool.IsEmpty(handle));
        Assert.True(_pool.IsAlive(handle));
        Assert.False(_pool.Id(handle).IsEmpty);
        Assert.Equal("a", _pool.Resolve(_pool.Id(handle)).ToString());
        Assert.Equal(Units("a"), _pool.AsSpan(_pool.Id(handle)).ToArray());
    }

    [Fact]
    public void Inserting_into_the_empty_handle_throws_instead_of_losing_the_text()
    {
        InvalidOperationException exception = Assert.Throws<InvalidOperationException>(
            () => _pool.Insert(_pool.Empty, 0, Units("abc")));

        Assert.Contains("Call Insert or Allocate on the pool", exception.Message, StringComparison.Ordinal);
        Assert.True(_pool.IsEmpty(_pool.Insert(_pool.Empty, 0, [])));
        Assert.Throws<ArgumentOutOfRangeException>(() => _pool.Insert(_pool.Empty, 1, []));
    }

    [Fact]
    public void Replacing_in_the_empty_handle_gives_the_empty_handle() =>
        Assert.True(_pool.IsEmpty(_pool.Replace(_pool.Empty, Units("a"), Units("b"))));

    [Theory]
    [InlineData(-1)]
    [InlineData(4)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void The_indexer_refuses_an_index_outside_the_text(int index)
    {
        THandle handle = _pool.Allocate(Units("abcd"));

        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => _pool.At(handle, index));

        Assert.Equal("index", exception.ParamName);
        Assert.Contains($"4 {s_units}", exception.Message, StringComparison.Ordinal);
        Assert.Equal(Units("abcd"), [_pool.At(handle, 0), _pool.At(handle, 1), _pool.At(handle, 2), _pool.At(handle, 3)]);
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
        THandle handle = _pool.Allocate(Units("abcd"));

        Assert.Equal(
            parameter,
            Assert.Throws<ArgumentOutOfRangeException>(() => _pool.SubstringSpan(handle, startIndex, length).Length).ParamName);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(5)]
    public void Insert_refuses_an_index_outside_the_text(int index)
    {
        THandle handle = _pool.Allocate(Units("abcd"));

        Assert.Equal(
            "index", Assert.Throws<ArgumentOutOfRangeException>(() => _pool.Insert(handle, index, Units("x"))).ParamName);
        Assert.Equal(1, _pool.ActiveAllocations);
        Assert.Equal(1, _pool.GetStatistics().TotalAllocations);
    }

    [Fact]
    public void Replace_refuses_an_empty_old_value()
    {
        THandle handle = _pool.Allocate(Units("abcd"));

        Assert.Equal("oldValue", Assert.Throws<ArgumentException>(() => _pool.Replace(handle, [], Units("x"))).ParamName);
        Assert.Equal("oldValue", Assert.Throws<ArgumentException>(() => _pool.Replace(_pool.Empty, [], Units("x"))).ParamName);
        Assert.Equal(1, _pool.GetStatistics().TotalAllocations);
    }

    [Fact]
    public void A_result_that_would_be_too_long_is_refused_before_anything_is_written()
    {
        THandle handle = _pool.Allocate(new string('a', 2_000_000));
        TUnit someUnit = default;

        // Only the length of the span is read; otherwise the process would crash here.
        OutOfMemoryException inserting = Assert.Throws<OutOfMemoryException>(
            () => _pool.Insert(handle, 0, MemoryMarshal.CreateReadOnlySpan(ref someUnit, _maximumLength)));
        OutOfMemoryException replacing = Assert.Throws<OutOfMemoryException>(
            () => _pool.Replace(handle, Units("a"), Units(new string('b', 2_000))));

        Assert.Contains($"{_maximumLength + 2_000_000L} {s_units}", inserting.Message, StringComparison.Ordinal);
        Assert.Contains($"4000000000 {s_units}", replacing.Message, StringComparison.Ordinal);
        Assert.Equal(1, _pool.ActiveAllocations);
        Assert.Equal(1, _pool.GetStatistics().TotalAllocations);
    }

    [Fact]
    public void Reading_parts_gives_what_the_text_has_there()
    {
        var random = new Random(6);
        for (int round = 0; round < 500; round++)
        {
            string text = AnyText(random, random.Next(1, 400));
            TUnit[] units = Units(text);
            THandle handle = _pool.Allocate(text);
            int start = random.Next(units.Length + 1);
            int length = random.Next(units.Length - start + 1);
            int index = random.Next(units.Length);

            Assert.Equal(units.Length, _pool.Length(handle));
            Assert.Equal(units[index], _pool.At(handle, index));
            Assert.Equal(units[start..(start + length)], _pool.SubstringSpan(handle, start, length).ToArray());
        }
    }

    [Fact]
    public void Editing_gives_what_string_gives_and_leaves_the_original_alone()
    {
        var random = new Random(7);
        for (int round = 0; round < 1_000; round++)
        {
            string text = RepetitiveText(random, random.Next(1, 300));
            string value = RepetitiveText(random, random.Next(300));
            string oldValue = RepetitiveText(random, random.Next(1, 3));
            int index = random.Next(text.Length + 1);
            index -= index > 0 && char.IsHighSurrogate(text[index - 1]) ? 1 : 0;
            THandle handle = _pool.Allocate(text);

            THandle inserted = _pool.Insert(handle, Units(text[..index]).Length, Units(value));
            THandle replaced = _pool.Replace(handle, Units(oldValue), Units(value));
            THandle duplicate = _pool.Duplicate(handle);

            Assert.Equal(text.Insert(index, value), inserted.ToString());
            Assert.Equal(text.Replace(oldValue, value, StringComparison.Ordinal), replaced.ToString());
            Assert.Equal(text, duplicate.ToString());
            Assert.NotEqual(_pool.Id(handle), _pool.Id(duplicate));
            _pool.Free(duplicate);
            Assert.Equal(text, handle.ToString());
            _pool.Free(handle);
            Assert.Equal(text.Insert(index, value), inserted.ToString());
            _pool.Free(inserted);
            _pool.Free(replaced);
        }

        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void A_text_can_be_edited_with_itself()
    {
        THandle handle = _pool.Allocate(Units("abcabc"));

        Assert.Equal("abcabcabcabc", _pool.Insert(handle, 3, _pool.AsSpan(handle)).ToString());
        Assert.Equal("abcabc", _pool.Replace(handle, _pool.AsSpan(handle), _pool.AsSpan(handle)).ToString());
        Assert.True(_pool.IsEmpty(_pool.Replace(handle, _pool.AsSpan(handle), [])));
        Assert.Equal("bcbc", _pool.Replace(handle, Units("a"), []).ToString());
    }

    [Fact]
    public void Equality_and_hash_are_those_of_the_text_across_pools()
    {
        using TestedPool<THandle, TUnit> other = _newPool();
        var random = new Random(8);
        for (int length = 0; length < 300; length++)
        {
            string text = AnyText(random, length);
            THandle left = _pool.Allocate(text);
            THandle right = other.Allocate(Units(text));
            THandle longer = other.Allocate(text + "x");

            Assert.True(left.Equals(right));
            Assert.True(left == right);
            Assert.False(left != right);
            Assert.True(left.Equals((object)right));
            Assert.True(_pool.Equals(left, Units(text)));
            Assert.False(_pool.Equals(longer, Units(text)));
            Assert.False(_pool.Equals(left, Units(text + "x")));
            Assert.False(left.Equals(longer));
            Assert.False(left.Equals((object)text));
            Assert.False(left.Equals((object?)null));
            Assert.True(left != longer);
            Assert.Equal(0, left.CompareTo(right));
            Assert.Equal(left.GetHashCode(), right.GetHashCode());
            CheckEquality(left, text);
        }
    }

    [Fact]
    public void Order_is_that_of_ordinal_texts()
    {
        var random = new Random(9);
        string[] sorted = [.. TextsInOrder()];
        THandle[] handles = [.. sorted.Select(_pool.Allocate)];
        random.Shuffle(handles);

        Array.Sort(handles);

        Assert.Equal(sorted, handles.Select(static handle => handle.ToString()));
        Assert.Equal(1, ((IComparable)handles[^1]).CompareTo(null));
        Assert.Equal(0, ((IComparable)handles[0]).CompareTo(handles[0]));
        ArgumentException exception = Assert.Throws<ArgumentException>(() => ((IComparable)handles[0]).CompareTo("text"));
        Assert.Equal("obj", exception.ParamName);
        Assert.Contains(typeof(THandle).Name, exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(5)]
    [InlineData(500)]
    public void Stale_handles_can_be_compared_and_hashed_but_not_printed(int length)
    {
        string text = new('x', length);
        THandle handle = _pool.Allocate(text);
        THandle copy = handle;
        THandle other = _pool.Allocate(text);
        _pool.Free(handle);

        Assert.ThrowsAny<InvalidOperationException>(() => handle.ToString());
        Assert.True(handle.Equals(copy));
        Assert.Equal(copy.GetHashCode(), handle.GetHashCode());
        Assert.False(handle.Equals(other));
        Assert.False(other.Equals(handle));
        Assert.False(handle.Equals(_pool.Empty));
        Assert.False(_pool.Equals(handle, Units(text)));
        Assert.False(_pool.Equals(handle, []));
        Assert.Throws<InvalidOperationException>(() => handle.CompareTo(other));

        _pool.Free(other);
        Assert.False(handle.Equals(other));

        _pool.Dispose();
        Assert.ThrowsAny<InvalidOperationException>(() => handle.ToString());
        Assert.True(handle.Equals(copy));
        Assert.Equal(copy.GetHashCode(), handle.GetHashCode());
    }

    [Fact]
    public void A_using_statement_frees_the_string()
    {
        using (THandle handle = _pool.Allocate(Units("text")))
        {
            Assert.Equal(4, _pool.Length(handle));
            Assert.Equal(1, _pool.ActiveAllocations);
        }

        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void A_handle_formats_as_its_text()
    {
        THandle handle = _pool.Allocate(Units("téxt"));
        byte[] utf8 = new byte[20];

        Assert.Equal("<téxt>", $"<{handle}>");
        Assert.Equal("<  téxt>", $"<{handle,6}>");
        Assert.Equal("<téxt  >", string.Format(null, "<{0,-6}>", handle));
        Assert.Equal("téxt", ((IFormattable)handle).ToString("anything", null));
        Assert.Equal("<téxt>", new StringBuilder().Append(null, $"<{handle}>").ToString());
        Assert.True(Utf8.TryWrite(utf8, $"<{handle}>", out int written));
        Assert.Equal("<téxt>"u8.ToArray(), utf8[..written]);
        Assert.Equal("<>", $"<{_pool.Empty}>");
    }

    [Theory]
    [InlineData(10)]
    [InlineData(5_000)]
    public void Formatting_in_place_needs_a_destination_that_is_long_enough(int length)
    {
        string text = new('é', length);
        THandle handle = _pool.Allocate(text);
        char[] chars = new char[length + 1];
        byte[] bytes = new byte[(2 * length) + 1];

        Assert.True(handle.TryFormat(chars, out int written, "", null));
        Assert.Equal(text, new string(chars, 0, written));
        Assert.True(handle.TryFormat(chars.AsSpan(0, length), out written, "", null));
        Assert.Equal(length, written);
        Assert.False(handle.TryFormat(chars.AsSpan(0, length - 1), out written, "", null));
        Assert.Equal(0, written);

        Assert.True(handle.TryFormat(bytes, out written, "", null));
        Assert.Equal(text, Encoding.UTF8.GetString(bytes, 0, written));
        Assert.True(handle.TryFormat(bytes.AsSpan(0, 2 * length), out written, "", null));
        Assert.Equal(2 * length, written);
        Assert.False(handle.TryFormat(bytes.AsSpan(0, (2 * length) - 1), out written, "", null));
        Assert.Equal(0, written);
    }

    /// <summary>Any string that the pool returns unchanged.</summary>
    private protected abstract string AnyText(Random random, int length);

    /// <summary>A string with few distinct characters.</summary>
    private protected abstract string RepetitiveText(Random random, int length);

    /// <summary>Strings in the order of their handles.</summary>
    private protected abstract IEnumerable<string> TextsInOrder();

    /// <summary>Checks the equality specific to these handles.</summary>
    private protected abstract void CheckEquality(THandle handle, string text);

    private protected TUnit[] Units(string text) => _pool.Encode(text);
}
