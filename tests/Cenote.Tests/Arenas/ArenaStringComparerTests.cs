using Cenote.Arenas;
using Cenote.Strings;

namespace Cenote.Tests.Arenas;

public sealed class ArenaStringComparerTests : IDisposable
{
    private readonly StringArena _arena = new();

    public void Dispose() => _arena.Dispose();

    [Fact]
    public void A_dictionary_finds_values_by_span_and_by_string()
    {
        var counts = new Dictionary<ArenaString, int>(new ArenaStringComparer(_arena));
        Dictionary<ArenaString, int>.AlternateLookup<ReadOnlySpan<char>> bySpan = counts.GetAlternateLookup<ReadOnlySpan<char>>();
        Dictionary<ArenaString, int>.AlternateLookup<string> byString = counts.GetAlternateLookup<string>();
        for (int i = 0; i < 3_000; i++)
        {
            bySpan[$"key number {i % 1_000}"] = bySpan.TryGetValue($"key number {i % 1_000}", out int count) ? count + 1 : 1;
        }

        Assert.Equal(1_000, counts.Count);
        Assert.Equal(3, byString["key number 999"]);
        Assert.Equal(3, counts[_arena.Add("key number 7")]);
        Assert.False(bySpan.ContainsKey("key number 1000"));
        byString["short"] = 5;
        Assert.Equal(5, counts[_arena.Add("short")]);
        Assert.All(counts.Keys, key => Assert.Equal(_arena.AsSpan(in key).ToString(), key.ToString()));
    }

    [Fact]
    public void Values_are_keys_without_a_comparer_too()
    {
        using var other = new StringArena();
        var set = new HashSet<ArenaString>();
        for (int i = 0; i < 500; i++)
        {
            set.Add(_arena.Add($"text number {i}"));
            set.Add(_arena.Add($"#{i}"));
        }

        Assert.Equal(1_000, set.Count);
        Assert.Contains(other.Add("text number 499"), set);
        Assert.Contains(other.Add("#499"), set);
        Assert.DoesNotContain(other.Add("text number 500"), set);
    }

    [Theory]
    [InlineData("")]
    [InlineData("short")]
    [InlineData("a text of more than seven chars")]
    public void Hash_codes_are_those_of_the_comparer_of_pools(string text)
    {
        ArenaString value = _arena.Add(text);
        var comparer = new ArenaStringComparer(_arena);
        var ignoring = new ArenaStringComparer(_arena, ignoreCase: true);

        Assert.Equal(PooledStringComparer.Ordinal.GetHashCode(text), comparer.GetHashCode(value));
        Assert.Equal(PooledStringComparer.Ordinal.GetHashCode(text), comparer.GetHashCode(text));
        Assert.Equal(PooledStringComparer.Ordinal.GetHashCode(text), value.GetHashCode());
        Assert.Equal(PooledStringComparer.OrdinalIgnoreCase.GetHashCode(text), ignoring.GetHashCode(value));
        Assert.Equal(
            PooledStringComparer.OrdinalIgnoreCase.GetHashCode(text), ignoring.GetHashCode(_arena.Add(text.ToUpperInvariant())));
    }

    [Fact]
    public void Case_is_ignored_on_request()
    {
        var ignoring = new ArenaStringComparer(_arena, ignoreCase: true);
        ArenaString lower = _arena.Add("text of many chars");
        ArenaString upper = _arena.Add("TEXT OF MANY CHARS");

        Assert.True(ignoring.Equals(lower, upper));
        Assert.True(ignoring.Equals("Text Of Many Chars", lower));
        Assert.Equal(0, ignoring.Compare(lower, upper));
        Assert.False(new ArenaStringComparer(_arena).Equals(lower, upper));
        Assert.True(new ArenaStringComparer(_arena).Compare(lower, upper) > 0);
    }

    [Fact]
    public void Stale_values_and_those_of_other_arenas_are_refused()
    {
        using var other = new StringArena();
        var comparer = new ArenaStringComparer(_arena);
        ArenaString foreign = other.Add("a text of more than seven chars");

        Assert.Throws<InvalidOperationException>(() => comparer.GetHashCode(foreign));
        Assert.Throws<InvalidOperationException>(() => comparer.Equals(foreign, foreign));
        Assert.Throws<InvalidOperationException>(() => comparer.Compare(foreign, foreign));
        Assert.Equal("arena", Assert.Throws<ArgumentNullException>(() => new ArenaStringComparer(null!)).ParamName);
    }

    [Fact]
    public void Values_are_equal_by_text()
    {
        using var other = new StringArena();
        object boxed = _arena.Add("a text of more than seven chars");

        Assert.True(boxed.Equals(other.Add("a text of more than seven chars")));
        Assert.False(boxed.Equals("a text of more than seven chars"));
        Assert.True(_arena.Add("one text of many chars") != _arena.Add("one text of much chars"));
        Assert.True(_arena.Add("same head, longer") != _arena.Add("same head, long"));
        Assert.True(_arena.Add("same") != _arena.Add("same head, long"));
        Assert.True(_arena.Add("same1") != _arena.Add("same2"));
        Assert.True(_arena.Add(new string('x', 2_000)) == other.Add(new string('x', 2_000)));
        Assert.True(_arena.Add(new string('x', 2_000)) != other.Add(new string('x', 2_001)));
    }
}
