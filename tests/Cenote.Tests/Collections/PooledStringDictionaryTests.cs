using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

public sealed class PooledStringDictionaryTests : IDisposable
{
    private readonly PooledStringDictionary<int> _dictionary = new();

    public void Dispose() => _dictionary.Dispose();

    [Fact]
    public void A_key_is_found_by_span_by_string_and_by_utf8()
    {
        _dictionary.Add("schlüssel €", 7);

        Assert.Equal(7, _dictionary["schlüssel €"]);
        Assert.True(_dictionary.TryGetValue("a schlüssel €".AsSpan(2), out int value));
        Assert.True(_dictionary.TryGetValue("schlüssel €"u8, out int fromUtf8));
        Assert.Equal((7, 7), (value, fromUtf8));
        Assert.True(_dictionary.ContainsKey("schlüssel €") && _dictionary.ContainsKey("schlüssel €"u8));
    }

    [Fact]
    public void Invalid_utf8_is_the_key_that_the_encoding_makes_of_it()
    {
        byte[] invalid = [.. "a"u8, 0xff, .. "b"u8];

        Assert.True(_dictionary.TryAdd(invalid, 1));

        Assert.Equal(1, _dictionary["a\ufffdb"]);
        Assert.True(_dictionary.ContainsKey(invalid));
        Assert.True(_dictionary.Remove(invalid, out int value));
        Assert.Equal(1, value);
    }

    [Fact]
    public void Utf8_of_any_length_gives_its_key()
    {
        var random = new Random(70);
        for (int length = 0; length < 600; length++)
        {
            string key = Texts.RandomValid(random, length);
            _dictionary[Encoding.UTF8.GetBytes(key)] = length;
            _dictionary.GetValueRefOrAddDefault(Encoding.UTF8.GetBytes(key), out bool exists)++;

            Assert.True(exists);
            Assert.Equal(length + 1, _dictionary[key]);
        }
    }

    [Fact]
    public void Exceptions_are_those_of_a_dictionary()
    {
        _dictionary.Add("key", 1);

        Assert.Throws<KeyNotFoundException>(() => _dictionary["other"]);
        Assert.Throws<ArgumentException>("key", () => _dictionary.Add("key", 2));
        Assert.Equal(1, _dictionary["key"]);
        Assert.Contains(
            "'other'", Assert.Throws<KeyNotFoundException>(() => _dictionary["other"]).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Setting_adds_a_key_or_replaces_its_value()
    {
        _dictionary["key"] = 1;
        _dictionary["key"] = 2;

        Assert.Equal(2, _dictionary["key"]);
        Assert.Single(_dictionary);
        Assert.False(_dictionary.TryAdd("key", 3));
        Assert.Equal(2, _dictionary["key"]);
    }

    [Fact]
    public void A_value_is_changed_in_place()
    {
        foreach (string word in "to be or not to be".Split(' '))
        {
            _dictionary.GetValueRefOrAddDefault(word, out _)++;
        }

        Assert.Equal((2, 2, 1, 1), (_dictionary["to"], _dictionary["be"], _dictionary["or"], _dictionary["not"]));
    }

    [Fact]
    public void A_null_string_is_the_empty_key()
    {
        string? none = null;
        _dictionary.Add(none, 5);

        Assert.Equal(5, _dictionary[""]);
    }

    [Fact]
    public void Keys_with_the_same_start_end_or_letters_are_different_ones()
    {
        string[] keys = ["a", "A", "aa", "a\0", "\0a", "\uff41", "\u00e1", "a\u0301", "\ud800", "\udc00", "", " "];
        for (int i = 0; i < keys.Length; i++)
        {
            Assert.True(_dictionary.TryAdd(keys[i], i));
        }

        Assert.All(keys, key => Assert.Equal(Array.IndexOf(keys, key), _dictionary[key]));
    }

    // An ASCII key must have only one stored form; otherwise it could be added twice.
    [Theory]
    [InlineData(KeyEncoding.Compact, 1)]
    [InlineData(KeyEncoding.Utf16, 0)]
    public void The_encoding_decides_how_ascii_is_stored(KeyEncoding encoding, int narrow)
    {
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { KeyEncoding = encoding });
        dictionary.Add("ascii", 1);
        dictionary.Add("é", 2);

        Assert.Equal(narrow, dictionary.GetStatistics().NarrowKeys);
        Assert.Equal(narrow == 1 ? 7 : 12, dictionary.GetStatistics().TextBytes);
        Assert.False(dictionary.TryAdd("ascii", 3));
        Assert.False(dictionary.TryAdd("ascii"u8, 3));
    }

    [Fact]
    public void Removed_references_are_let_go()
    {
        using var dictionary = new PooledStringDictionary<object>();
        WeakReference removed = AddAndRemove(dictionary);

        GC.Collect();
        GC.WaitForPendingFinalizers();

        Assert.False(removed.IsAlive);
        GC.KeepAlive(dictionary);
    }

    [Fact]
    public void A_batch_writes_over_what_was_found_before()
    {
        _dictionary.Add("there", 7);
        int[] values = [-1, -1];
        bool[] found = [true, true];

        Assert.Equal(1, _dictionary.TryGetValues(["missing", "there"], values, found));

        Assert.Equal([0, 7], values);
        Assert.Equal([false, true], found);
    }

    [Fact]
    public void Batches_must_have_room_for_all_keys()
    {
        string[] keys = ["a", "b"];

        Assert.Throws<ArgumentException>("values", () => _dictionary.AddMany(keys, [1]));
        Assert.Throws<ArgumentException>("values", () => _dictionary.TryGetValues(keys, new int[1], new bool[2]));
        Assert.Throws<ArgumentException>("found", () => _dictionary.TryGetValues(keys, new int[2], new bool[1]));
        Assert.Throws<ArgumentOutOfRangeException>(() => _dictionary.AddMany("text", [0..9], [1]));
        Assert.True(_dictionary.IsEmpty);
    }

    [Fact]
    public void The_first_value_of_a_key_that_comes_twice_in_a_batch_stays()
    {
        Assert.Equal(2, _dictionary.AddMany(["a", "b", "a"], [1, 2, 3]));

        Assert.Equal(1, _dictionary["a"]);
    }

    [Fact]
    public void A_cache_with_a_limit_goes_on_for_as_long_as_keys_are_removed()
    {
        const long Limit = 1 << 20;
        using var cache = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { MaximumBytes = Limit });
        var random = new Random(71);
        var queue = new Queue<string>();
        int least = int.MaxValue;
        for (int i = 0; i < 200_000; i++)
        {
            // Lengths drift, so that the cells of removed keys have different sizes from those needed.
            string key = new string('k', 1 + random.Next(10 + (i / 2_000))) + i;
            while (!cache.TryAdd(key, i))
            {
                Assert.True(cache.Remove(queue.Dequeue()));
                least = Math.Min(least, cache.Count);
            }

            queue.Enqueue(key);
            Assert.InRange(cache.BytesReserved, 1, Limit);
        }

        Assert.InRange(least, 4_000, 100_000);
        Assert.Equal(queue.Count, cache.Count);
    }

