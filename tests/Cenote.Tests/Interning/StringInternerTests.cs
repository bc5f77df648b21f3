using System.Text;
using Cenote.Interning;
using Cenote.Tests.Support;

namespace Cenote.Tests.Interning;

public sealed class StringInternerTests
{
    private const int Longest = 200;

    [Fact]
    public void Equal_texts_get_the_same_instance_in_every_form()
    {
        var interner = new StringInterner();
        for (int length = 1; length <= Longest; length++)
        {
            string text = string.Create(length, length, static (chars, seed) => new Random(seed).GetItems("abcdefgh\0~", chars));

            string first = interner.Intern(text.AsSpan());

            Assert.Equal(text, first);
            Assert.NotSame(text, first);
            Assert.Same(first, interner.Intern(text));
            Assert.Same(first, interner.Intern($"xx{text}x".AsSpan(2, length)));
            Assert.Same(first, interner.Intern(Encoding.UTF8.GetBytes(text)));
            Assert.True(interner.TryGet(text, out string? found));
            Assert.True(interner.TryGet(Encoding.UTF8.GetBytes(text), out string? inUtf8));
            Assert.Same(first, found);
            Assert.Same(first, inUtf8);
        }

        Assert.Equal(Longest, interner.Count);
    }

    [Fact]
    public void A_new_string_is_interned_itself()
    {
        var interner = new StringInterner();
        string text = new('x', 20);

        Assert.Same(text, interner.Intern(text));
        Assert.Same(text, interner.Intern(new string('x', 20)));
    }

    [Fact]
    public void A_text_in_utf8_can_be_the_first()
    {
        var interner = new StringInterner();
        foreach (string text in new[] { "a", "ascii", "schlüssel", new string('x', 1_000), new string('é', 1_000) })
        {
            string first = interner.Intern(Encoding.UTF8.GetBytes(text));

            Assert.Equal(text, first);
            Assert.Same(first, interner.Intern(text));
        }
    }

    // The UTF-8 bytes of é are the Latin-1 chars Ã©.
    [Fact]
    public void Bytes_that_are_not_ascii_are_not_taken_for_chars()
    {
        var interner = new StringInterner();
        for (int padding = 0; padding < 100; padding++)
        {
            string pad = new('p', padding);
            interner.Intern(pad + "Ã©");

            Assert.Equal(pad + "é", interner.Intern(Encoding.UTF8.GetBytes(pad + "é")));
        }
    }

    [Fact]
    public void Invalid_utf8_counts_as_the_replacement_character()
    {
        var interner = new StringInterner();

        Assert.Same(interner.Intern("a\uFFFDb"), interner.Intern([(byte)'a', 0xff, (byte)'b']));
        Assert.False(interner.TryGet([0xff], out _));
    }

    [Fact]
    public void Texts_that_are_not_valid_utf16_are_kept_as_they_are()
    {
        var interner = new StringInterner();

        Assert.Equal("\ud800", interner.Intern("\ud800".AsSpan()));
        Assert.NotSame(interner.Intern("\ud800"), interner.Intern("\ud801"));
    }

    [Fact]
    public void The_empty_text_is_the_empty_string_and_takes_no_place()
    {
        var interner = new StringInterner();

        Assert.Same(string.Empty, interner.Intern(ReadOnlySpan<char>.Empty));
        Assert.Same(string.Empty, interner.Intern(string.Empty));
        Assert.Same(string.Empty, interner.Intern(ReadOnlySpan<char>.Empty));
        Assert.True(interner.TryGet("", out string? found));
        Assert.Same(string.Empty, found);
        Assert.False(interner.Remove(""));
        Assert.Equal(0, interner.Count);
    }

    [Fact]
    public void What_is_not_there_is_not_found_and_not_added()
    {
        var interner = new StringInterner();

        Assert.False(interner.TryGet("missing", out string? found));
        Assert.Null(found);
        Assert.False(interner.Remove("missing"));
        Assert.Equal(0, interner.Count);
    }

    [Fact]
    public void A_removed_text_gets_another_instance()
    {
        var interner = new StringInterner();
        string first = interner.Intern("text".AsSpan());

        Assert.True(interner.Remove("text"));
        Assert.False(interner.Remove("text"));
        Assert.False(interner.TryGet("text", out _));
        Assert.NotSame(first, interner.Intern("text".AsSpan()));
        Assert.Equal(1, interner.Count);
    }

