using System.Globalization;
using Cenote.Strings;

namespace Cenote.Tests.Strings;

public sealed class PooledStringHandlerTests : IDisposable
{
    private readonly SegmentedStringPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void An_interpolated_string_comes_out_as_the_compiler_makes_it()
    {
        int number = -42;
        string? nothing = null;
        object boxed = 1.5;
        var date = new DateTime(2024, 2, 29, 0, 0, 0, DateTimeKind.Utc);
        ReadOnlySpan<char> span = "span";

        Check($"literal {{braces}}", _pool.Allocate($"literal {{braces}}"));
        Check($"{number}", _pool.Allocate($"{number}"));
        Check($"a{number:D5}b", _pool.Allocate($"a{number:D5}b"));
        Check($"a{number,8}b", _pool.Allocate($"a{number,8}b"));
        Check($"a{number,-8:x}b", _pool.Allocate($"a{number,-8:x}b"));
        Check($"a{nothing}b", _pool.Allocate($"a{nothing}b"));
        Check($"a{nothing,3}b", _pool.Allocate($"a{nothing,3}b"));
        Check($"a{"text",6}b", _pool.Allocate($"a{"text",6}b"));
        Check($"a{boxed}b{boxed:F3}", _pool.Allocate($"a{boxed}b{boxed:F3}"));
        Check($"{date:yyyy-MM-dd}", _pool.Allocate($"{date:yyyy-MM-dd}"));
        Check($"a{span}b{span,6}c{span,-6}d", _pool.Allocate($"a{span}b{span,6}c{span,-6}d"));
        Check($"{'c'}{DayOfWeek.Monday}{Guid.Empty}", _pool.Allocate($"{'c'}{DayOfWeek.Monday}{Guid.Empty}"));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(1_000)]
    [InlineData(100_000)]
    public void Holes_of_any_length_are_formatted(int length)
    {
        string text = new('x', length);

        Check($"<{text}|{text}>", _pool.Allocate($"<{text}|{text}>"));
    }

    [Fact]
    public void Pooled_strings_are_formatted_into_new_ones()
    {
        PooledStringRef handle = _pool.Allocate("pooled");

        Check("<pooled|  pooled|>", _pool.Allocate($"<{handle}|{handle,8}|{PooledStringRef.Empty}>"));
    }

    [Fact]
    public void The_current_culture_formats_as_it_does_for_string()
    {
        CultureInfo before = CultureInfo.CurrentCulture;
        try
        {
            var comma = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            comma.NumberFormat.NumberDecimalSeparator = ",";
            CultureInfo.CurrentCulture = comma;

            Check("1,5", _pool.Allocate($"{1.5}"));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void A_hole_that_throws_leaves_the_pool_as_it_was()
    {
        Assert.Throws<FormatException>(() => _pool.Allocate($"text {Fail()}"));

        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void Short_results_are_treated_like_short_text()
    {
        using var pool = new SegmentedStringPool(
            new SegmentedStringPoolOptions { MinimumLength = 3, ShortStrings = ShortStrings.Throw });

        Assert.Throws<ArgumentException>(() => pool.Allocate($"{12}"));
        Assert.Equal("123", pool.Allocate($"{123}").ToString());
    }

    private static void Check(string expected, PooledStringRef actual) => Assert.Equal(expected, actual.ToString());

    private static string Fail() => throw new FormatException();
}
