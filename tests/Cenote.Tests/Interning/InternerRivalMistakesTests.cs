using System.Text;
using Cenote.Interning;
using Cenote.Text;

namespace Cenote.Tests.Interning;

/// <summary>Bugs of other interners. A comment before a test describes the bug of the other interner.</summary>
public sealed class InternerRivalMistakesTests
{
    // The same bits chose map and bucket, so each map used only 2 of 64 buckets.
    [Fact]
    public void Shares_of_the_hash_are_independent()
    {
        const int Texts = 200_000;
        int[,] counts = new int[16, 16];
        for (int i = 0; i < Texts; i++)
        {
            ulong hash = KeyHash.ComputeLong($"{i}");
            counts[hash & 15, hash >> 60]++;
        }

        // Stripe and tag are independent. The tolerance is six standard deviations.
        Assert.All(counts.Cast<int>(), static count => Assert.InRange(count, (Texts / 256) - 170, (Texts / 256) + 170));
    }

    [Fact]
    public void A_bounded_interner_uses_all_its_sets()
    {
        var interner = new BoundedStringInterner(2_048);
        for (int i = 0; i < 100_000; i++)
        {
            interner.Intern($"{i}");
        }

        Assert.Equal(2_048, interner.Count);
    }

    // Adding a string replaced the instance that callers already had.
    [Fact]
    public void An_equal_string_does_not_replace_the_first_one()
    {
        var exact = new StringInterner();
        var bounded = new BoundedStringInterner(8);
        var weak = new WeakStringInterner();
        string first = new('x', 5);

        Assert.Same(first, exact.Intern(first));
        Assert.Same(first, exact.Intern(new string('x', 5)));
        Assert.Same(first, bounded.Intern(first));
        Assert.Same(first, bounded.Intern(new string('x', 5)));
        Assert.Same(first, weak.Intern(first));
        Assert.Same(first, weak.Intern(new string('x', 5)));
    }

    // A pool of 2,048 kept 94.6 % of 2,048 strings. An exact interner keeps all strings; a bounded interner reports how many it
    // keeps.
    [Fact]
    public void An_exact_interner_keeps_every_string()
    {
        var interner = new StringInterner(new StringInternerOptions { Capacity = 2_048 });
        string[] kept = [.. Enumerable.Range(0, 2_048).Select(i => interner.Intern($"{i}".AsSpan()))];

        Assert.All(kept, text => Assert.Same(text, interner.Intern(text.AsSpan())));
    }

    // An index that was not masked was out of range, so the lookup threw.
    [Fact]
    public void Asking_for_a_text_that_begins_with_any_char_throws_nothing()
    {
        var exact = new StringInterner();
        var bounded = new BoundedStringInterner(10);
        var weak = new WeakStringInterner();
        for (int first = 0; first <= char.MaxValue; first++)
        {
            string text = (char)first + "hello";
            Assert.False(exact.TryGet(text, out _) || bounded.TryGet(text, out _) || weak.TryGet(text, out _));
        }
    }

    // All strings with the same first letter shared one lock and a capacity of 2,000 strings.
    [Fact]
    public void Texts_that_begin_alike_have_as_much_room_as_others()
    {
        var interner = new BoundedStringInterner(20_000);
        string[] texts = [.. Enumerable.Range(0, 10_000).Select(static i => $"same {i}")];
        Array.ForEach(texts, text => interner.Intern(text));

        Assert.InRange(texts.Count(text => interner.TryGet(text, out _)), 9_800, 10_000);
    }

    // A pool kept only one string per 32-bit hash, so 418 of 400,000 live strings lost their instance.
    [Fact]
    public void Strings_with_the_same_32_bits_of_hash_keep_their_instances()
    {
        var byHash = new Dictionary<uint, string>();
        var colliding = new List<string>();
        for (int i = 0; colliding.Count < 20; i++)
        {
            string text = $"text {i}";
            if (!byHash.TryAdd((uint)KeyHash.ComputeLong(text), text))
            {
                colliding.Add(text);
                colliding.Add(byHash[(uint)KeyHash.ComputeLong(text)]);
            }
        }

        var exact = new StringInterner();
        var weak = new WeakStringInterner();
        colliding.ForEach(text => exact.Intern(text));
        colliding.ForEach(text => weak.Intern(text));

        Assert.All(colliding, text => Assert.Same(text, exact.Intern(text.AsSpan())));
        Assert.All(colliding, text => Assert.Same(text, weak.Intern(text.AsSpan())));
    }

    // Strings of more than 640 chars, or 320 bytes of UTF-8, were never interned.
    [Fact]
    public void Long_texts_are_interned_unless_an_option_says_otherwise()
    {
        var interner = new StringInterner();
        string text = new('x', 100_000);

        Assert.Same(interner.Intern(text.AsSpan()), interner.Intern(Encoding.UTF8.GetBytes(text)));
        Assert.Equal(1, interner.Count);
    }
}
