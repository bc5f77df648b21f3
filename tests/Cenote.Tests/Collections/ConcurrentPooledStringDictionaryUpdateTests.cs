using Cenote.Collections;

namespace Cenote.Tests.Collections;

public sealed class ConcurrentPooledStringDictionaryUpdateTests : IDisposable
{
    private readonly ConcurrentPooledStringDictionary<int> _dictionary = new();

    public void Dispose() => _dictionary.Dispose();

    [Fact]
    public void What_was_replaced_is_told()
    {
        Assert.False(_dictionary.Set("key", 1, out int old));
        Assert.Equal(0, old);
        Assert.True(_dictionary.Set("key", 2, out old));
        Assert.Equal(1, old);
        Assert.True(_dictionary.Set("key"u8, 3, out old));
        Assert.Equal(2, old);
        Assert.True(_dictionary.TryExchange("key", 4, out old));
        Assert.Equal(3, old);
        Assert.True(_dictionary.TryExchange("key"u8, 5, out old));
        Assert.Equal(4, old);
        Assert.False(_dictionary.TryExchange("missing", 5, out old));
        Assert.Equal(0, old);
        Assert.Equal(1, _dictionary.Count);
        Assert.Equal(5, _dictionary["key"]);
    }

    [Fact]
    public void A_value_is_made_from_its_key()
    {
        Assert.Equal(3, _dictionary.GetOrAdd("key", static key => key.Length));
        Assert.Equal(15, _dictionary.GetOrAdd("other", static (key, factor) => key.Length * factor, 3));
        Assert.Equal(9, _dictionary.GetOrAdd("schlüssel"u8, static key => key.Length));
        Assert.Equal(18, _dictionary.GetOrAdd("Schlüssel"u8, static (key, factor) => key.Length * factor, 2));
        Assert.Equal(8, _dictionary.GetOrAdd("argument"u8, static (int argument) => argument, 8));
        Assert.Equal(7, _dictionary.GetOrAdd("value"u8, 7));
        Assert.Equal(3, _dictionary.GetOrAdd("key", static _ => throw new InvalidOperationException()));
        Assert.Equal(3, _dictionary.GetOrAdd("key"u8, static (_, _) => throw new InvalidOperationException(), 1));
        Assert.Equal(6, _dictionary.Count);
        Assert.Equal(9, _dictionary["schlüssel"]);
    }

    [Fact]
    public void A_value_is_made_of_the_old_one_with_a_state()
    {
        for (int i = 0; i < 3; i++)
        {
            _dictionary.AddOrUpdate("key", Add, Update, 10);
            _dictionary.AddOrUpdate("key8"u8, Add, Update, 10);
            _dictionary.AddOrUpdate("pair", static key => key.Length, static (key, value) => value + key.Length);
            _dictionary.AddOrUpdate("pair8"u8, static key => key.Length, static (key, value) => value + key.Length);
            _dictionary.AddOrUpdate("value8"u8, 1, static value => value + 1);
        }

        Assert.Equal(1333, _dictionary["key"]);
        Assert.Equal(1444, _dictionary["key8"]);
        Assert.Equal(12, _dictionary["pair"]);
        Assert.Equal(15, _dictionary["pair8"]);
        Assert.Equal(3, _dictionary["value8"]);

        static int Add(ReadOnlySpan<char> key, int state) => key.Length + state;

        static int Update(ReadOnlySpan<char> key, int value, int state) => (value * state) + key.Length;
    }

    [Fact]
    public void The_value_that_was_replaced_is_the_one_of_the_last_call()
    {
        _dictionary["key"] = 1;
        Span<int> replaced = [0];

        // The callback changes the value, so the first attempt fails.
        _dictionary.AddOrUpdate(
            "key",
            static (_, _) => 0,
            (_, value, replaced) =>
            {
                if (value == 1)
                {
                    _dictionary["key"] = 5;
                }

                replaced[0] = value;
                return value + 1;
            },
            replaced);

        Assert.Equal(5, replaced[0]);
        Assert.Equal(6, _dictionary["key"]);
    }

