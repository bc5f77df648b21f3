using Cenote.Arenas;
using Cenote.Tests.Support;

namespace Cenote.Tests.Arenas;

/// <summary>Members of a value that do not need its arena.</summary>
public class ArenaStringMembersTests
{
    [Fact]
    public void Values_have_length_order_and_equality_of_their_texts()
    {
        using var arena = new StringArena();
        using var other = new StringArena();
        var random = new Random(5);
        string[] texts = [.. Enumerable.Range(0, 200).Select(number => Texts.Random(random, number % 40)), new string('x', 2_000)];
        ArenaString[] values = [.. texts.Select((text, number) => (number % 2 == 0 ? arena : other).Add(text))];

        for (int i = 0; i < texts.Length; i++)
        {
            Assert.Equal(texts[i].Length, values[i].Length);
            Assert.True(values[i].Equals(texts[i]));
            Assert.True(values[i].Equals(texts[i].AsSpan()));
            Assert.False(values[i].Equals(texts[i] + "x"));
            Assert.False(values[i].Equals((string?)null));
            int next = random.Next(texts.Length);
            Assert.Equal(
                Math.Sign(string.CompareOrdinal(texts[i], texts[next])), Math.Sign(values[i].CompareTo(values[next])));
        }

        Assert.Equal(texts.Order(StringComparer.Ordinal), values.Order().Select(static value => value.ToString()));
    }

    [Fact]
    public void A_stale_value_has_no_length_and_equals_no_text()
    {
        using var arena = new StringArena();
        ArenaString inline = arena.Add("short");
        ArenaString stale = arena.Add("longer than seven chars");
        arena.Reset();

        Assert.Equal(5, inline.Length);
        Assert.Throws<InvalidOperationException>(() => stale.Length);
        Assert.Throws<InvalidOperationException>(() => stale.CompareTo(inline));
        Assert.Throws<InvalidOperationException>(() => inline.CompareTo(stale));
        Assert.False(stale.Equals("longer than seven chars"));
    }
}
