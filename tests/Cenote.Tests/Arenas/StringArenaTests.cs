using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Arenas;
using Cenote.Formatting;
using Cenote.Tests.Support;

namespace Cenote.Tests.Arenas;

public sealed class StringArenaTests : IDisposable
{
    private const int Granule = 64 << 10;

    private readonly StringArena _arena = new();

    public static TheoryData<string> Unusual =>
    [
        "",
        "\0",
        "\0\0\0\0\0\0\0",
        "\0\0\0\0\0\0\0\0",
        "ends in NULs\0\0\0",
        "\uD83D\uDE00\uD83D",
        "\uDE00 lone \uD83D surrogates",
        "\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF",
        "\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF",
    ];

    public void Dispose() => _arena.Dispose();

    [Fact]
    public void Texts_about_as_long_as_a_value_can_say_come_back()
    {
        using var arena = new StringArena();
        for (int length = ArenaString.WrittenLength - 1; length <= ArenaString.WrittenLength + 1; length++)
        {
            string text = string.Create(length, 0, static (chars, _) => new Random(chars.Length).GetItems("abcdefgh", chars));

            ArenaString value = arena.Add(text);

            Assert.Equal(text, arena.AsSpan(in value).ToString());
        }
    }

    [Fact]
    public unsafe void A_NUL_follows_each_text_that_native_code_is_given()
    {
        using var arena = new StringArena(new StringArenaOptions { NullTerminated = true });
        string[] texts = [.. Enumerable.Range(0, 1_100).Select(static length => new string('x', length))];
        ArenaString[] values = [.. texts.Select(text => arena.Add(text))];
        for (int i = 0; i < texts.Length; i++)
        {
            char* pointer = arena.DangerousGetPointer(values[i]);
            Assert.Equal(texts[i], new string(pointer));
            Assert.Equal(0, (nint)pointer % 8);
        }

        ArenaString stale = values[^1];
        arena.Reset();
        Assert.Throws<InvalidOperationException>(() => _ = (nint)arena.DangerousGetPointer(stale));
        arena.Dispose();
        Assert.Throws<ObjectDisposedException>(() => _ = (nint)arena.DangerousGetPointer(default));
        Assert.Throws<InvalidOperationException>(() => _ = (nint)_arena.DangerousGetPointer(default));
    }

    [Fact]
    public unsafe void A_NUL_follows_texts_however_they_were_added()
    {
        using var arena = new StringArena(
            new StringArenaOptions { NullTerminated = true, ClearOnFree = true, MaximumBytes = 1 << 20 });
        for (int round = 0; round < 3; round++)
        {
            foreach (int length in new[] { 0, 1, 7, 8, 11, 12, 15, 16, 1_022, 1_023, 1_024, 40_000 })
            {
                string text = new('y', length);
                Assert.True(arena.TryAdd(text, out ArenaString tried));
                Assert.True(arena.TryAdd(Encoding.UTF8.GetBytes(text), out ArenaString decoded));
                ArenaString formatted = arena.Add($"{text}");
                foreach (ArenaString value in new[] { tried, decoded, formatted, arena.Add(Encoding.UTF8.GetBytes(text)) })
                {
                    Assert.Equal(text, new string(arena.DangerousGetPointer(value)));
                }
            }

            ArenaString nuls = arena.Add("two\0NULs\0in a text");
            Assert.Equal("two\0NULs\0in a text\0", new string(arena.DangerousGetPointer(nuls), 0, 19));
            while (arena.TryAdd("until it is full", out _))
            {
            }

            Assert.Equal("two", new string(arena.DangerousGetPointer(nuls)));
            arena.Reset();
        }
    }

    [Fact]
    public void A_value_has_16_bytes() => Assert.Equal(16, Unsafe.SizeOf<ArenaString>());

    [Fact]
    public void Texts_of_all_lengths_are_read_as_they_were_added()
    {
        string[] texts = [.. Enumerable.Range(0, 1_100).Select(static length => Texts.Random(new Random(length), length))];
        ArenaString[] values = [.. texts.Select(text => _arena.Add(text))];
        for (int i = 0; i < texts.Length; i++)
        {
            Assert.Equal(texts[i], _arena.AsSpan(in values[i]).ToString());
            Assert.Equal(texts[i], values[i].ToString());
            Assert.Equal(string.GetHashCode(texts[i].AsSpan()), values[i].GetHashCode());
            Assert.Equal(values[i], _arena.Add(texts[i]));
        }
    }

