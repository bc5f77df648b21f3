using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>Keys stored as UTF-8 equal the same keys in UTF-16, valid or not.</summary>
public sealed class Utf8KeyEncodingTests(ITestOutputHelper output)
{
    private const string Replacement = "\uFFFD";

    // Strings that are easily confused: the UTF-8 bytes of the second are the chars of the first, and so on.
    private static readonly string[] s_alike =
    [
        "Ã©", "é", "Ã", "\u00C3\u0083", "é\uD800", "é\uDC00", "\uD800", "\uDC00", "\uD83D\uDE00", "\uDE00\uD83D", "ðŸ˜€",
        "é" + Replacement, Replacement, Replacement + Replacement, "ï¿½", "a" + Replacement, "a\uD800", "a",
    ];

    private static PooledStringDictionaryOptions Options => new() { KeyEncoding = KeyEncoding.Utf8 };

    [Fact]
    public void Texts_that_look_alike_are_different_keys()
    {
        using var dictionary = new PooledStringDictionary<int>(Options);
        using var concurrent = new ConcurrentPooledStringDictionary<int>(Options);
        for (int i = 0; i < s_alike.Length; i++)
        {
            Assert.False(dictionary.ContainsKey(s_alike[i]));
            Assert.True(dictionary.TryAdd(s_alike[i], i));
            Assert.True(concurrent.TryAdd(s_alike[i], i));
        }

        Assert.Equal(s_alike, dictionary.Select(static pair => pair.Key));
        Assert.Equal(s_alike.Order(StringComparer.Ordinal), concurrent.Keys.Order(StringComparer.Ordinal));
        for (int i = 0; i < s_alike.Length; i++)
        {
            Assert.Equal(i, dictionary[s_alike[i]]);
            Assert.Equal(i, concurrent[s_alike[i]]);
            Assert.True(dictionary.Remove(s_alike[i]));
            Assert.False(dictionary.ContainsKey(s_alike[i]));
        }
    }

    [Fact]
    public void Invalid_UTF8_is_found_as_the_replacement_of_it_whichever_of_them_came_first()
    {
        byte[][] questions = [[0xC3], [0xFF], [0x80], [0xED, 0xA0, 0x80], [(byte)'a', 0xC3], [0xC3, 0xA9, 0xE2, 0x82]];
        foreach (byte[] question in questions)
        {
            using var dictionary = new PooledStringDictionary<int>(Options);
            using var concurrent = new ConcurrentPooledStringDictionary<int>(Options);
            string text = Encoding.UTF8.GetString(question);
            Assert.False(dictionary.ContainsKey(question));
            Assert.False(concurrent.ContainsKey(question));

            dictionary.Add(text, 7);
            Assert.True(concurrent.TryAdd(text, 7));

            Assert.True(dictionary.TryGetValue(question, out int value));
            Assert.Equal(7, value);
            Assert.True(concurrent.TryGetValue(question, out value));
            Assert.Equal(7, value);
            Assert.Equal(7, dictionary.GetValueRefOrAddDefault(question, out bool exists));
            Assert.True(exists);
            Assert.False(dictionary.TryAdd(question, 8));
            Assert.True(dictionary.Remove(question));
            Assert.True(dictionary.TryAdd(question, 9));
            Assert.Equal(9, dictionary[text]);
            dictionary[question] = 10;
            Assert.Equal(10, Assert.Single(dictionary).Value);
        }
    }

    [Fact]
    public void Entries_say_how_long_they_are_in_both_forms()
    {
        using var dictionary = new PooledStringDictionary<int>(Options);
        foreach (string key in s_alike)
        {
            dictionary.Add(key, 0);
        }

        byte[] utf8 = new byte[64];
        int number = 0;
        foreach (var entry in dictionary)
        {
            byte[] expected = Encoding.UTF8.GetBytes(s_alike[number]);
            Assert.Equal(s_alike[number].Length, entry.KeyLength);
            Assert.Equal(s_alike[number], entry.Key);
            Assert.Equal(expected.Length, entry.KeyUtf8Length);
            Assert.False(entry.TryCopyKeyUtf8(utf8.AsSpan(0, expected.Length - 1), out _));
            Assert.True(entry.TryCopyKeyUtf8(utf8, out int written));
            Assert.Equal(expected, utf8.AsSpan(0, written));
            number++;
        }
    }

