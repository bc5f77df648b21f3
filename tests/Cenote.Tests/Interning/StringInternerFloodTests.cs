using Cenote.Interning;
using Cenote.Tests.Support;
using Cenote.Text;

namespace Cenote.Tests.Interning;

/// <summary>Strings that collide, crafted by an attacker who knows the code and even the secrets.</summary>
public sealed class StringInternerFloodTests
{
    [Theory]
    [InlineData(20_000, 0)]
    [InlineData(20_000, 50_000)]
    public void Texts_that_collide_by_the_secret_change_the_hash_and_cost_no_memory(int colliding, int honest)
    {
        var interner = new StringInterner();
        string[] texts =
        [
            .. Enumerable.Range(0, honest).Select(static i => $"honest {i}"),
            .. Enumerable.Range(0, colliding).Select(Collisions.Make),
        ];
        Array.ForEach(texts, text => Assert.Same(text, interner.Intern(text)));

        InternerStatistics statistics = interner.GetStatistics();

        Assert.Equal(1, statistics.Rehashes);
        Assert.InRange(statistics.TableBytes, 1, texts.Length * 64L);
        Assert.All(texts, text => Assert.Same(text, interner.Intern(text.AsSpan())));
        Assert.All(texts, text => Assert.True(interner.Remove(text)));
        Assert.Equal(0, interner.Count);
    }

    [Fact]
    public void All_forms_are_found_after_the_hash_has_changed()
    {
        var interner = new StringInterner();
        string[] others = ["ascii", "schlüssel", new string('x', 1_000), new string('é', 300)];
        Array.ForEach(others, other => interner.Intern(other));

        for (int i = 0; i < 2_000; i++)
        {
            interner.Intern(Collisions.Make(i).AsSpan());
        }

        Assert.Equal(1, interner.GetStatistics().Rehashes);
        Assert.All(others, other => Assert.Same(other, interner.Intern(System.Text.Encoding.UTF8.GetBytes(other))));
        Assert.All(others, other => Assert.True(interner.TryGet(other, out string? found) && ReferenceEquals(other, found)));
        Assert.Same(string.Empty, interner.Intern(""));
        Assert.False(interner.TryGet("missing", out _));
    }

    // One full stripe must not double the table repeatedly.
    [Fact]
    public void Texts_of_one_stripe_do_not_make_the_table_large()
    {
        const int Filled = 12_000;
        var interner = new StringInterner();
        int added = 0;
        for (int i = 0; added < Filled; i++)
        {
            string text = $"k{i}";
            if ((KeyHash.ComputeLong(text) & 15) == 0)
            {
                interner.Intern(text);
                added++;
            }
        }

        InternerStatistics statistics = interner.GetStatistics();
        Assert.Equal(1, statistics.Rehashes);
        Assert.InRange(statistics.TableBytes, 1, Filled * 64L);
        Assert.Equal(Filled, interner.Count);
    }

    [Fact]
    public void A_weak_interner_changes_its_hash_as_well()
    {
        var interner = new WeakStringInterner();
        string[] texts = [.. Enumerable.Range(0, 3_000).Select(Collisions.Make)];
        Array.ForEach(texts, text => Assert.Same(text, interner.Intern(text)));

        Assert.Equal(1, interner.GetStatistics().Rehashes);
        Assert.All(texts, text => Assert.Same(text, interner.Intern(text.AsSpan())));
        GC.KeepAlive(texts);
    }

    [Fact]
    public void A_bounded_interner_has_nothing_to_flood()
    {
        var interner = new BoundedStringInterner(1_000);
        for (int i = 0; i < 20_000; i++)
        {
            Assert.Equal(Collisions.Make(i), interner.Intern(Collisions.Make(i).AsSpan()));
        }

        Assert.InRange(interner.Count, 1, 8);
    }
}