    [Fact]
    public void Readers_do_not_disturb_each_other()
    {
        for (int i = 0; i < 20_000; i++)
        {
            _dictionary.Add($"key {i}", i);
        }

        int[] sums = new int[4];
        Parallel.For(0, sums.Length, reader =>
        {
            for (int i = reader; i < 20_000; i += 3)
            {
                sums[reader] += _dictionary[$"key {i}"] == i && !_dictionary.ContainsKey($"no {i}") ? 0 : 1;
            }

            int expected = 0;
            foreach ((ReadOnlySpan<char> key, int value) in _dictionary)
            {
                sums[reader] += value == expected && key.SequenceEqual($"key {expected}") ? 0 : 1;
                expected++;
            }
        });

        Assert.Equal([0, 0, 0, 0], sums);
    }

    [Fact]
    public void Everything_is_refused_after_disposal_but_counting()
    {
        _dictionary.Add("key", 1);
        _dictionary.Dispose();
        _dictionary.Dispose();
        Action[] uses =
        [
            () => _dictionary.TryGetValue("key", out _),
            () => _dictionary.ContainsKey("key"),
            () => _ = _dictionary["key"],
            () => _dictionary["key"] = 2,
            () => _dictionary.Add("key", 2),
            () => _dictionary.Remove("key"),
            () => _dictionary.GetValueRefOrAddDefault("key", out _)++,
            () => _dictionary.TryGetValue("key"u8, out _),
            () => _dictionary.AddMany(["key"], [2]),
            () => _dictionary.TryGetValues(["key"], new int[1], new bool[1]),
            () => _dictionary.GetEnumerator(),
            () => _dictionary.Clear(),
            () => _dictionary.Trim(),
            () => _dictionary.GetStatistics(),
        ];

        Assert.All(uses, static use => Assert.Throws<ObjectDisposedException>(use));
        Assert.Equal(0, _dictionary.Count + _dictionary.BytesReserved);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static WeakReference AddAndRemove(PooledStringDictionary<object> dictionary)
    {
        object value = new();
        dictionary.Add("key", value);
        dictionary.Remove("key");
        return new WeakReference(value);
    }
}