    [Fact]
    public void Random_texts_with_lone_surrogates_are_what_they_are_in_a_dictionary_of_the_framework()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        char[] alphabet = ['a', 'é', '界', '\uD83D', '\uDE00', '\uFFFD', 'Ã', '©'];
        var model = new Dictionary<string, int>();
        using var dictionary = new PooledStringDictionary<int>(Options);
        using var concurrent = new ConcurrentPooledStringDictionary<int>(Options);
        for (int step = 0; step < RunSettings.Length(100_000); step++)
        {
            string key = new(random.GetItems(alphabet, random.Next(1, 5)));
            byte[] utf8 = Encoding.UTF8.GetBytes(key);
            string asUtf8 = Encoding.UTF8.GetString(utf8);
            switch (random.Next(4))
            {
                case 0:
                    Assert.Equal(model.TryAdd(key, step), dictionary.TryAdd(key, step));
                    _ = concurrent.TryAdd(key, step);
                    break;
                case 1:
                    Assert.Equal(model.TryAdd(asUtf8, step), dictionary.TryAdd(utf8, step));
                    _ = concurrent.TryAdd(utf8, step);
                    break;
                case 2:
                    Assert.Equal(model.Remove(asUtf8), dictionary.Remove(utf8));
                    _ = concurrent.TryRemove(utf8, out _);
                    break;
                default:
                    Assert.Equal(model.TryGetValue(key, out int expected), dictionary.TryGetValue(key, out int value));
                    Assert.Equal(expected, value);
                    Assert.Equal(model.ContainsKey(key), concurrent.TryGetValue(key, out value));
                    Assert.Equal(expected, value);
                    Assert.Equal(model.TryGetValue(asUtf8, out expected), dictionary.TryGetValue(utf8, out value));
                    Assert.Equal(expected, value);
                    Assert.Equal(model.ContainsKey(asUtf8), concurrent.TryGetValue(utf8, out value));
                    Assert.Equal(expected, value);
                    break;
            }
        }

        Assert.Equal(model.OrderBy(static pair => pair.Key, StringComparer.Ordinal), Sorted(dictionary));
        Assert.Equal(model.OrderBy(static pair => pair.Key, StringComparer.Ordinal), Sorted(concurrent));
    }

    // With a lone surrogate before the chars that differ, a key has no UTF-8 form and is hashed as UTF-16.
    private static string AsUtf16(string collision) => $"{collision[..4]}\ud800{collision[5..]}";

    [Fact]
    public void Keys_are_found_after_the_dictionary_has_changed_its_hash()
    {
        using var dictionary = new PooledStringDictionary<int>(Options);
        for (int number = 0; number < 2_000; number++)
        {
            dictionary.Add(AsUtf16(Collisions.Make(number)), -1);
            dictionary.Add($"größer {number}", number);
        }

        Assert.InRange(dictionary.GetStatistics().Rehashes, 1, int.MaxValue);
        for (int number = 0; number < 2_000; number++)
        {
            Assert.Equal(number, dictionary[$"größer {number}"]);
            Assert.True(dictionary.TryGetValue(Encoding.UTF8.GetBytes($"größer {number}"), out int value));
            Assert.Equal(number, value);
            Assert.Equal(-1, dictionary[AsUtf16(Collisions.Make(number))]);
        }
    }

    [Fact]
    public void Asking_and_adding_again_allocate_nothing()
    {
        using var dictionary = new PooledStringDictionary<int>(Options);
        dictionary.Add("größer", 1);
        dictionary.Add(Replacement, 2);
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            _ = dictionary.TryGetValue("größer", out _);
            _ = dictionary.TryGetValue("größer"u8, out _);
            _ = dictionary.TryGetValue((ReadOnlySpan<byte>)[0xFF], out _);
            dictionary["größer"u8] = 3;
            dictionary.Remove("größer"u8);
            _ = dictionary.TryAdd("größer"u8, 4);
        }));
    }

    private static IEnumerable<KeyValuePair<string, int>> Sorted(IEnumerable<KeyValuePair<string, int>> entries) =>
        entries.OrderBy(static pair => pair.Key, StringComparer.Ordinal);
}
