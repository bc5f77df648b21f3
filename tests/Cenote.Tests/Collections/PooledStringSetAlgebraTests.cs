using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>Operations on two sets, for all option combinations, match the operations of the framework's sets.</summary>
public sealed class PooledStringSetAlgebraTests(ITestOutputHelper output)
{
    private const int Universe = 12;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Random_sets_beside_each_other(bool ignoreCase)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        StringComparer comparer = ignoreCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal;
        for (int round = 0; round < 600; round++)
        {
            string[] mine = Items(random);
            string[] others = Items(random);
            Func<PooledStringSet, IEnumerable<string>, bool>[] questions =
            [
                static (set, other) => set.IsSubsetOf(other),
                static (set, other) => set.IsProperSubsetOf(other),
                static (set, other) => set.IsSupersetOf(other),
                static (set, other) => set.IsProperSupersetOf(other),
                static (set, other) => set.Overlaps(other),
                static (set, other) => set.SetEquals(other),
            ];
            Func<HashSet<string>, IEnumerable<string>, bool>[] answers =
            [
                static (set, other) => set.IsSubsetOf(other),
                static (set, other) => set.IsProperSubsetOf(other),
                static (set, other) => set.IsSupersetOf(other),
                static (set, other) => set.IsProperSupersetOf(other),
                static (set, other) => set.Overlaps(other),
                static (set, other) => set.SetEquals(other),
            ];
            Action<PooledStringSet, IEnumerable<string>>[] changes =
            [
                static (set, other) => set.UnionWith(other),
                static (set, other) => set.IntersectWith(other),
                static (set, other) => set.ExceptWith(other),
                static (set, other) => set.SymmetricExceptWith(other),
            ];
            Action<HashSet<string>, IEnumerable<string>>[] expected =
            [
                static (set, other) => set.UnionWith(other),
                static (set, other) => set.IntersectWith(other),
                static (set, other) => set.ExceptWith(other),
                static (set, other) => set.SymmetricExceptWith(other),
            ];
            int operation = random.Next(questions.Length + changes.Length);
            using var set = new PooledStringSet(mine, new PooledStringDictionaryOptions { IgnoreCase = ignoreCase });
            using PooledStringSet? other = random.Next(3) switch
            {
                0 => new PooledStringSet(others, new PooledStringDictionaryOptions { IgnoreCase = ignoreCase }),
                1 => new PooledStringSet(others, new PooledStringDictionaryOptions { IgnoreCase = !ignoreCase }),
                _ => null,
            };
            IEnumerable<string> sequence = other is null ? others : other;
            var model = new HashSet<string>(mine, comparer);
            if (operation < questions.Length)
            {
                Assert.Equal(answers[operation](model, sequence), questions[operation](set, sequence));
            }
            else
            {
                expected[operation - questions.Length](model, sequence.ToArray());
                changes[operation - questions.Length](set, sequence);
            }

            Assert.Equal(model.Order(StringComparer.Ordinal), set.Order(StringComparer.Ordinal));
            Assert.Equal(model.Count, set.Count);
        }
    }

    [Fact]
    public void A_set_beside_itself()
    {
        using var set = new PooledStringSet(["a", "b"]);
        Assert.True(set.SetEquals(set) && set.IsSubsetOf(set) && set.IsSupersetOf(set) && set.Overlaps(set));
        Assert.False(set.IsProperSubsetOf(set) || set.IsProperSupersetOf(set));
        set.UnionWith(set);
        set.IntersectWith(set);
        Assert.Equal(2, set.Count);
        set.ExceptWith(set);
        Assert.True(set.IsEmpty);
        set.Add("c");
        set.SymmetricExceptWith(set);
        Assert.True(set.IsEmpty);
    }

    [Fact]
    public void What_is_none_or_disposed_is_refused()
    {
        using var set = new PooledStringSet(["a"]);
        var disposed = new PooledStringSet(["a"]);
        disposed.Dispose();
        Assert.Throws<ArgumentNullException>("other", () => set.UnionWith(null!));
        Assert.Throws<ArgumentNullException>("other", () => set.ExceptWith(null!));
        Assert.Throws<ArgumentNullException>("other", () => set.IsSubsetOf(null!));
        Assert.Throws<ArgumentNullException>("items", () => new PooledStringSet((IEnumerable<string>)null!));
        Assert.Throws<ArgumentNullException>("predicate", () => set.RemoveWhere(null!, 0));
        Assert.Throws<ObjectDisposedException>(() => set.UnionWith(disposed));
        Assert.Throws<ObjectDisposedException>(() => disposed.UnionWith(set));
        Assert.Throws<ObjectDisposedException>(() => disposed.IsSupersetOf(set));
        Assert.Throws<ObjectDisposedException>(() => ((IEnumerable<string>)disposed).GetEnumerator().MoveNext());
    }

    [Fact]
    public void A_sequence_over_the_set_itself_may_remove_but_not_add()
    {
        using var set = new PooledStringSet(Enumerable.Range(0, 100).Select(static i => $"item {i}"));

        set.ExceptWith(set.Where(static item => item.EndsWith('7')));
        Assert.Equal(90, set.Count);
        Assert.Throws<InvalidOperationException>(() => set.UnionWith(set.Select(static item => item + "!")));
        Assert.Equal(89, set.RemoveWhere(static (item, stays) => !item.SequenceEqual(stays) && !item.EndsWith("!"), "item 1"));
        Assert.True(((IReadOnlySet<string>)set).Contains("item 1"));
        Assert.Equal(2, set.ToArray().Length);
    }

    private static string[] Items(Random random)
    {
        string[] items = new string[random.Next(Universe)];
        for (int i = 0; i < items.Length; i++)
        {
            string item = $"{(char)('a' + random.Next(4))}é{random.Next(3)}";
            items[i] = random.Next(3) == 0 ? item.ToUpperInvariant() : item;
        }

        return items;
    }
}