    [Fact]
    public void Clearing_forgets_everything()
    {
        var interner = new StringInterner();
        string[] first = [.. Enumerable.Range(0, 1_000).Select(i => interner.Intern($"{i}".AsSpan()))];

        interner.Clear();

        Assert.Equal(0, interner.Count);
        Assert.All(Enumerable.Range(0, 1_000), i => Assert.NotSame(first[i], interner.Intern($"{i}".AsSpan())));
        Assert.Equal(1_000, interner.Count);
        Assert.Equal(1_000, interner.GetStatistics().Removals);
    }

    [Fact]
    public void Trimming_gives_back_a_large_table_and_keeps_every_instance()
    {
        var interner = new StringInterner();
        string[] all = [.. Enumerable.Range(0, 20_000).Select(i => interner.Intern($"{i}".AsSpan()))];
        Array.ForEach(all[50..], text => Assert.True(interner.Remove(text)));
        long before = interner.GetStatistics().TableBytes;

        long given = interner.Trim();

        Assert.InRange(interner.GetStatistics().TableBytes, 1, before / 50);
        Assert.Equal(before - interner.GetStatistics().TableBytes, given);
        Assert.All(all[..50], text => Assert.Same(text, interner.Intern(text.AsSpan())));
        Assert.Equal(50, interner.Count);
    }

    [Fact]
    public void With_room_from_the_start_the_table_does_not_grow()
    {
        var interner = new StringInterner(new StringInternerOptions { Capacity = 10_000 });
        long before = interner.GetStatistics().TableBytes;

        for (int i = 0; i < 10_000; i++)
        {
            interner.Intern($"{i}");
        }

        Assert.Equal(before, interner.GetStatistics().TableBytes);
        Assert.InRange(interner.GetStatistics().Capacity, 10_000, 40_000);
    }

    [Fact]
    public void A_text_that_is_too_long_is_never_kept()
    {
        var interner = new StringInterner(new StringInternerOptions { MaximumLength = 10 });
        string tooLong = new('x', 11);

        Assert.Same(tooLong, interner.Intern(tooLong));
        Assert.NotSame(interner.Intern(tooLong.AsSpan()), interner.Intern(tooLong.AsSpan()));
        Assert.NotSame(interner.Intern("xxxxxxxxxxx"u8), interner.Intern("xxxxxxxxxxx"u8));
        Assert.False(interner.TryGet(tooLong, out _));
        Assert.Equal(0, interner.Count);

        // This string has 10 chars, and 20 bytes as UTF-8: the limit is in chars.
        string fits = new('é', 10);
        Assert.Same(interner.Intern(Encoding.UTF8.GetBytes(fits)), interner.Intern(fits));
        Assert.Equal(1, interner.Count);
    }

    [Fact]
    public void A_text_that_does_not_fit_the_limit_of_bytes_is_refused_until_others_are_removed()
    {
        // This limit has space for two strings of two to five chars, 32 bytes each.
        var interner = new StringInterner(new StringInternerOptions { MaximumBytes = 64 });
        string first = interner.Intern("11".AsSpan());
        string second = interner.Intern("2222".AsSpan());
        string third = new("333");

        Assert.Contains(
            "MaximumBytes of "
            + "64", Assert.Throws<OutOfMemoryException>(() => interner.Intern(third)).Message, StringComparison.Ordinal);
        Assert.Throws<OutOfMemoryException>(() => interner.Intern("333".AsSpan()));
        Assert.Throws<OutOfMemoryException>(() => interner.Intern("333"u8));
        Assert.False(interner.TryIntern(third, out string? refused));
        Assert.Null(refused);
        Assert.False(interner.TryIntern("333".AsSpan(), out _));
        Assert.False(interner.TryIntern("333"u8, out _));
        Assert.True(interner.TryIntern("11".AsSpan(), out string? known));
        Assert.Same(first, known);
        Assert.False(interner.TryGet("333", out _));
        Assert.Same(first, interner.Intern("11".AsSpan()));
        Assert.Same(second, interner.Intern("2222".AsSpan()));

        Assert.True(interner.Remove("11"));
        Assert.Same(third, interner.Intern(third));
        Assert.Same(third, interner.Intern("333".AsSpan()));
        Assert.Equal(64, interner.GetStatistics().StringBytes);

        interner.Clear();
        Assert.Same(third, interner.Intern(third));
        Assert.Equal(1, interner.Count);
    }

    [Fact]
    public void The_limit_of_bytes_is_filled_and_never_exceeded()
    {
        const long Limit = 100_000;
        var interner = new StringInterner(new StringInternerOptions { MaximumBytes = Limit });
        for (int i = 0; i < 10_000; i++)
        {
            Assert.Equal(i < Limit / 32, interner.TryIntern($"{i:D4}".AsSpan(), out _));
        }

        InternerStatistics statistics = interner.GetStatistics();
        Assert.Equal(Limit / 32, statistics.Count);
        Assert.Equal(Limit, statistics.StringBytes);
        Assert.InRange(statistics.Capacity, statistics.Count, 4 * statistics.Count);
    }

