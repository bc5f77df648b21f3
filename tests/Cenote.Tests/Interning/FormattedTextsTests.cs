using Cenote.Collections;
using Cenote.Formatting;
using Cenote.Interning;
using Cenote.Tests.Support;

namespace Cenote.Tests.Interning;

/// <summary>
/// Interpolated strings, which are formatted in rented memory and become strings only if they are interned.
/// </summary>
public sealed class FormattedTextsTests
{
    [Fact]
    public void They_are_the_texts_that_string_interpolation_makes()
    {
        using var table = new StringTable();
        var exact = new StringInterner();
        var bounded = new BoundedStringInterner(64);
        var weak = new WeakStringInterner();
        object? nothing = null;
        string text = $"{1.5:F3}|{"name",8}|{'c',-3}|{nothing}|{DayOfWeek.Friday}|{new string('x', 1_000)}|{"span".AsSpan(),6}";

        Assert.Equal(
            text, exact.Intern(
                $"{1.5:F3}|{"name",8}|{'c',-3}|{nothing}|{DayOfWeek.Friday}|{new string('x', 1_000)}|{"span".AsSpan(),6}"));
        Assert.Equal(text, table.AsSpan(table.GetOrAdd($"{text}")));
        Assert.True(exact.TryGet($"{text}", out string? inExact) && exact.TryIntern($"{text}", out _));
        Assert.True(bounded.TryIntern($"{text}", out string? inBounded) && bounded.TryGet($"{text}", out _));
        Assert.True(weak.TryIntern($"{text}", out string? inWeak) && weak.TryGet($"{text}", out _));
        Assert.True(table.TryGetId($"{text}", out int id) && table.TryGetOrAdd($"{text}", out int added) && id == added);
        Assert.Equal((text, text, text), (inExact, inBounded, inWeak));
        Assert.Same(inBounded, bounded.Intern($"{text}"));
        Assert.Same(inWeak, weak.Intern($"{text}"));
        Assert.False(exact.TryGet($"{text}?", out _));
        Assert.False(exact.Remove($"{text}?") || bounded.Remove($"{text}?") || weak.Remove($"{text}?"));
        Assert.True(exact.Remove($"{text}") && bounded.Remove($"{text}") && weak.Remove($"{text}"));
        Assert.False(exact.TryGet(text, out _) || bounded.TryGet(text, out _) || weak.TryGet(text, out _));
        GC.KeepAlive(inWeak);
    }

    [OptimizedFact]
    public void A_text_that_is_there_allocates_nothing()
    {
        using var table = new StringTable();
        var exact = new StringInterner();
        var bounded = new BoundedStringInterner(64);
        var weak = new WeakStringInterner();
        string held = weak.Intern($"user {42} of {7}");

        long allocated = ManagedAllocations.Of(() =>
        {
            table.GetOrAdd($"user {42} of {7}");
            table.TryGetOrAdd($"user {42} of {7}", out _);
            table.TryGetId($"user {42} of {7}", out _);
            exact.Intern($"user {42} of {7}");
            exact.TryIntern($"user {42} of {7}", out _);
            exact.TryGet($"user {42} of {7}", out _);
            bounded.Intern($"user {42} of {7}");
            weak.Intern($"user {42} of {7}");
            exact.Remove($"user {42} of none");
            bounded.Remove($"user {42} of none");
            weak.Remove($"user {42} of none");
        });

        Assert.Equal(0, allocated);
        GC.KeepAlive(held);
    }

    [OptimizedFact]
    public void A_value_or_a_table_that_throws_costs_a_buffer_and_no_more()
    {
        using var table = new StringTable(new StringTableOptions { MaximumCount = 1 });
        table.GetOrAdd("one");
        var failing = new Failing();
        long fewest = long.MaxValue;
        for (int i = 0; i < 300; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            TryAdd(table, failing);
            fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        // Allows for two exceptions and, for each, the growth of the thread's buffer from 2 to 16 KiB.
        Assert.InRange(fewest, 1, 9_000 + (2 * 30 * 1_024));

        static void TryAdd(StringTable table, Failing failing)
        {
            try
            {
                table.GetOrAdd($"{new Long()}{failing}");
            }
            catch (FormatException)
            {
            }

            try
            {
                table.GetOrAdd($"{new Long()}");
            }
            catch (OutOfMemoryException)
            {
            }
        }
    }

    [Fact]
    public void The_default_handler_is_the_empty_text()
    {
        using var table = new StringTable();
        var handler = default(StringHandler);

        int id = table.GetOrAdd(ref handler);

        Assert.Equal("", table.AsSpan(id));
        Assert.Same(string.Empty, new StringInterner().Intern(ref handler));
        handler.AppendLiteral("text");
        handler.AppendFormatted(5);
        Assert.Equal("text5", new StringInterner().Intern(ref handler));
        Assert.Same(string.Empty, new StringInterner().Intern(ref handler));
    }

    // Longer than the array that is rented first.
    private readonly struct Long : ISpanFormattable
    {
        public string ToString(string? format, IFormatProvider? formatProvider) => new('l', 5_000);

        public bool TryFormat(Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            bool fits = destination.Length >= 5_000;
            charsWritten = fits ? 5_000 : 0;
            destination[..charsWritten].Fill('l');
            return fits;
        }
    }

    private sealed class Failing : ISpanFormattable
    {
        private readonly FormatException _failure = new();

        public string ToString(string? format, IFormatProvider? formatProvider) => throw _failure;

        public bool TryFormat(
            Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider) => throw _failure;
    }
}
