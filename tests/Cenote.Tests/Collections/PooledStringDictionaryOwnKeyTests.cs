using Cenote.Collections;

namespace Cenote.Tests.Collections;

/// <summary>
/// Keys that are in the memory of the dictionary they are added to, while cells move, segments split or memory is refused.
/// </summary>
public sealed class PooledStringDictionaryOwnKeyTests
{
    private const long Limit = 1 << 20;

    // Substrings of different keys differ, and so do substrings of one key.
    private static readonly Func<int, string> s_long =
        static i => string.Create(3_000, i, static (chars, seed) => new Random(seed).GetItems("äöüßéèêñçåøæ", chars));

    [Fact]
    public void At_the_limit_a_part_of_a_key_is_added_as_it_was()
    {
        using var dictionary = Full();
        string expected = s_long(5)[..2_900];
        PooledStringDictionary<int>.Entry entry = EntryOf(dictionary, s_long(5), out _);

        Assert.True(dictionary.TryAdd(entry.Key[..2_900], -5));

        Assert.Equal(-5, dictionary[expected]);
        CheckAll(dictionary);
    }

    [Fact]
    public void At_the_limit_a_place_is_made_for_a_part_of_a_key_as_it_was()
    {
        using var dictionary = Full();
        string expected = s_long(7)[1..2_901];

        dictionary.GetValueRefOrAddDefault(EntryOf(dictionary, s_long(7), out _).Key[1..2_901], out bool exists) = -7;

        Assert.False(exists);
        Assert.Equal(-7, dictionary[expected]);
        CheckAll(dictionary);
    }

    [Fact]
    public void At_the_limit_parts_of_a_key_are_added_in_a_batch_as_they_were()
    {
        using var dictionary = Full();
        Range[] parts = [.. Enumerable.Range(0, 10).Select(static i => i..(i + 2_850))];
        string text = s_long(9);

        int added = dictionary.AddMany(EntryOf(dictionary, text, out _).Key, parts, new int[parts.Length]);

        Assert.Equal(parts.Length, added);
        Assert.All(parts, part => Assert.Equal(0, dictionary[text[part]]));
        CheckAll(dictionary);
    }

    [Fact]
    public void At_the_limit_parts_of_a_string_are_added_to_its_set_as_they_were()
    {
        using var set = new PooledStringSet(
            new PooledStringDictionaryOptions { MaximumBytes = Limit, KeyEncoding = KeyEncoding.Utf16 });
        int count = 0;
        while (set.TryAdd(Mixed(count), out _))
        {
            count++;
        }

        set.RemoveWhere(static (item, _) => item.Length < 300 && item[3] != '0', 0);
        foreach (ReadOnlySpan<char> item in set)
        {
            if (item.Length > 300)
            {
                string expected = item.ToString();
                Range[] parts = [.. Enumerable.Range(0, 10).Select(static i => i..(i + 2_850))];
                Assert.Equal(10, set.AddMany(item, parts));
                Assert.All(parts, part => Assert.True(set.Contains(expected[part])));
                break;
            }
        }
    }

    [Theory]
    [InlineData(KeyEncoding.Utf16)]
    [InlineData(KeyEncoding.Compact)]
    public void While_the_table_grows_parts_of_keys_are_added_as_they_were(KeyEncoding encoding)
    {
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { KeyEncoding = encoding });
        string text = new([.. Enumerable.Range(0, 20_000).Select(static i => (char)('Ā' + i))]);
        dictionary.Add(text, 0);
        var expected = new List<string> { text };
        for (int i = 0; i < 15_000; i++)
        {
            PooledStringDictionary<int>.Entry entry = EntryOf(dictionary, text, out _);
            expected.Add(text[i..(i + 5)]);
            Assert.True(dictionary.TryAdd(entry.Key[i..(i + 5)], i));
            Assert.False(dictionary.TryAdd(EntryOf(dictionary, text, out _).Key[i..(i + 5)], i));
        }

        Assert.All(expected, key => Assert.True(dictionary.ContainsKey(key)));
        Assert.Equal(expected.Count, dictionary.Count);
    }

    [Fact]
    public void A_key_is_looked_up_and_removed_by_itself()
    {
        using var dictionary = Full();
        int count = dictionary.Count;
        foreach (var entry in dictionary)
        {
            Assert.True(dictionary.ContainsKey(entry.Key) && dictionary.TryGetValue(entry.Key, out _));
            Assert.False(dictionary.ContainsKey(entry.Key[..^1]));
            Assert.True(dictionary.Remove(entry.Key));
            count--;
        }

        Assert.Equal(0, count + dictionary.Count);
    }

    // Returns a dictionary at its limit. Most short keys were removed, so a long key fits only after compaction.
    private static PooledStringDictionary<int> Full()
    {
        var options = new PooledStringDictionaryOptions { MaximumBytes = Limit, KeyEncoding = KeyEncoding.Utf16 };
        var dictionary = new PooledStringDictionary<int>(options);
        int count = 0;
        while (dictionary.TryAdd(Mixed(count), count))
        {
            count++;
        }

        for (int i = 0; i < count; i++)
        {
            Assert.True(i % 20 == 5 || i % 3 == 0 || dictionary.Remove(Mixed(i)));
        }

        return dictionary;
    }

    private static string Mixed(int number) => number % 20 == 5 ? s_long(number / 20) : $"{number:d4}{new string('z', 200)}";

    private static PooledStringDictionary<int>.Entry EntryOf(
        PooledStringDictionary<int> dictionary, string key, out PooledStringDictionary<int>.Enumerator enumerator)
    {
        enumerator = dictionary.GetEnumerator();
        while (enumerator.MoveNext())
        {
            if (enumerator.Current.Key.SequenceEqual(key))
            {
                return enumerator.Current;
            }
        }

        throw new Xunit.Sdk.XunitException("The key is missing.");
    }

    private static void CheckAll(PooledStringDictionary<int> dictionary)
    {
        int count = 0;
        foreach (var entry in dictionary)
        {
            count++;
            Assert.Equal(entry.Value, dictionary[entry.Key.ToString()]);
        }

        Assert.Equal(dictionary.Count, count);
    }
}
