using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Values and comparers that lie, throw, and dispose or change the object that they are passed.</summary>
public sealed class ComparerAttacks : AttackTests
{
    [Attack]
    internal static void Values_are_never_equal_to_themselves()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<Liar>();
        dictionary["key"] = new Liar();
        Assert.False(dictionary.TryUpdate("key", new Liar(), dictionary["key"]));
        int updates = 0;
        Allowed.Try(() => dictionary.AddOrUpdate(
            "key",
            new Liar(),
            _ => ++updates > 100
                ? throw new InvalidOperationException("An update that always fails is retried without end.")
                : new Liar()));
        dictionary["key"] = new Liar();
        Assert.Equal(1, dictionary.Count);
    }

    [Attack]
    internal static void Dictionaries_of_handles_have_keys_that_are_freed()
    {
        using var pool = new SegmentedStringPool();
        var comparer = new PooledStringComparer(pool);
        var counts = new Dictionary<PooledStringRef, int>(comparer);
        for (int round = 0; round < 50; round++)
        {
            PooledStringRef[] keys = [.. Enumerable.Range(0, 200).Select(i => pool.Allocate(Specimens.Text(i)))];
            Array.ForEach(keys, key => Allowed.Try(() => counts[key] = round));
            for (int i = 0; i < keys.Length; i += 2)
            {
                keys[i].Free();
            }

            Array.ForEach(keys, key => Allowed.Try(() => counts.Remove(key)));
            counts.TrimExcess();
            if (round % 5 == 0)
            {
                counts.Clear();
            }
        }

        pool.Dispose();
        Allowed.Try(() => _ = counts.ContainsKey(default));
        _ = counts.Count(static entry => entry.Key.IsAlive);
    }

    [Attack]
    internal static void Sorted_collections_of_handles_lose_their_texts_meanwhile()
    {
        using var pool = new UnmanagedStringPool(1_000);
        PooledString[] handles = [.. Enumerable.Range(0, 500).Select(i => pool.Allocate(Specimens.Text(i)))];
        int compared = 0;
        Allowed.Try(() => Array.Sort(handles, (one, other) =>
        {
            if (++compared == 300)
            {
                pool.Clear();
                pool.Trim();
            }

            return one.CompareTo(other);
        }));
        using var other = new SegmentedStringPool();
        PooledStringRef[] refs = [.. Enumerable.Range(0, 500).Select(i => other.Allocate(Specimens.Text(i)))];
        Allowed.Try(() => Array.Sort(refs, (one, two) =>
        {
            if (++compared % 50 == 0)
            {
                refs[compared % 500].Free();
            }

            return PooledStringComparer.OrdinalIgnoreCase.Compare(one, two);
        }));
    }

    [Attack]
    internal static void Sets_of_arena_values_are_used_after_Reset()
    {
        using var arena = new StringArena();
        var set = new HashSet<ArenaString>(new ArenaStringComparer(arena));
        for (int round = 0; round < 20; round++)
        {
            for (int i = 0; i < 300; i++)
            {
                string text = Specimens.Text(i);
                Allowed.Try(() => set.Add(arena.Add(text)));
            }

            arena.Reset();
            Allowed.Try(() => _ = set.Contains(arena.Add(Specimens.Text(7))));
            Allowed.Try(() => set.RemoveWhere(static value => !value.IsAlive));
        }

        Assert.Equal(set.Count, set.ToArray().Length);
    }

    [Attack]
    internal static void Texts_are_equal_but_for_what_is_hard_to_see()
    {
        string[] texts =
        [
            "", "\0", "\0\0", "a", "a\0", "A", "\uD800", "\uDC00", "\uDC00\uD800", "\uD83D\uDE00", "\uFFFD", "\u0130", "\u0131",
            "ss", "\u00DF",
            "\u212A", "k", "K", new string('\0', 8), new string('\0', 300), new string('\uFFFF', 300),
            new string('\u007F', 33), new string('\u0080', 33),
        ];
        using var dictionary = new PooledStringDictionary<string>();
        using var concurrent = new ConcurrentPooledStringDictionary<string>();
        using var table = new StringTable();
        using var pool = new SegmentedStringPool();
        using var arena = new StringArena();
        var strong = new StringInterner();
        var folding = new StringInterner(new() { Comparison = StringComparison.OrdinalIgnoreCase });
        foreach (string text in texts)
        {
            dictionary[text] = text;
            concurrent[text] = text;
            table.GetOrAdd(text);
            Assert.Equal(text, strong.Intern(text.AsSpan()));
            Assert.Equal(text, pool.Allocate(text).ToString());
            Assert.Equal(text, arena.Add(text).ToString());
            Assert.Equal(text, folding.Intern(text.AsSpan()), StringComparer.OrdinalIgnoreCase);
        }

        Assert.All(texts, text => Assert.Equal(text, dictionary[text]));
        Assert.All(texts, text => Assert.Equal(text, concurrent[text]));
        Assert.Equal(texts.Length, dictionary.Count);
        Assert.Equal(texts.Length, table.Count);
    }

    private sealed class Liar : IEquatable<Liar>
    {
        public bool Equals(Liar? other) => false;

        public override bool Equals(object? obj) => false;

        public override int GetHashCode() => Random.Shared.Next();
    }
}
