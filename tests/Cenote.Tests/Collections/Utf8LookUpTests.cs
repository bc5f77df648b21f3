using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>Keys are found as UTF-8 if they are found as UTF-16, in every key encoding.</summary>
public sealed class Utf8LookUpTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(KeyEncoding.Compact, false)]
    [InlineData(KeyEncoding.Utf16, false)]
    [InlineData(KeyEncoding.Utf8, false)]
    [InlineData(KeyEncoding.Utf8, true)]
    [InlineData(KeyEncoding.Compact, true)]
    [InlineData(KeyEncoding.Utf16, true)]
    public void A_dictionary_finds_what_it_finds_in_UTF16(KeyEncoding encoding, bool ignoreCase)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        using var dictionary = new PooledStringDictionary<int>(
            new PooledStringDictionaryOptions { KeyEncoding = encoding, IgnoreCase = ignoreCase });
        using var set = new PooledStringSet(new PooledStringDictionaryOptions { KeyEncoding = encoding, IgnoreCase = ignoreCase });
        string[] keys = [.. Keys(random)];
        foreach (string key in keys)
        {
            Assert.Equal(dictionary.TryAdd(key, key.Length), set.Add(key));
        }

        foreach (string question in keys.SelectMany(key => Variants(random, key)))
        {
            byte[] utf8 = Encoding.UTF8.GetBytes(question);
            bool expected = dictionary.TryGetValue(question, out int value);

            Assert.Equal(expected, dictionary.TryGetValue(utf8, out int found));
            Assert.Equal(value, found);
            Assert.Equal(expected, dictionary.ContainsKey(utf8));
            Assert.Equal(expected, set.Contains(utf8));
            ref int place = ref dictionary.GetValueRefOrNullRef(utf8);
            Assert.Equal(expected, !System.Runtime.CompilerServices.Unsafe.IsNullRef(ref place));
            if (expected)
            {
                Assert.Equal(value, place);
                Assert.Equal(value, dictionary.GetValueRefOrAddDefault(utf8, out bool exists));
                Assert.True(exists);
            }
        }

        Assert.False(dictionary.ContainsKey("never there"u8));
        dictionary.GetValueRefOrAddDefault("never there"u8, out bool existed) = 7;
        Assert.False(existed);
        Assert.Equal(7, dictionary["never there"]);
        dictionary.Dispose();
        Assert.Throws<ObjectDisposedException>(() => dictionary.TryGetValue("never there"u8, out _));
        Assert.Throws<ObjectDisposedException>(() => dictionary.ContainsKey("größe"u8));
        Assert.Throws<ObjectDisposedException>(() => dictionary.GetValueRefOrAddDefault("never there"u8, out _));
    }

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    [InlineData(KeyEncoding.Utf8)]
    public void A_concurrent_dictionary_and_a_table_find_what_they_find_in_UTF16(KeyEncoding encoding)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        using var dictionary = new ConcurrentPooledStringDictionary<int>(
            new PooledStringDictionaryOptions { KeyEncoding = encoding });
        using var table = new StringTable();
        string[] keys = [.. Keys(random)];
        foreach (string key in keys)
        {
            dictionary.TryAdd(key, key.Length);
            table.GetOrAdd(key);
        }

        foreach (string question in keys.SelectMany(key => Variants(random, key)))
        {
            byte[] utf8 = Encoding.UTF8.GetBytes(question);
            bool expected = dictionary.TryGetValue(question, out int value);

            Assert.Equal(expected, dictionary.TryGetValue(utf8, out int found));
            Assert.Equal(value, found);
            Assert.Equal(expected, table.TryGetId(question, out int id));
            Assert.Equal(expected, table.TryGetId(utf8, out int idOfUtf8));
            Assert.Equal(id, idOfUtf8);
            if (expected)
            {
                Assert.Equal(id, table.GetOrAdd(utf8));
                Assert.True(table.TryGetOrAdd(utf8, out idOfUtf8));
                Assert.Equal(id, idOfUtf8);
            }
        }
    }

    [Fact]
    public void Keys_are_found_as_UTF8_after_the_dictionary_has_changed_its_hash()
    {
        using var dictionary = new PooledStringDictionary<int>();
        for (int number = 0; number < 2_000; number++)
        {
            dictionary.Add(Collisions.Make(number), -1);
            dictionary.Add($"plain {number}", number);
            dictionary.Add($"größer {number}", number);
        }

        Assert.InRange(dictionary.GetStatistics().Rehashes, 1, int.MaxValue);
        for (int number = 0; number < 2_000; number++)
        {
            Assert.True(dictionary.TryGetValue(Encoding.UTF8.GetBytes($"plain {number}"), out int value));
            Assert.Equal(number, value);
            Assert.True(dictionary.TryGetValue(Encoding.UTF8.GetBytes($"größer {number}"), out value));
            Assert.Equal(number, value);
        }
    }

    // Yields ASCII and other text of all lengths.
    private static IEnumerable<string> Keys(Random random)
    {
        for (int length = 0; length < 140; length++)
        {
            yield return new string([.. Enumerable.Range(0, length).Select(_ => (char)random.Next(' ', 0x7f))]);
            yield return Texts.RandomValid(random, length);
        }
    }

    // A key, and variants that differ in one char, in letter case, or in length.
    private static IEnumerable<string> Variants(Random random, string key)
    {
        yield return key;
        yield return key.ToUpperInvariant();
        yield return key + "x";
        if (key.Length > 0)
        {
            yield return key[..^1];
            char[] changed = key.ToCharArray();
            int place = random.Next(changed.Length);
            changed[place] = changed[place] == 'q' ? 'p' : 'q';
            yield return new string(changed);
        }
    }
}