    [Theory]
    [MemberData(nameof(Unusual))]
    public void Unusual_texts_are_texts_like_others(string text)
    {
        ArenaString value = _arena.Add(text);

        Assert.Equal(text, value.ToString());
        Assert.Equal(value, _arena.Add($"{text}"));
        Assert.NotEqual(value, _arena.Add(text + "\0"));
        Assert.Equal(
            Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text)), _arena.Add(Encoding.UTF8.GetBytes(text)).ToString());
    }

    [Theory]
    [InlineData("")]
    [InlineData("größer")]
    [InlineData("größer als sieben \u20ac \uD83D\uDE00")]
    public void A_value_formats_itself_where_there_is_room(string text)
    {
        ArenaString value = _arena.Add(text);
        byte[] utf8 = Encoding.UTF8.GetBytes(text);
        char[] chars = new char[text.Length];
        byte[] bytes = new byte[utf8.Length];

        Assert.True(value.TryFormat(chars, out int charsWritten));
        Assert.Equal(text, new string(chars));
        Assert.Equal(text.Length, charsWritten);
        Assert.True(value.TryFormat(bytes, out int bytesWritten));
        Assert.Equal(utf8, bytes);
        Assert.Equal(utf8.Length, bytesWritten);
        Assert.Equal(text + "!", _arena.Add($"{value}!").ToString());
        Assert.Equal(text, ((IFormattable)value).ToString("any", formatProvider: null));
        for (int i = 0; i < utf8.Length; i++)
        {
            Assert.True(i >= text.Length || (!value.TryFormat(chars.AsSpan(0, i), out charsWritten) && charsWritten == 0));
            Assert.False(value.TryFormat(bytes.AsSpan(0, i), out bytesWritten));
            Assert.Equal(0, bytesWritten);
        }
    }

    [Fact]
    public void Lone_surrogates_are_replaced_when_they_are_formatted_as_UTF8()
    {
        byte[] bytes = new byte[100];

        Assert.True(_arena.Add("a lone \uD83D surrogate").TryFormat(bytes, out int written));

        Assert.Equal("a lone \uFFFD surrogate"u8, bytes.AsSpan(0, written));
    }

    [Fact]
    public void Up_to_7_chars_take_no_memory()
    {
        ArenaString value = _arena.Add("#199999");

        Assert.Equal("#199999", value.ToString());
        Assert.Equal((0L, 0L, 0), (_arena.BytesUsed, _arena.BytesReserved, _arena.ChunkCount));

        _arena.Add("#1999990");
        Assert.Equal((16L, 65_536L, 1), (_arena.BytesUsed, _arena.BytesReserved, _arena.ChunkCount));
    }

    [Theory]
    [InlineData(Granule)]
    [InlineData(0)]
    public void Texts_around_the_end_of_a_chunk_are_whole(long reservation)
    {
        // The first string takes half a chunk; the second one ends just before, at or after the end of the chunk.
        for (int length = (Granule / 4) - 80; length < (Granule / 4) + 10; length++)
        {
            using var arena = new StringArena(new StringArenaOptions { ReservedAddressBytes = reservation });
            string first = Texts.Random(new Random(length), Granule / 4);
            string second = Texts.Random(new Random(length + 1), length);
            ArenaString[] values = [arena.Add(first), arena.Add(second), arena.Add("behind the end")];

            Assert.Equal([first, second, "behind the end"], values.Select(static value => value.ToString()));
        }
    }

    [Fact]
    public void Gigantic_texts_get_room_and_those_behind_them_too()
    {
        string giant = Texts.Random(new Random(1), 20_000_000);

        ArenaString before = _arena.Add("a text before");
        ArenaString value = _arena.Add(giant);
        ArenaString after = _arena.Add("a text behind");
        ArenaString decoded = _arena.Add(Encoding.UTF8.GetBytes(new string('ä', 10_000_000)));

        Assert.True(_arena.AsSpan(in value).SequenceEqual(giant));
        Assert.Equal(-1, _arena.AsSpan(in decoded).IndexOfAnyExcept('ä'));
        Assert.Equal(["a text before", "a text behind"], new[] { before, after }.Select(static text => text.ToString()));
        Assert.Equal(value, _arena.Add(giant));
        Assert.Equal(0, _arena.Compare(value, _arena.Add(giant)));
    }

    [HugeFact]
    public void The_longest_text_there_can_be_is_added()
    {
        string longest = new('x', 0x3FFFFFDF);

        ArenaString value = _arena.Add(longest);

        Assert.True(_arena.AsSpan(in value).SequenceEqual(longest));
    }

    [Fact]
    public void Temporaries_have_lives_of_their_own()
    {
        ReadOnlySpan<char> one = _arena.AsSpan(_arena.Add("one"));
        ReadOnlySpan<char> two = _arena.AsSpan(_arena.Add("two"));

        Assert.Equal("one two", $"{one} {two}");
    }

    [Fact]
    public void A_text_of_the_arena_can_be_added_to_it()
    {
        ArenaString value = _arena.Add("a text that is added again and again");
        for (int i = 0; i < 10_000; i++)
        {
            value = _arena.Add(_arena.AsSpan(in value));
        }

        Assert.Equal("a text that is added again and again", value.ToString());
    }

    [Fact]
    public void Chunks_grow_to_their_largest_size()
    {
        using var arena = new StringArena(new StringArenaOptions { FirstChunkBytes = 1, MaximumChunkBytes = 4 * Granule });
        var sizes = new List<long>();
        string text = new('x', 1_000);
        for (long before = 0; sizes.Count < 6; before = arena.BytesReserved)
        {
            arena.Add(text);
            if (arena.BytesReserved > before)
            {
                sizes.Add((arena.BytesReserved - before) / Granule);
            }
        }

        Assert.Equal([1, 2, 4, 4, 4, 4], sizes);
        Assert.Equal(6, arena.ChunkCount);
    }

    [Theory]
    [MemberData(nameof(ArenaShapes.Names), MemberType = typeof(ArenaShapes))]
    public void Reset_keeps_the_chunks_and_fills_them_again(string shape)
    {
        using var arena = new StringArena(ArenaShapes.Options(shape));
        string[] texts = [.. Enumerable.Range(0, 300).Select(static i => new string((char)('a' + (i % 26)), 20 + (i * 8)))];
        Fill(arena, texts);
        (long Used, long Reserved, int Chunks) before = (arena.BytesUsed, arena.BytesReserved, arena.ChunkCount);
        for (int round = 0; round < 5; round++)
        {
            arena.Reset();
            Assert.Equal((0L, before.Reserved, before.Chunks), (arena.BytesUsed, arena.BytesReserved, arena.ChunkCount));

            Fill(arena, texts);
            Assert.Equal(before, (arena.BytesUsed, arena.BytesReserved, arena.ChunkCount));
        }
    }

    [Fact]
    public void A_small_chunk_does_not_hide_a_large_one_that_is_kept()
    {
        using var arena = new StringArena(new StringArenaOptions { ReservedAddressBytes = 0, MaximumChunkBytes = Granule });
        arena.Add(new string('s', 10_000));
        arena.Add(new string('l', 1_000_000));
        long reserved = arena.BytesReserved;

        arena.Reset();
        ArenaString large = arena.Add(new string('n', 1_000_000));
        ArenaString small = arena.Add(new string('t', 10_000));

        Assert.Equal(reserved, arena.BytesReserved);
        Assert.Equal(-1, arena.AsSpan(in large).IndexOfAnyExcept('n'));
        Assert.Equal(-1, arena.AsSpan(in small).IndexOfAnyExcept('t'));
    }

    [Fact]
    public void The_limit_refuses_and_leaves_the_arena_as_it_was()
    {
        using var arena = new StringArena(new StringArenaOptions { MaximumBytes = 2 * Granule });
        ArenaString kept = arena.Add("a text that is kept");

        var refused = Assert.Throws<OutOfMemoryException>(() => arena.Add(new string('x', Granule)));

        Assert.Contains("MaximumBytes", refused.Message, StringComparison.Ordinal);
        Assert.Equal("a text that is kept", kept.ToString());
        Assert.Equal(Granule, arena.BytesReserved);
        Assert.Equal("there is room for this", arena.Add("there is room for this").ToString());
    }

    [Fact]
    public void TryAdd_says_whether_there_is_room()
    {
        var pages = new FailingPageSource();
        using var arena = new StringArena(new StringArenaOptions { MaximumBytes = 2 * Granule }, pages);

        Assert.True(arena.TryAdd("a text that is kept", out ArenaString kept));
        Assert.False(arena.TryAdd(new string('x', Granule), out ArenaString refused));
        Assert.Equal(("a text that is kept", default), (kept.ToString(), refused));
        Assert.True(arena.TryAdd("short", out ArenaString inline));
        Assert.True(arena.TryAdd("", out _));
        Assert.Equal("short", inline.ToString());

        int added = 0;
        while (arena.TryAdd("twenty chars of text", out _))
        {
            added++;
        }

        Assert.InRange(added, 3_200, 3_300);
        Assert.Equal(2 * Granule, arena.BytesReserved);
        Assert.True(arena.TryAdd("short", out _));
        arena.Reset();
        Assert.True(arena.TryAdd("twenty chars of text", out _));

        arena.Dispose();
        Assert.False(arena.TryAdd("short", out refused));
        Assert.False(arena.TryAdd("twenty chars of text", out refused));
        Assert.Equal(default, refused);
        using var poor = new StringArena(new StringArenaOptions(), new FailingPageSource { Fails = static _ => true });
        Assert.False(poor.TryAdd("a long text", out _));
        Assert.True(poor.TryAdd("short", out _));
    }

    [Fact]
    public void TryAdd_takes_interpolated_strings_and_utf8()
    {
        using var arena = new StringArena(new StringArenaOptions { MaximumBytes = Granule }, new FailingPageSource());
        string large = new('x', Granule);

        Assert.True(arena.TryAdd($"number {12_345}", out ArenaString number));
        Assert.True(arena.TryAdd("größer als ein Byte"u8, out ArenaString decoded));
        Assert.True(arena.TryAdd("ä\xff"u8, out ArenaString repaired));
        Assert.True(arena.TryAdd([0xff, 0x61], out ArenaString invalid));
        Assert.True(arena.TryAdd(""u8, out ArenaString empty));
        Assert.Equal(
            ("number 12345", "größer als ein Byte", "ä\xff"), (number.ToString(), decoded.ToString(), repaired.ToString()));
        Assert.Equal(("\ufffda", true), (invalid.ToString(), empty.IsEmpty));
        Assert.False(arena.TryAdd($"{large}{1}", out ArenaString refused));
        Assert.False(arena.TryAdd(new byte[Granule], out ArenaString refusedUtf8));
        Assert.Equal((default, default), (refused, refusedUtf8));

        arena.Dispose();
        Assert.False(arena.TryAdd($"number {1}", out _));
        Assert.False(arena.TryAdd("number"u8, out _));
    }

    [Fact]
    public void A_refusal_names_the_limit_and_the_length()
    {
        using var arena = new StringArena(new StringArenaOptions { MaximumBytes = 3 * Granule });
        arena.Add("a text that is kept");

        string message = Assert.Throws<OutOfMemoryException>(() => arena.Add(new string('x', 123_456))).Message;

        Assert.Contains("123456 chars", message, StringComparison.Ordinal);
        Assert.Contains("MaximumBytes of 196608, of which it holds 65536", message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, Granule, 1.02)]
    [InlineData(1 << 20, Granule, 1.02)]
    [InlineData(0, 16 << 20, 2.1)]
    [InlineData(1 << 20, 16 << 20, 2.1)]
    [InlineData(1L << 35, 16 << 20, 2.1)]
    public void Many_strings_take_little_more_memory_than_their_texts_whatever_is_reserved(
        long reservation, int largestChunk, double most)
    {
        using var arena = new StringArena(
            new StringArenaOptions { ReservedAddressBytes = reservation, MaximumChunkBytes = largestChunk });
        for (int i = 0; i < 100_000; i++)
        {
            arena.Add($"a string of thirty-four chars {i:D4}");
        }

        // 34 chars are 68 bytes, or 72 in whole units.
        Assert.Equal(7_200_000, arena.BytesUsed, 700_000d);
        Assert.InRange(arena.BytesReserved, arena.BytesUsed, (long)(arena.BytesUsed * most) + Granule);
    }

    [Fact]
    public void Values_of_every_shape_are_added()
    {
        string? nothing = null;
        string text = "text";
        object boxed = 7;

        Assert.Equal(
            $"literal|{text}|{nothing}|{text,8}|{text,-8}|{text,8:x}|{1.5}|{-42,6}|{255:X4}|{255,-8:x}|{boxed}|{boxed,4}|"
            + $"{text.AsSpan(1)}|{text.AsSpan(1),6}|{text.AsSpan(1),-6}|{(int?)null}",
            _arena.Add(
                $"literal|{text}|{nothing}|{text,8}|{text,-8}|{text,8:x}|{1.5}|{-42,6}|{255:X4}|{255,-8:x}|{boxed}|{boxed,4}|"
                + $"{text.AsSpan(1)}|{text.AsSpan(1),6}|{text.AsSpan(1),-6}|{(int?)null}").ToString());
    }

    [Fact]
    public void The_default_handler_is_one_of_the_empty_text()
    {
        StringHandler handler = default;
        Assert.Equal("", _arena.Add(ref handler).ToString());

        handler.AppendLiteral("a literal ");
        handler.AppendFormatted("and text", 10, null);
        Assert.Equal("a literal   and text", _arena.Add(ref handler).ToString());
    }

    [Fact]
    public void Refused_memory_leaves_the_arena_as_it_was()
    {
        var pages = new FailingPageSource { Fails = static _ => true };
        using var arena = new StringArena(new StringArenaOptions(), pages);

        var refused = Assert.Throws<OutOfMemoryException>(() => arena.Add("a long text"));
        Assert.Contains("operating system", refused.Message, StringComparison.Ordinal);
        Assert.Equal((0L, 0L, 0), (arena.BytesUsed, arena.BytesReserved, arena.ChunkCount));

        pages.Fails = static _ => false;
        Assert.Equal("a long text", arena.Add("a long text").ToString());
    }

    [Fact]
    public void A_hole_that_throws_leaves_the_arena_as_it_was()
    {
        Assert.Throws<FormatException>(() => _arena.Add($"a long enough text {Fail()}"));

        Assert.Equal(0, _arena.BytesUsed);
    }

    [Fact]
    public void A_disposed_arena_says_so()
    {
        ArenaString value = _arena.Add("a long text");
        ArenaString inline = _arena.Add("short");
        _arena.Dispose();
        _arena.Dispose();

        Assert.Throws<ObjectDisposedException>(() => _arena.Add("a long text"));
        Assert.Throws<ObjectDisposedException>(() => _arena.Add("short"));
        Assert.Throws<ObjectDisposedException>(() => _arena.Add(""));
        Assert.Throws<ObjectDisposedException>(() => _arena.Add("short"u8));
        Assert.Throws<ObjectDisposedException>(() => _arena.Add("a long text"u8));
        Assert.Throws<ObjectDisposedException>(() => _arena.Add($"{1}"));
        Assert.Throws<ObjectDisposedException>(_arena.Reset);
        Assert.Throws<ObjectDisposedException>(() => _arena.AsSpan(in value).Length);
        Assert.Throws<ObjectDisposedException>(() => _arena.Compare(value, value));
        Assert.Throws<ObjectDisposedException>(() => _arena.Sort([value, value]));
        Assert.Equal("short", _arena.AsSpan(in inline).ToString());
        Assert.False(value.IsAlive);
        Assert.True(inline.IsAlive);
        Assert.Equal((0L, 0L, 0), (_arena.BytesUsed, _arena.BytesReserved, _arena.ChunkCount));
    }

    [Fact]
    public void Order_is_that_of_utf16_code_units()
    {
        ArenaString surrogates = _arena.Add("\uD83D\uDE00");
        ArenaString beyond = _arena.Add("\uE000");

        Assert.True(_arena.Compare(surrogates, beyond) < 0);
        Assert.True(_arena.Compare(_arena.Add("ab"), _arena.Add("ab\0")) < 0);
        Assert.True(_arena.Compare(_arena.Add("abcd1234"), _arena.Add("abcd123")) > 0);
    }

    [Fact]
    public void A_pool_that_finds_the_memory_of_an_arena_finds_no_strings_in_it()
    {
        for (int round = 0; round < 20; round++)
        {
            using (var arena = new StringArena())
            {
                for (int i = 0; i < 30_000; i++)
                {
                    arena.Add("\u0001\u0001\u0001\u0001\uFFFF\uFFFF\uFFFF\uFFFF");
                }
            }

            using var pool = new Cenote.Strings.SegmentedStringPool();
            for (int i = 0; i < 30_000; i++)
            {
                pool.Allocate("12345678");
            }

            Assert.Equal(30_000, pool.GetStatistics().ActiveAllocations);
            Assert.Equal(30_000, pool.GetStatistics().SmallStrings);
        }
    }

    private static void Fill(StringArena arena, string[] texts)
    {
        ArenaString[] values = [.. texts.Select(text => arena.Add(text))];
        Assert.Equal(texts, values.Select(static value => value.ToString()));
    }

    private static string Fail() => throw new FormatException();
}
