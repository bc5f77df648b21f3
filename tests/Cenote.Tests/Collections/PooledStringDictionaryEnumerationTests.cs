using Cenote.Collections;

namespace Cenote.Tests.Collections;

public sealed class PooledStringDictionaryEnumerationTests : IDisposable
{
    private readonly PooledStringDictionary<int> _dictionary = new();

    public PooledStringDictionaryEnumerationTests() => Fill(1_000);

    public static TheoryData<string, Action<PooledStringDictionary<int>>> Changes => new()
    {
        { "adding", static dictionary => dictionary.Add("another", 1) },
        { "setting", static dictionary => dictionary["another"] = 1 },
        { "adding in place", static dictionary => dictionary.GetValueRefOrAddDefault("another", out _) = 1 },
        { "clearing", static dictionary => dictionary.Clear() },
        { "trimming", static dictionary => dictionary.Trim() },
        { "disposing", static dictionary => dictionary.Dispose() },
    };

    public void Dispose() => _dictionary.Dispose();

    [Theory]
    [MemberData(nameof(Changes))]
    public void A_change_meanwhile_makes_the_enumerator_throw(string change, Action<PooledStringDictionary<int>> act)
    {
        PooledStringDictionary<int>.Enumerator enumerator = _dictionary.GetEnumerator();
        Assert.True(enumerator.MoveNext());

        act(_dictionary);

        InvalidOperationException? thrown = null;
        try
        {
            enumerator.MoveNext();
        }
        catch (InvalidOperationException exception)
        {
            thrown = exception;
        }

        Assert.True(thrown is not null, $"After {change} the enumerator did not throw.");
    }

    [Fact]
    public void An_enumerator_ends_where_keys_moved_for_one_that_was_refused_all_the_same()
    {
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { MaximumBytes = 4 << 20 });
        for (int i = 0; i < 20_000; i++)
        {
            dictionary.Add($"a key of some length {i}", i);
        }

        for (int i = 0; i < 10_000; i++)
        {
            dictionary.Remove($"a key of some length {i}");
        }

        long before = dictionary.BytesReserved;
        PooledStringDictionary<int>.Enumerator enumerator = dictionary.GetEnumerator();
        Assert.True(enumerator.MoveNext());
        Assert.Throws<OutOfMemoryException>(() => dictionary.Add(new string('x', 8 << 20), 1));
        Assert.InRange(dictionary.BytesReserved, 1, before - 1);

        bool throws = false;
        try
        {
            enumerator.MoveNext();
        }
        catch (InvalidOperationException)
        {
            throws = true;
        }

        Assert.True(throws);
    }

    [Fact]
    public void Clearing_no_entries_ends_no_enumerator()
    {
        foreach (var entry in _dictionary)
        {
            _dictionary.Remove(entry.Key);
            if (_dictionary.Count == 0)
            {
                _dictionary.Clear();
            }
        }

        PooledStringDictionary<int>.Enumerator enumerator = _dictionary.GetEnumerator();
        _dictionary.Clear();
        Assert.False(enumerator.MoveNext());
        _dictionary.Add("key", 1);
        Assert.True(_dictionary.GetEnumerator().MoveNext());
    }

    [Fact]
    public void Replacing_values_and_removing_keys_meanwhile_is_allowed()
    {
        int seen = 0;
        foreach (var entry in _dictionary)
        {
            seen++;
            string key = entry.Key.ToString();
            entry.Value = -1;
            _dictionary[key] = -2;
            Assert.True(_dictionary.Remove(key));
        }

        Assert.Equal(1_000, seen);
        Assert.True(_dictionary.IsEmpty);
    }

    [Fact]
    public void Entries_come_in_the_order_in_which_they_were_added()
    {
        int expected = 0;
        foreach ((ReadOnlySpan<char> key, int value) in _dictionary)
        {
            Assert.Equal(expected, value);
            Assert.True(key.SequenceEqual($"key {expected}"));
            expected++;
        }

        Assert.Equal(1_000, expected);
    }

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    public void Keys_of_one_length_come_in_the_order_of_adding(KeyEncoding encoding)
    {
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { KeyEncoding = encoding });
        for (int i = 0; i < 100_000; i++)
        {
            dictionary.Add($"key {i:d8}", i);
        }

        int expected = 0;
        foreach (int value in dictionary.Values)
        {
            Assert.True(value == expected, $"{value} instead of {expected}");
            expected++;
        }

        Assert.Equal(100_000, expected);
    }

    [Fact]
    public void The_order_of_any_keys_outlives_removals_and_trims_and_long_keys_come_last()
    {
        using var dictionary = new PooledStringDictionary<int>();
        var random = new Random(7);
        for (int i = 0; i < 20_000; i++)
        {
            dictionary.Add(new string('k', i % 1_000 == 0 ? 100_000 : random.Next(200)) + i, i);
        }

        List<int> before = Order(dictionary);
        Assert.NotEqual(before.Order(), before);
        Assert.All(before.Take(19_980), static value => Assert.NotEqual(0, value % 1_000));
        Assert.Equal(before, Order(dictionary));
        dictionary.RemoveWhere(static (_, value, _) => value % 3 == 1, 0);
        before.RemoveAll(static value => value % 3 == 1);
        Assert.Equal(before, Order(dictionary));
        dictionary.Trim();
        Assert.Equal(before, Order(dictionary));
    }

    [Fact]
    public void Values_are_changed_in_place()
    {
        foreach (var entry in _dictionary)
        {
            entry.Value *= 2;
        }

        Assert.Equal(1_998, _dictionary["key 999"]);
    }

    [Fact]
    public void Enumerations_within_each_other_have_keys_of_their_own()
    {
        foreach (var outer in _dictionary)
        {
            ReadOnlySpan<char> key = outer.Key;
            foreach (var inner in _dictionary)
            {
                Assert.Equal(inner.Value == outer.Value, inner.Key.SequenceEqual(key));
            }

            if (outer.Value == 20)
            {
                break;
            }
        }
    }

    [Fact]
    public void Long_keys_are_enumerated_even_while_others_of_them_are_removed()
    {
        using var dictionary = new PooledStringDictionary<int>();
        for (int i = 0; i < 10; i++)
        {
            dictionary.Add(new string((char)('a' + i), 100_000), i);
        }

        Assert.True(dictionary.Remove(new string('c', 100_000)));
        dictionary.Add("short", 10);
        int sum = 0;
        foreach (var entry in dictionary)
        {
            sum += entry.Value;
            if (entry.Value != 10)
            {
                Assert.True(dictionary.Remove(entry.Key));
            }
        }

        Assert.Equal(55 - 2, sum);
        Assert.Single(dictionary);
    }

    [Fact]
    public void An_empty_dictionary_has_no_entries()
    {
        _dictionary.Clear();
        foreach (var entry in _dictionary)
        {
            Assert.Fail($"There is {entry.Key}.");
        }

        Fill(3);
        Assert.Equal(3, _dictionary.Count);
    }

    private static List<int> Order(PooledStringDictionary<int> dictionary)
    {
        var values = new List<int>();
        foreach (int value in dictionary.Values)
        {
            values.Add(value);
        }

        return values;
    }

    private void Fill(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _dictionary.Add($"key {i}", i);
        }
    }
}
