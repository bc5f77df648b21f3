using System.Globalization;
using System.Runtime.CompilerServices;
using Cenote.Arenas;
using Cenote.Strings;
using Cenote.Tests.Support;
using Cenote.Text;
using Xunit.Abstractions;

namespace Cenote.Tests.Text;

/// <summary>Interpolated strings in pools and arenas equal those of the framework.</summary>
public sealed class FormattedTextTests(ITestOutputHelper output)
{
    private static readonly CultureInfo s_german = CultureInfo.GetCultureInfo("de-DE");

    [Fact]
    public void Random_pieces_make_the_text_that_the_framework_makes()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int round = 0; round < RunSettings.Length(20_000); round++)
        {
            IFormatProvider? provider = random.Next(4) switch
            {
                0 => null,
                1 => s_german,
                2 => CultureInfo.InvariantCulture,
                _ => new Shouting(),
            };
            var expected = new DefaultInterpolatedStringHandler(0, 0, provider);
            FormattedText text = default;
            text.Start(provider);
            for (int piece = random.Next(12); piece > 0; piece--)
            {
                Append(random, ref expected, ref text);
            }

            Assert.Equal(expected.ToStringAndClear(), text.Text.ToString());
            if (random.Next(5) > 0)
            {
                text.Clear();
                Assert.True(text.Text.IsEmpty);
            }
        }
    }

    [Fact]
    public void Values_are_formatted_by_the_provider_that_is_given()
    {
        using var pool = new SegmentedStringPool();
        using var concurrent = new ConcurrentStringPool();
        using var contiguous = new UnmanagedStringPool(100);
        using var synchronized = new SynchronizedStringPool(new UnmanagedStringPool(100));
        using var utf8 = new Utf8StringPool();
        using var arena = new StringArena();
        using var list = new StringArenaList();
        const double Value = 1234.5;
        const string Expected = "1.234,50 and 1234,5";

        Assert.Equal(Expected, pool.Allocate(s_german, $"{Value:N2} and {Value}").ToString());
        Assert.True(pool.TryAllocate(s_german, $"{Value:N2} and {Value}", out PooledStringRef handle));
        Assert.Equal(Expected, handle.ToString());
        Assert.Equal(Expected, concurrent.Allocate(s_german, $"{Value:N2} and {Value}").ToString());
        Assert.Equal(Expected, contiguous.Allocate(s_german, $"{Value:N2} and {Value}").ToString());
        Assert.True(contiguous.TryAllocate(s_german, $"{Value:N2} and {Value}", out PooledString moving));
        Assert.Equal(Expected, moving.ToString());
        PooledStringId id = synchronized.Allocate(s_german, $"{Value:N2} and {Value}");
        Assert.True(synchronized.TryGetString(id, out string? copy));
        Assert.Equal(Expected, copy);
        Assert.Equal(Expected, utf8.Allocate(s_german, $"{Value:N2} and {Value}").ToString());
        Assert.True(utf8.TryAllocate(s_german, $"{Value:N2} and {Value}", out PooledUtf8String bytes));
        Assert.Equal(Expected, bytes.ToString());
        Assert.Equal(Expected, arena.Add(s_german, $"{Value:N2} and {Value}").ToString());
        Assert.True(arena.TryAdd(s_german, $"{Value:N2} and {Value}", out ArenaString added));
        Assert.Equal(Expected, added.ToString());
        list.Add(s_german, $"{Value:N2} and {Value}");
        Assert.Equal(Expected, list[0].ToString());
    }

    [Fact]
    public void A_value_may_format_text_of_its_own()
    {
        using var pool = new SegmentedStringPool();
        using var arena = new StringArena();

        Assert.Equal("<<1>>", pool.Allocate($"<{new Nested(pool, 1)}>").ToString());
        Assert.Equal("a <1> b <2> c", arena.Add($"a {new Nested(pool, 1)} b {new Nested(pool, 2)} c").ToString());
    }

    [Fact]
    public void A_value_that_throws_leaves_nothing_behind()
    {
        using var pool = new SegmentedStringPool();

        Assert.Throws<TimeoutException>(() => pool.Allocate($"lost {new Lying(null)}"));

        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal("found 1", pool.Allocate($"found {1}").ToString());
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    [InlineData(1 << 14)]
    [InlineData(int.MaxValue)]
    public void A_value_that_says_that_it_wrote_what_it_cannot_have_written_is_refused(int written)
    {
        using var pool = new SegmentedStringPool();

        Assert.ThrowsAny<ArgumentException>(() => pool.Allocate($"{new Lying(written)} and more"));
        Assert.ThrowsAny<ArgumentException>(() => pool.Allocate($"{new Lying(written)}"));

        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal("found 1", pool.Allocate($"found {1}").ToString());
    }

    [Theory]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(1_024)]
    [InlineData(20_000)]
    public void A_text_outgrows_its_buffers_in_the_middle_of_a_number(int before)
    {
        using var pool = new SegmentedStringPool();
        string start = new('x', before - 3);

        Assert.Equal(start + "00012345", pool.Allocate($"{start}{12345:D8}").ToString());
        Assert.Equal(start + "1234567", pool.Allocate($"{start}{1234567}").ToString());
        Assert.Equal(start + "-00012345", pool.Allocate($"{start}{-12345:D8}").ToString());
    }

    [Fact]
    public void Encoding_brief_texts_gives_what_encoding_long_ones_gives()
    {
        using var pool = new Utf8StringPool();
        for (int length = 0; length < 300; length++)
        {
            foreach (string unit in (string[])["x", "é", "€", "\ud800", "\udc00"])
            {
                string text = string.Concat(Enumerable.Repeat(unit, length));
                Assert.True(pool.TryAllocate(text, out PooledUtf8String expected));
                Assert.True(pool.Allocate(text).Equals(expected));
            }
        }
    }

    private static void Append(Random random, ref DefaultInterpolatedStringHandler expected, ref FormattedText text)
    {
        int number = random.Next();
        string chars = Texts.Random(random, random.Next(20) == 0 ? 3_000 : random.Next(30));
        switch (random.Next(15))
        {
            case 0:
                expected.AppendFormatted(number);
                text.Append(number, null);
                break;
            case 1:
                expected.AppendFormatted(number / 7.0, "N3");
                text.Append(number / 7.0, "N3");
                break;
            case 2:
                expected.AppendFormatted((DayOfWeek)(number % 9));
                text.Append((DayOfWeek)(number % 9), null);
                break;
            case 3:
                expected.AppendFormatted((DayOfWeek)(number % 9), "D");
                text.Append((DayOfWeek)(number % 9), "D");
                break;
            case 4:
                expected.AppendFormatted<object?>(null);
                text.Append<object?>(null, null);
                break;
            case 5:
                expected.AppendFormatted<object>(new Version(1, number));
                text.Append<object>(new Version(1, number), null);
                break;
            case 6:
                expected.AppendFormatted<FormattableString>($"{number:N0}, {chars}");
                text.Append<FormattableString>($"{number:N0}, {chars}", null);
                break;
            case 7:
                expected.AppendFormatted<int?>(number % 2 == 0 ? number : null, "x");
                text.Append<int?>(number % 2 == 0 ? number : null, "x");
                break;
            case 8:
                expected.AppendFormatted(number, (number % 40) - 20, "N0");
                text.AppendPadded(number, (number % 40) - 20, "N0");
                break;
            case 9:
                expected.AppendFormatted(chars.AsSpan(), (number % 40) - 20);
                text.AppendPadded(chars.AsSpan(), (number % 40) - 20);
                break;
            case 12:
                int whole = (number >> random.Next(31)) * ((number % 3) - 1);
                string digits = random.Next(5) == 0 ? "d4" : $"D{random.Next(12)}";
                expected.AppendFormatted(whole, digits);
                text.Append(whole, digits);
                break;
            case 13:
                long large = ((long)number << random.Next(32)) * ((number % 3) - 1);
                expected.AppendFormatted(large, "D9");
                text.Append(large, "D9");
                break;
            case 10:
                expected.AppendFormatted(new DateTime(number * 100_000_000L));
                text.Append(new DateTime(number * 100_000_000L), null);
                break;
            default:
                expected.AppendLiteral(chars);
                text.Append(chars);
                break;
        }
    }

    private sealed class Shouting : IFormatProvider, ICustomFormatter
    {
        public object? GetFormat(Type? formatType) => formatType == typeof(ICustomFormatter) ? this : null;

        public string Format(string? format, object? arg, IFormatProvider? formatProvider) => $"{arg}".ToUpperInvariant() + "!";
    }

    private readonly struct Nested(SegmentedStringPool pool, int number) : ISpanFormattable
    {
        public string ToString(string? format, IFormatProvider? formatProvider) => throw new NotSupportedException();

        public bool TryFormat(
            Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            using PooledStringRef text = pool.Allocate($"<{number}>");
            charsWritten = text.Length;
            return text.AsSpan().TryCopyTo(destination);
        }
    }

    private readonly struct Lying(int? written) : ISpanFormattable
    {
        public string ToString(string? format, IFormatProvider? formatProvider) => throw new NotSupportedException();

        public bool TryFormat(
            Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            charsWritten = written ?? throw new TimeoutException();
            return true;
        }
    }
}
