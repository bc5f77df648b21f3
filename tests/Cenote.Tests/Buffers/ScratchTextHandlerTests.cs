using System.Globalization;
using System.Text;
using Cenote.Buffers;
using Cenote.Tests.Support;

namespace Cenote.Tests.Buffers;

/// <summary>Interpolated strings and formatted values, appended to lists that must grow.</summary>
public sealed class ScratchTextHandlerTests
{
    private static readonly CultureInfo s_german = CultureInfo.GetCultureInfo("de-DE");

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1_000)]
    public void An_interpolated_string_is_appended_as_string_makes_it(int capacity) => SteppedThread.RunOnce(() =>
    {
        string? nothing = null;
        string text = "text";
        object boxed = 7;
        DateTime date = DateTime.UnixEpoch;
        using var list = new ScratchList<char>(stackalloc char[capacity]);
        using var scratch = new ScratchList<char>(capacity);

        list.Append('[');
        list.Append(
            $"{text}|{nothing}|{text,8}|{text,-8}|{text,2}|{1.5}|{-42,6}|{-42,-6}|{255:X4}|{255,8:x}|{255,-8:x}|"
            + $"{boxed}|{date:yyyy}|{'c'}|{DayOfWeek.Friday}|{text.AsSpan(1)}|{text.AsSpan(1),6}|{text.AsSpan(1),-6}|"
            + $"{Unformattable.Instance}|{(int?)null}|{(int?)5}");
        list.Append(']');
        scratch.Append(s_german, $"{1234.5:N1} {date:d} {Localized.Instance}");

        Assert.Equal(
            $"[{text}|{nothing}|{text,8}|{text,-8}|{text,2}|{1.5}|{-42,6}|{-42,-6}|{255:X4}|{255,8:x}|{255,-8:x}|"
            + $"{boxed}|{date:yyyy}|{'c'}|{DayOfWeek.Friday}|{text.AsSpan(1)}|{text.AsSpan(1),6}|{text.AsSpan(1),-6}|"
            + $"{Unformattable.Instance}|{(int?)null}|{(int?)5}]",
            list.ToString());
        Assert.Equal("1.234,5 01.01.1970 de-DE", scratch.ToString());
    });

    [Fact]
    public void A_list_that_was_passed_on_or_is_a_field_gets_the_text() => SteppedThread.RunOnce(() =>
    {
        var list = new ScratchList<char>(stackalloc char[2]);
        Add(ref list, 5);
        var holder = new Holder { List = new ScratchList<char>(stackalloc char[1]) };
        holder.Add(6);
        holder.List.Append($"<{7}>");

        Assert.Equal(("5 and 5", "6 and 6<7>"), (list.ToString(), holder.List.ToString()));
        list.Dispose();
        holder.List.Dispose();

        static void Add(ref ScratchList<char> list, int value) => list.Append($"{value} and {value}");
    });

    [Fact]
    public void An_exception_of_a_value_leaves_the_list_with_what_was_before_it() => SteppedThread.RunOnce(() =>
    {
        using var list = new ScratchList<char>(stackalloc char[2]);
        try
        {
            list.Append($"long enough to grow {1:Z9}");
            Assert.Fail("The format was accepted.");
        }
        catch (FormatException)
        {
        }

        Assert.Equal("long enough to grow ", list.ToString());
    });

    [Fact]
    public void Values_are_formatted_one_by_one() => SteppedThread.RunOnce(() =>
    {
        using var list = new ScratchList<char>(1);
        list.AppendFormatted(1234.5, "N1", s_german);
        list.AppendFormatted(Unformattable.Instance);
        list.AppendFormatted<string?>(null);
        list.Append("text");
        list.Append('-', 3);

        Assert.Equal("1.234,5(unformattable)text---", list.ToString());
    });

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(1_000)]
    public void A_list_of_bytes_gets_the_utf8_of_what_a_list_of_chars_gets(int capacity) => SteppedThread.RunOnce(() =>
    {
        string? nothing = null;
        string text = "größer \uD83D\uDE00";
        string lone = "\uD83D|";
        DateTime date = DateTime.UnixEpoch;
        using var chars = new ScratchList<char>(8);
        using var list = new ScratchList<byte>(stackalloc byte[capacity]);
        using var scratch = new ScratchList<byte>(capacity);

        chars.Append(
            $"é{text}|{nothing}|{text,14}|{text,-14}|{text,2}|{1.5}|{-42,6}|{-42,-6}|{255:X4}|{255,8:x}|{date:yyyy}|"
            + $"{'ü',3}|{true,6}|{DayOfWeek.Friday}|{text.AsSpan(2),9}|{lone}|{Unformattable.Instance,-20}|{(int?)5}");
        list.Append((byte)'[');
        list.Append(
            $"é{text}|{nothing}|{text,14}|{text,-14}|{text,2}|{1.5}|{-42,6}|{-42,-6}|{255:X4}|{255,8:x}|{date:yyyy}|"
            + $"{'ü',3}|{true,6}|{DayOfWeek.Friday}|{text.AsSpan(2),9}|{lone}|{Unformattable.Instance,-20}|{(int?)5}");
        list.Append("]"u8);
        scratch.Append(s_german, $"{1234.5:N1} {date:d} {Localized.Instance}");

        Assert.Equal(Encoding.UTF8.GetBytes($"[{chars.ToString()}]"), list.AsSpan().ToArray());
        Assert.Equal("1.234,5 01.01.1970 de-DE", Encoding.UTF8.GetString(scratch.AsSpan()));
    });

    [OptimizedFact]
    public void Formatting_utf8_allocates_nothing() => SteppedThread.RunOnce(static () =>
    {
        Use();
        Assert.Equal(0, ManagedAllocations.Of(Use));

        static void Use()
        {
            using var list = new ScratchList<byte>(stackalloc byte[256]);
            list.Append($"number {12345,8} and {1.25:F1} at {DateTime.UnixEpoch:O} {'x'}");
            list.Append(CultureInfo.InvariantCulture, $"{-1}");
        }
    });

    [Fact]
    public void The_default_handler_says_what_to_do()
    {
        Action<ScratchTextHandler>[] uses =
        [
            static handler => handler.AppendLiteral("text"),
            static handler => handler.AppendFormatted("text"),
            static handler => handler.AppendFormatted("text".AsSpan()),
            static handler => handler.AppendFormatted("text".AsSpan(), 9),
            static handler => handler.AppendFormatted(5),
            static handler => handler.AppendFormatted(5, "X"),
            static handler => handler.AppendFormatted(5, 9),
            static handler => handler.AppendFormatted(5, 9, "X"),
        ];
        Assert.All(uses, static use =>
            Assert.Contains(
                "list.Append(", Assert.Throws<InvalidOperationException>(() => use(default)).Message, StringComparison.Ordinal));
    }

    [Fact]
    public void Values_are_formatted_into_chars_and_bytes_only() => SteppedThread.RunOnce(() =>
    {
        var refusal = Assert.Throws<NotSupportedException>(static () =>
        {
            using var list = new ScratchList<int>(5);
            list.AppendFormatted(5);
        });

        Assert.Contains("Int32", refusal.Message, StringComparison.Ordinal);
        using var numbers = new ScratchList<int>(5);
        numbers.Append(1);
        Assert.Equal("ScratchList<Int32>[1]", numbers.ToString());
    });

    [Fact]
    public void A_value_that_says_it_wrote_more_than_there_was_room_for_is_refused() => SteppedThread.RunOnce(() =>
        Assert.Throws<ArgumentOutOfRangeException>(static () =>
        {
            using var list = new ScratchList<char>(stackalloc char[4]);
            list.AppendFormatted(default(Liar));
        }));

    private ref struct Holder
    {
        public ScratchList<char> List;

        public void Add(int value) => List.Append($"{value} and {value}");
    }

    private sealed class Unformattable
    {
        public static readonly Unformattable Instance = new();

        public override string ToString() => "(unformattable)";
    }

    private sealed class Localized : IFormattable
    {
        public static readonly Localized Instance = new();

        public string ToString(string? format, IFormatProvider? formatProvider) => ((CultureInfo)formatProvider!).Name;
    }

    private struct Liar : ISpanFormattable
    {
        public readonly string ToString(string? format, IFormatProvider? formatProvider) => "";

        public readonly bool TryFormat(
            Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            charsWritten = destination.Length + 1;
            return true;
        }
    }
}
