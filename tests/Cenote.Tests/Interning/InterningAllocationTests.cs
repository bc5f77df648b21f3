using System.Text;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Tests.Support;

namespace Cenote.Tests.Interning;

/// <summary>Hits allocate nothing, with any input type or comparison, even under attack.</summary>
public sealed class InterningAllocationTests
{
    private static readonly string[] s_texts =
    [
        "a", "abcd", "text of 17 "
        + "chars!", "schlüssel", new string('x', 128), new string('é', 200), new string('y', 1_000), Collisions.Make(7),
    ];

    private static readonly byte[][] s_utf8 =
        [.. s_texts.Where(static text => char.IsAscii(text[0]) || text[0] == 'é').Select(Encoding.UTF8.GetBytes)];

    public static TheoryData<string> Kinds => ["ordinal", "ignoring case", "flooded"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Hits_of_an_exact_interner_allocate_nothing(string kind)
    {
        var interner = new StringInterner(new StringInternerOptions { Comparison = ComparisonOf(kind) });
        Array.ForEach(TextsOf(kind), text => interner.Intern(text));

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            foreach (string text in s_texts)
            {
                interner.Intern(text.AsSpan());
                interner.Intern(text);
                interner.TryGet(text, out _);
                interner.TryGet("missing", out _);
            }

            foreach (byte[] utf8 in s_utf8)
            {
                interner.Intern(utf8);
                interner.TryGet(utf8, out _);
            }
        }));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Hits_of_a_weak_interner_allocate_nothing(string kind)
    {
        var interner = new WeakStringInterner(new WeakStringInternerOptions { Comparison = ComparisonOf(kind) });
        string[] texts = TextsOf(kind);
        Array.ForEach(texts, text => interner.Intern(text));

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            foreach (string text in s_texts)
            {
                interner.Intern(text.AsSpan());
                interner.TryGet(text, out _);
            }

            foreach (byte[] utf8 in s_utf8)
            {
                interner.Intern(utf8);
            }
        }));
        GC.KeepAlive(texts);
    }

    [Theory]
    [InlineData(StringComparison.Ordinal)]
    [InlineData(StringComparison.OrdinalIgnoreCase)]
    public void Hits_of_a_bounded_interner_allocate_nothing(StringComparison comparison)
    {
        var interner = new BoundedStringInterner(new BoundedStringInternerOptions { Comparison = comparison });
        Array.ForEach(s_texts, text => interner.Intern(text));

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            foreach (string text in s_texts)
            {
                interner.Intern(text.AsSpan());
                interner.TryGet(text, out _);
            }

            foreach (byte[] utf8 in s_utf8)
            {
                interner.Intern(utf8);
            }
        }));
    }

    [Fact]
    public void Removing_and_adding_a_string_again_allocates_nothing()
    {
        var exact = new StringInterner();
        var weak = new WeakStringInterner();
        var bounded = new BoundedStringInterner(100);

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            foreach (string text in s_texts)
            {
                exact.Intern(text);
                exact.Remove(text);
                weak.Intern(text);
                weak.Remove(text);
                bounded.Intern(text);
                bounded.Remove(text);
            }
        }));
    }

    [Fact]
    public void Looking_up_in_a_table_allocates_nothing()
    {
        using var table = new StringTable();
        Array.ForEach(s_texts, text => table.GetOrAdd(text));

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            foreach (string text in s_texts)
            {
                table.AsSpan(table.GetOrAdd(text));
                table.TryGetId("missing", out _);
            }

            foreach (byte[] utf8 in s_utf8)
            {
                table.GetOrAdd(utf8);
            }
        }));
    }

    private static StringComparison ComparisonOf(string kind) =>
        kind == "ignoring case" ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;

    private static string[] TextsOf(string kind) =>
        [.. s_texts, .. Enumerable.Range(1_000, kind == "flooded" ? 1_000 : 0).Select(Collisions.Make)];
}
