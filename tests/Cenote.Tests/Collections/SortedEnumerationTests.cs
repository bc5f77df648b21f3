using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

/// <summary>Entries in key order, compared with sorted lists of the BCL.</summary>
public sealed class SortedEnumerationTests
{
    public static TheoryData<KeyEncoding> Encodings => [.. Enum.GetValues<KeyEncoding>()];

    [Theory]
    [MemberData(nameof(Encodings))]
    public void Entries_come_in_the_order_of_a_sorted_list(KeyEncoding encoding)
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        for (int round = 0; round < 40; round++)
        {
            Dictionary<string, int> model = [];
            using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { KeyEncoding = encoding });
            for (int i = random.Next(300); i > 0; i--)
            {
                string key = RandomKey(random, isAscii: round % 2 == 0);
                model[key] = i;
                dictionary[key] = i;
            }

            foreach (string key in model.Keys.Where(_ => random.Next(4) == 0).ToArray())
            {
                model.Remove(key);
                dictionary.Remove(key);
            }

            string prefix = model.Count > 0 ? model.Keys.First()[..Math.Min(2, model.Keys.First().Length)] : "";
            Assert.True(Sorted(model, "").SequenceEqual(Entries(dictionary.EnumerateSorted())), $"seed {seed}, round {round}");
            Assert.True(Sorted(model, prefix).SequenceEqual(Entries(dictionary.EnumerateSorted(prefix))), $"seed {seed}, round {round}");
        }
    }

    [Fact]
    public void Keys_of_different_forms_are_one_order()
    {
        using var set = new PooledStringSet(["ü", "z", "a", "aü", "ab", "a\0", "", "\uFFFF", "😀"]);
        Assert.Equal(["", "a", "a\0", "ab", "aü", "z", "ü", "😀", "\uFFFF"], Items(set.EnumerateSorted()));
    }

    [Fact]
    public void Keys_in_utf8_are_in_the_order_of_their_code_points()
    {
        using var set = new PooledStringSet(
            ["\uFFFF", "😀", "ü", "a"], new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf8 });
        Assert.Equal(["a", "ü", "\uFFFF", "😀"], Items(set.EnumerateSorted()));
    }

    [Fact]
    public void Keys_that_are_not_valid_utf16_are_among_the_others_of_utf8()
    {
        using var set = new PooledStringSet(
            ["\u4E2D", "\u00FF\uD800", "z", "\u0100\uD800", "\uD800", "😀", "\uD800z"],
            new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf8 });
        Assert.Equal(
            ["z", "\u00FF\uD800", "\u0100\uD800", "\u4E2D", "\uD800", "\uD800z", "😀"], Items(set.EnumerateSorted()));
    }

    [Fact]
    public void A_removal_is_named_by_the_exception()
    {
        using var dictionary = new PooledStringDictionary<int> { ["b"] = 2, ["a"] = 1, ["c"] = 3 };
        string message = Assert.Throws<InvalidOperationException>(() =>
        {
            foreach (var entry in dictionary.EnumerateSorted())
            {
                dictionary.Remove("c");
            }
        }).Message;
        Assert.StartsWith("A key was removed", message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_prefix_is_compared_as_the_dictionary_compares()
    {
        using var exact = new PooledStringSet(["Lima", "LIVERPOOL", "lisbon", "Oslo"]);
        using var ignoring = new PooledStringSet(
            ["Lima", "LIVERPOOL", "lisbon", "Oslo"], new PooledStringDictionaryOptions { IgnoreCase = true });

        Assert.Equal(["Lima"], Items(exact.EnumerateSorted("Li")));
        Assert.Equal(["LIVERPOOL", "Lima", "lisbon"], Items(ignoring.EnumerateSorted("li")));
        Assert.Empty(Items(exact.EnumerateSorted("Paris")));
    }

    [LongFact]
    public void Long_keys_that_share_a_head_are_sorted_without_recursion()
    {
        string[] keys = [.. Enumerable.Range(0, 2_000).Select(static i => new string('a', 50 * i)), new string('b', 100_000)];
        using var set = new PooledStringSet(keys.Reverse());
        List<string> sorted = [];
        var thread = new Thread(() => sorted = Items(set.EnumerateSorted()), maxStackSize: 256 << 10);
        thread.Start();
        thread.Join();
        Assert.Equal(keys, sorted);
    }

    [LinuxFact]
    public void Nothing_is_left_of_keys_that_are_sorted_and_cleared()
    {
        using var secret = new TextInMemory(40);
        var set = new PooledStringSet(new PooledStringDictionaryOptions { ClearOnFree = true });
        Span<char> text = new char[44];
        for (int i = 0; i < 500; i++)
        {
            secret.Text.CopyTo(text);
            Assert.True(i.TryFormat(text[40..], out _, "D4"));
            set.Add(text);
        }

        text.Clear();

        int items = 0;
        foreach (ReadOnlySpan<char> item in set.EnumerateSorted(secret.Text[..5]))
        {
            items += item.Length > 0 ? 1 : 0;
        }

        Assert.Equal(500, items);
        set.Dispose();
        Assert.Equal(0, secret.Count());
    }

    [Fact]
    public void Values_are_replaced_during_an_enumeration()
    {
        using var dictionary = new PooledStringDictionary<int> { ["b"] = 2, ["a"] = 1, ["c"] = 3 };
        foreach (var entry in dictionary.EnumerateSorted())
        {
            entry.Value *= 10;
            dictionary["a"] = 7;
        }

        Assert.Equal([("a", 7), ("b", 20), ("c", 30)], Entries(dictionary.EnumerateSorted()));
    }

    [Fact]
    public void A_changed_set_of_keys_ends_an_enumeration()
    {
        Action<PooledStringDictionary<int>>[] changes =
        [
            static dictionary => dictionary.Add("d", 4), static dictionary => dictionary.Remove("c"), static dictionary => dictionary.Clear(),
            static dictionary => dictionary.Trim(),
            static dictionary =>
            {
                dictionary.Remove("c");
                dictionary.Add("c", 3);
            },
        ];
        foreach (Action<PooledStringDictionary<int>> change in changes)
        {
            using var dictionary = new PooledStringDictionary<int> { ["b"] = 2, ["a"] = 1, ["c"] = 3 };
            Assert.Throws<InvalidOperationException>(() =>
            {
                foreach (var entry in dictionary.EnumerateSorted())
                {
                    change(dictionary);
                }
            });
        }
    }

    [Fact]
    public void A_disposed_dictionary_is_not_enumerated()
    {
        var dictionary = new PooledStringDictionary<int> { ["a"] = 1 };
        dictionary.Dispose();
        Assert.Throws<ObjectDisposedException>(() => _ = dictionary.EnumerateSorted());
    }

    [Fact]
    public void Copies_of_an_enumerator_have_positions_of_their_own()
    {
        using var dictionary = new PooledStringDictionary<int> { ["b"] = 2, ["a"] = 1, ["c"] = 3 };
        PooledStringDictionary<int>.Enumerator first = dictionary.EnumerateSorted();
        Assert.True(first.MoveNext());
        PooledStringDictionary<int>.Enumerator second = first;
        Assert.True(second.MoveNext());
        Assert.True(second.MoveNext());
        Assert.True(first.MoveNext());
        Assert.Equal(("b", "c"), (first.Current.Key.ToString(), second.Current.Key.ToString()));
        Assert.False(second.MoveNext());
        Assert.True(first.MoveNext());
        Assert.Equal("c", first.Current.Key.ToString());
    }

    [Fact]
    public void Ids_of_a_table_are_sorted_by_their_strings()
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        using var table = new StringTable();
        HashSet<string> model = [];
        for (int i = 0; i < 3_000; i++)
        {
            string text = RandomKey(random, isAscii: false);
            table.GetOrAdd(text);
            model.Add(text);
        }

        string[] expected = [.. model.Order(StringComparer.Ordinal)];
        Assert.True(expected.SequenceEqual(table.GetSortedIds().Select(table.GetString)), $"seed {seed}");
        Assert.True(
            expected.Where(static text => text.StartsWith('a')).SequenceEqual(table.GetSortedIds("a").Select(table.GetString)),
            $"seed {seed}");
        table.Dispose();
        Assert.Throws<ObjectDisposedException>(() => table.GetSortedIds());
        Assert.Throws<ObjectDisposedException>(() => table.GetString(0));
    }

    private static string RandomKey(Random random, bool isAscii)
    {
        string letters = isAscii ? "abc" : "abü\u4e2d\uD7FF";
        return string.Concat(Enumerable.Range(0, random.Next(random.Next(2) == 0 ? 12 : 40)).Select(_ => letters[random.Next(letters.Length)]));
    }

    private static IEnumerable<(string, int)> Sorted(Dictionary<string, int> model, string prefix) => model
        .Where(pair => pair.Key.StartsWith(prefix, StringComparison.Ordinal))
        .OrderBy(static pair => pair.Key, StringComparer.Ordinal)
        .Select(static pair => (pair.Key, pair.Value));

    private static List<(string, int)> Entries(PooledStringDictionary<int>.Enumerator entries)
    {
        List<(string, int)> list = [];
        foreach (var entry in entries)
        {
            list.Add((entry.Key.ToString(), entry.Value));
        }

        return list;
    }

    private static List<string> Items(PooledStringSet.Enumerator items)
    {
        List<string> list = [];
        foreach (ReadOnlySpan<char> item in items)
        {
            list.Add(item.ToString());
        }

        return list;
    }
}