    [Fact]
    public void Ignoring_case_the_first_spelling_stands_for_all()
    {
        var interner = new StringInterner(new StringInternerOptions { Comparison = StringComparison.OrdinalIgnoreCase });
        string first = interner.Intern("Straße ÄÖÜ".AsSpan());

        Assert.Same(first, interner.Intern("STRAßE äöü"));
        Assert.Same(first, interner.Intern("straße Äöü"u8));
        Assert.True(interner.TryGet("straße äöü", out string? found) && interner.TryGet("straße äöü"u8, out _));
        Assert.Same(first, found);
        Assert.NotSame(first, interner.Intern("strasse äöü"));
        Assert.Same(string.Empty, interner.Intern(""));
        Assert.True(interner.Remove("sTRAßE äöü"));
        Assert.Equal(1, interner.Count);
    }

    [Fact]
    public void Statistics_say_what_the_strings_take()
    {
        var interner = new StringInterner();
        interner.Intern("1234");
        interner.Intern("12345");
        interner.Remove("1234");

        InternerStatistics statistics = interner.GetStatistics();

        // 8 bytes of header, 8 of type, 4 of length, 2 per char and terminator, rounded up to 8.
        Assert.Equal(32, statistics.StringBytes);
        Assert.Equal((1, 2L, 1L, 0), (statistics.Count, statistics.Additions, statistics.Removals, statistics.Rehashes));
        Assert.True(statistics.TableBytes > 0);
    }

    [Fact]
    public void Bad_input_is_refused()
    {
        Assert.Throws<ArgumentNullException>(() => new StringInterner().Intern((string)null!));
        Refused.Option("Capacity", () => new StringInterner(new StringInternerOptions { Capacity = -1 }));
        Refused.Option("MaximumBytes", () => new StringInterner(new StringInternerOptions { MaximumBytes = 0 }));
        Refused.Option("MaximumLength", () => new StringInterner(new StringInternerOptions { MaximumLength = 0 }));
        Refused.Option(
            "Comparison", () => new StringInterner(new StringInternerOptions { Comparison = StringComparison.InvariantCulture }));
        Refused.Option("Capacity", () => new WeakStringInterner(new WeakStringInternerOptions { Capacity = -1 }));
        Refused.Option("MaximumLength", () => new WeakStringInterner(new WeakStringInternerOptions { MaximumLength = 0 }));
        Refused.Option(
            "Comparison",
            () => new WeakStringInterner(new WeakStringInternerOptions { Comparison = StringComparison.CurrentCulture }));
        Assert.Throws<ArgumentNullException>(() => new WeakStringInterner().Intern((string)null!));
    }

    [Theory]
    [InlineData(int.MinValue)]
    [InlineData(-1)]
    [InlineData(int.MaxValue)]
    [InlineData(1_600_000_000)]
    public void Capacities_that_no_table_has_are_refused_by_name(int capacity)
    {
        Refused.Option("Capacity", () => new StringInterner(new StringInternerOptions { Capacity = capacity }));
        Refused.Option("Capacity", () => new WeakStringInterner(new WeakStringInternerOptions { Capacity = capacity }));
    }

    [Fact]
    public void The_smallest_and_the_largest_limits_work()
    {
        var none = new StringInterner(new StringInternerOptions { MaximumBytes = 1, MaximumLength = 1 });
        Assert.Throws<OutOfMemoryException>(() => none.Intern("a"));
        Assert.False(none.TryIntern("a", out _));
        Assert.Equal("ab", none.Intern("ab"));
        Assert.Same(string.Empty, none.Intern(""));
        Assert.Equal(0, none.Count);

        var all = new StringInterner(new StringInternerOptions { MaximumBytes = long.MaxValue, MaximumLength = int.MaxValue });
        Assert.Same(all.Intern("a"), all.Intern("a".AsSpan()));
        var nearlyAll = new StringInterner(new StringInternerOptions { MaximumBytes = long.MaxValue - 1 });
        Assert.Same(nearlyAll.Intern("a"), nearlyAll.Intern("a".AsSpan()));
        var bounded = new BoundedStringInterner(
            new BoundedStringInternerOptions { Capacity = 1, MaximumBytes = 1, MaximumLength = 1 });
        Assert.Equal("a", bounded.Intern("a"));
        Assert.Equal(0, bounded.Count);
        Refused.Option("MaximumBytes", () => new StringInterner(new StringInternerOptions { MaximumBytes = long.MinValue }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new BoundedStringInterner(int.MinValue));
    }
}
