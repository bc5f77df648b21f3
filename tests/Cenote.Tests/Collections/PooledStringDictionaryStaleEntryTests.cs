using Cenote.Collections;

namespace Cenote.Tests.Collections;

/// <summary>
/// Entries and enumerators that are stale, copied or default: they throw, or read only their own data.
/// </summary>
public sealed class PooledStringDictionaryStaleEntryTests : IDisposable
{
    private readonly PooledStringDictionary<long> _dictionary = new(
        new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf16 });

    public PooledStringDictionaryStaleEntryTests()
    {
        for (int i = 0; i < 300; i++)
        {
            _dictionary.Add($"key {i}", i);
        }
    }

    public static TheoryData<string, Action<PooledStringDictionary<long>>> Changes => new()
    {
        { "clearing", static dictionary => dictionary.Clear() },
        { "clearing and adding", static dictionary => ClearAndFill(dictionary) },
        { "removing", static dictionary => dictionary.Remove("key 0") },
        { "removing and adding", static dictionary => { dictionary.Remove("key 0"); dictionary.Add("key x", -1); } },
        { "growth", static dictionary => Fill(dictionary, 20_000) },
        { "trimming", static dictionary => dictionary.Trim() },
        { "disposing", static dictionary => dictionary.Dispose() },
    };

    public void Dispose() => _dictionary.Dispose();

    [Theory]
    [MemberData(nameof(Changes))]
    public void An_entry_throws_after_a_change(string change, Action<PooledStringDictionary<long>> act)
    {
        PooledStringDictionary<long>.Enumerator enumerator = _dictionary.GetEnumerator();
        Assert.True(enumerator.MoveNext());
        PooledStringDictionary<long>.Entry entry = enumerator.Current;
        PooledStringDictionary<long>.Entry copy = entry;
        Assert.Equal("key 0", entry.Key.ToString());

        act(_dictionary);

        Assert.True(Throws(entry) && Throws(copy), $"After {change} a stale entry was read.");
    }

    [Fact]
    public void A_stale_entry_says_what_has_happened()
    {
        PooledStringDictionary<long>.Enumerator enumerator = _dictionary.GetEnumerator();
        enumerator.MoveNext();
        PooledStringDictionary<long>.Entry entry = enumerator.Current;
        _dictionary.Clear();
        Assert.Contains("entry is stale", Message(entry), StringComparison.Ordinal);

        _dictionary.Dispose();
        Assert.Contains("disposed", Message(entry), StringComparison.Ordinal);
        Assert.Contains("MoveNext was not called", Message(default), StringComparison.Ordinal);
    }

    // The memory of a long key is returned as soon as the key is removed.
    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    public void The_entry_of_a_long_key_throws_once_it_is_removed(KeyEncoding encoding)
    {
        using var dictionary = new PooledStringDictionary<long>(new PooledStringDictionaryOptions { KeyEncoding = encoding });
        string key = new('x', 100_000);
        dictionary.Add(key, 1);
        PooledStringDictionary<long>.Enumerator enumerator = dictionary.GetEnumerator();
        Assert.True(enumerator.MoveNext());
        PooledStringDictionary<long>.Entry entry = enumerator.Current;

        Assert.True(dictionary.Remove(entry.Key));

        Assert.True(Throws(entry));
        Assert.False(enumerator.MoveNext());
    }

    [Fact]
    public void Before_the_first_entry_and_after_the_last_one_there_is_none()
    {
        PooledStringDictionary<long>.Enumerator enumerator = _dictionary.GetEnumerator();
        Assert.Contains("MoveNext was not called", MessageOfCurrent(enumerator), StringComparison.Ordinal);
        while (enumerator.MoveNext())
        {
        }

        Assert.Contains("returned false", MessageOfCurrent(enumerator), StringComparison.Ordinal);
        Assert.False(enumerator.MoveNext());
        Assert.False(enumerator.MoveNext());
    }

    [Fact]
    public void A_default_enumerator_says_what_to_do()
    {
        PooledStringDictionary<long>.Enumerator entries = default;
        PooledStringSet.Enumerator items = default;
        string message = MessageOfCurrent(entries);
        try
        {
            entries.MoveNext();
        }
        catch (InvalidOperationException exception)
        {
            message += exception.Message;
        }

        try
        {
            items.MoveNext();
        }
        catch (InvalidOperationException exception)
        {
            message += exception.Message;
        }

        try
        {
            _ = items.Current.Length;
        }
        catch (InvalidOperationException exception)
        {
            message += exception.Message;
        }

        Assert.Equal(5, message.Split("use foreach").Length);
    }

    // Enough keys for many runs, with free cells and long keys. Advancing a copy does not move the original.
    [Theory]
    [InlineData(0)]
    [InlineData(512 << 10)]
    [InlineData(64 << 20)]
    public void Copies_of_an_enumerator_go_on_by_themselves(long reservation)
    {
        var options = new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf16, ReservedAddressBytes = reservation };
        using var dictionary = new PooledStringDictionary<long>(options);
        for (int i = 0; i < 40_000; i++)
        {
            dictionary.Add(i % 10_000 == 0 ? new string('y', 40_000 + i) : $"key {i} {new string('x', i % 50)}", i);
        }

        for (int i = 1; i < 40_000; i += 7)
        {
            dictionary.Remove($"key {i} {new string('x', i % 50)}");
        }

        var expected = new List<long>();
        foreach (var entry in dictionary)
        {
            expected.Add(entry.Value);
        }

        Assert.Equal(dictionary.Count, expected.Count);
        var random = new Random(18);
        PooledStringDictionary<long>.Enumerator original = dictionary.GetEnumerator();
        int passed = 0;
        while (passed < expected.Count)
        {
            PooledStringDictionary<long>.Enumerator copy = original;
            int ahead = random.Next(expected.Count - passed + 2);
            for (int i = 0; i < ahead; i++)
            {
                Assert.Equal(passed + i < expected.Count, copy.MoveNext());
                Assert.True(passed + i >= expected.Count || copy.Current.Value == expected[passed + i]);
            }

            for (int i = random.Next(4_000); i >= 0 && passed < expected.Count; i--)
            {
                Assert.True(original.MoveNext());
                Assert.True(original.Current.Value == expected[passed]);
                passed++;
            }
        }

        Assert.False(original.MoveNext());
    }

    [Fact]
    public void Copies_of_the_enumerator_of_a_set_go_on_by_themselves()
    {
        using var set = new PooledStringSet();
        for (int i = 0; i < 20_000; i++)
        {
            set.Add($"item {i:d6}");
        }

        PooledStringSet.Enumerator original = set.GetEnumerator();
        Assert.True(original.MoveNext());
        PooledStringSet.Enumerator copy = original;
        while (copy.MoveNext())
        {
        }

        for (int i = 1; i < 20_000; i++)
        {
            Assert.True(original.MoveNext());
            Assert.True(original.Current.SequenceEqual($"item {i:d6}"));
        }

        Assert.False(original.MoveNext());
    }

    [Fact]
    public void A_refused_key_that_moved_others_ends_enumerators()
    {
        using var dictionary = new PooledStringDictionary<long>(new PooledStringDictionaryOptions { MaximumBytes = 512 << 10 });
        int keys = 0;
        while (dictionary.TryAdd($"key {keys:d6}", keys))
        {
            keys++;
        }

        for (int i = 0; i < keys; i += 2)
        {
            dictionary.Remove($"key {i:d6}");
        }

        PooledStringDictionary<long>.Enumerator enumerator = dictionary.GetEnumerator();
        Assert.True(enumerator.MoveNext());
        PooledStringDictionary<long>.Entry entry = enumerator.Current;

        Assert.False(dictionary.TryAdd(new string('x', 500_000), 1, out bool exists));

        Assert.False(exists);
        Assert.Equal(0, dictionary.GetStatistics().FreeBytes / (64 << 10));
        Assert.True(Throws(entry), "The entry was read although its key has moved.");
        string message = "";
        try
        {
            enumerator.MoveNext();
        }
        catch (InvalidOperationException exception)
        {
            message = exception.Message;
        }

        Assert.Contains("after the enumerator was created", message, StringComparison.Ordinal);
    }

    private static void ClearAndFill(PooledStringDictionary<long> dictionary)
    {
        dictionary.Clear();
        Fill(dictionary, 300);
    }

    // Values with all bits set look like lengths of 2 GiB if read as a header.
    private static void Fill(PooledStringDictionary<long> dictionary, int count)
    {
        for (int i = 0; i < count; i++)
        {
            dictionary[$"another key, {i}"] = -1;
        }
    }

    private static bool Throws(PooledStringDictionary<long>.Entry entry)
    {
        int thrown = 0;
        for (int use = 0; use < 4; use++)
        {
            try
            {
                switch (use)
                {
                    case 0:
                        _ = entry.Key.Length;
                        break;
                    case 1:
                        entry.Value = 1;
                        break;
                    case 2:
                        _ = entry.KeyLength;
                        break;
                    default:
                        (_, _) = entry;
                        break;
                }
            }
            catch (InvalidOperationException)
            {
                thrown++;
            }
        }

        return thrown == 4;
    }

    private static string Message(PooledStringDictionary<long>.Entry entry)
    {
        try
        {
            return entry.Key.ToString();
        }
        catch (InvalidOperationException exception)
        {
            return exception.Message;
        }
    }

    private static string MessageOfCurrent(PooledStringDictionary<long>.Enumerator enumerator)
    {
        try
        {
            return enumerator.Current.Key.ToString();
        }
        catch (InvalidOperationException exception)
        {
            return exception.Message;
        }
    }
}