    [Fact]
    public void A_key_is_removed_only_with_its_value()
    {
        _dictionary["key"] = 1;
        _dictionary["other"] = 2;

        Assert.False(_dictionary.TryRemove("key", 2));
        Assert.False(_dictionary.TryRemove("missing", 0));
        Assert.False(_dictionary.TryRemove("key"u8, 2));
        Assert.False(_dictionary.TryRemove(KeyValuePair.Create("other", 1)));
        Assert.Equal(2, _dictionary.Count);
        Assert.True(_dictionary.TryRemove("key"u8, 1));
        Assert.True(_dictionary.TryRemove(KeyValuePair.Create("other", 2)));
        Assert.True(_dictionary.IsEmpty);
    }

    [Fact]
    public void Values_that_equal_none_are_removed_by_a_predicate_nevertheless()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<NeverEqual>();
        for (int i = 0; i < 20_000; i++)
        {
            dictionary.TryAdd($"key{i}", new NeverEqual(i));
        }

        Assert.Equal(10_000, dictionary.RemoveWhere(static (_, value, _) => value.Number % 2 == 0, 0));
        Assert.False(dictionary.TryRemove("key1", dictionary["key1"]));
        Assert.Equal(10_000, dictionary.RemoveWhere(static (_, _, _) => true, 0));
    }

    [Fact]
    public void A_factory_that_is_missing_is_told()
    {
        Assert.Throws<ArgumentNullException>("factory", () => _dictionary.GetOrAdd("key", (Func<ReadOnlySpan<char>, int>)null!));
        Assert.Throws<ArgumentNullException>(
            "factory", () => _dictionary.GetOrAdd("key", (Func<ReadOnlySpan<char>, int, int>)null!, 1));
        Assert.Throws<ArgumentNullException>(
            "addFactory", () => _dictionary.AddOrUpdate("key", null!, static (_, value) => value));
        Assert.Throws<ArgumentNullException>("updateFactory", () => _dictionary.AddOrUpdate("key", static _ => 1, null!));
        Assert.Throws<ArgumentNullException>(
            "addFactory", () => _dictionary.AddOrUpdate("key", null!, static (_, value, _) => value, 1));
        Assert.Throws<ArgumentNullException>("updateFactory", () => _dictionary.AddOrUpdate("key", static (_, _) => 1, null!, 1));
    }

    [Theory]
    [InlineData("")]
    [InlineData("x")]
    [InlineData("é")]
    public void Keys_of_any_length_are_keys(string unit)
    {
        string key = string.Concat(Enumerable.Repeat(unit, 3_000_000));
        byte[] utf8 = System.Text.Encoding.UTF8.GetBytes(key);

        Assert.False(_dictionary.Set(key, 1, out _));
        Assert.True(_dictionary.Set(utf8, 2, out int old) && old == 1);
        Assert.False(_dictionary.TryAdd(utf8, 3, out bool exists) || !exists);
        Assert.True(_dictionary.TryUpdate(utf8, 4, 2) && _dictionary.TryExchange(key, 5, out old) && old == 4);
        Assert.Equal(5, _dictionary.GetOrAdd(utf8, static key => key.Length));
        Assert.Equal(key, Assert.Single(_dictionary).Key);
        Assert.Equal(1, _dictionary.RemoveWhere(static (key, _, length) => key.Length == length, key.Length));
        Assert.True(_dictionary.IsEmpty);
        Assert.Equal(key.Length, _dictionary.AddOrUpdate(utf8, static (key, _) => key.Length, static (_, _, _) => -1, 0));
        Assert.True(_dictionary.TryRemove(key, key.Length));
    }

    private readonly struct NeverEqual(int number) : IEquatable<NeverEqual>
    {
        public int Number { get; } = number;

        public bool Equals(NeverEqual other) => false;

        public override bool Equals(object? obj) => false;

        public override int GetHashCode() => 0;
    }
}
