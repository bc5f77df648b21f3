using System.Runtime.CompilerServices;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

public sealed class ConcurrentPooledStringDictionaryTests : IDisposable
{
    private readonly ConcurrentPooledStringDictionary<int> _dictionary = new();

    public void Dispose() => _dictionary.Dispose();

    [Fact]
    public void A_key_is_found_by_span_by_string_and_by_utf8()
    {
        Assert.True(_dictionary.TryAdd("schlüssel", 1));
        Assert.True(_dictionary.TryAdd("key"u8, 2));
        Assert.False(_dictionary.TryAdd("schlüssel"u8, 3));
        _dictionary["key"u8] = 4;

        Assert.Equal(1, _dictionary["schlüssel"]);
        Assert.True(_dictionary.TryGetValue("a key".AsSpan(2), out int value));
        Assert.Equal(4, value);
        Assert.True(_dictionary.TryGetValue("schlüssel"u8, out value));
        Assert.Equal(1, value);
        Assert.True(_dictionary.ContainsKey("key"u8));
        Assert.True(_dictionary.TryRemove("key"u8, out value));
        Assert.Equal(4, value);
        Assert.False(_dictionary.ContainsKey("key"));
        Assert.False(_dictionary.TryRemove("key", out _));
        Assert.Equal(1, _dictionary.Count);
    }

    [Fact]
    public void Exceptions_are_those_of_a_concurrent_dictionary()
    {
        Assert.Throws<KeyNotFoundException>(() => _dictionary["missing"]);
        Assert.Throws<ArgumentNullException>("factory", () => _dictionary.GetOrAdd("key", (Func<int, int>)null!, 1));
        Assert.Throws<ArgumentNullException>("update", () => _dictionary.AddOrUpdate("key", 1, null!));
        Assert.Throws<ArgumentNullException>("predicate", () => _dictionary.RemoveWhere<int>(null!, 1));
        Assert.Throws<ArgumentOutOfRangeException>(
            "concurrencyLevel", () => new ConcurrentPooledStringDictionary<int>(concurrencyLevel: -1));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => new ConcurrentPooledStringDictionary<int>(new PooledStringDictionaryOptions { Capacity = -1 }));
    }

    [Fact]
    public void A_value_is_got_or_added()
    {
        Assert.Equal(1, _dictionary.GetOrAdd("key", 1));
        Assert.Equal(1, _dictionary.GetOrAdd("key", 2));
        Assert.Equal(1, _dictionary.GetOrAdd("key", static _ => throw new InvalidOperationException(), 3));
        Assert.Equal(6, _dictionary.GetOrAdd("other", static number => 2 * number, 3));
        Assert.Equal(6, _dictionary["other"]);
    }

    [Fact]
    public void A_value_is_updated_only_if_it_is_the_expected_one()
    {
        _dictionary["key"] = 1;

        Assert.False(_dictionary.TryUpdate("key", 3, 2));
        Assert.False(_dictionary.TryUpdate("missing", 3, 0));
        Assert.True(_dictionary.TryUpdate("key", 3, 1));
        Assert.Equal(4, _dictionary.AddOrUpdate("key", 0, static value => value + 1));
        Assert.Equal(7, _dictionary.AddOrUpdate("new", 7, static value => value + 1));
        Assert.Equal(4, _dictionary["key"]);
        Assert.Equal(7, _dictionary["new"]);
    }

    [Fact]
    public void A_predicate_looks_at_all_entries_and_removes_some()
    {
        for (int i = 0; i < 1_000; i++)
        {
            _dictionary.TryAdd($"key{i}", i);
        }

        int removed = _dictionary.RemoveWhere(
            static (key, value, odd) => key.SequenceEqual($"key{value}") && value % 2 == odd, 1);

        Assert.Equal(500, removed);
        Assert.Equal(
            Enumerable.Range(0, 500).Select(static i => 2 * i), _dictionary.ToArray().Select(
                static entry => entry.Value).Order());
        Assert.All(_dictionary.ToArray(), static entry => Assert.Equal($"key{entry.Value}", entry.Key));
    }

    [Fact]
    public void Keys_are_spread_over_the_parts_and_statistics_add_them_up()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 4);
        long empty = dictionary.BytesReserved;
        for (int i = 0; i < 20_000; i++)
        {
            dictionary.TryAdd($"key{i}", i);
        }

        dictionary.TryAdd("schlüssel", 0);
        PooledStringDictionaryStatistics statistics = dictionary.GetStatistics();
        Assert.Equal(0, empty);
        Assert.Equal(20_001, statistics.Count);
        Assert.Equal(20_000, statistics.NarrowKeys);
        Assert.Equal(dictionary.BytesReserved, statistics.BytesReserved);
        Assert.Equal(dictionary.ManagedBytes, statistics.ManagedBytes);

        // A part with more than 1,280 keys has more than 256 buckets.
        Assert.InRange(statistics.Buckets, 16 * 128, 16 * 512);
    }

    [Fact]
    public void A_dictionary_that_cannot_be_made_leaves_nothing_behind()
    {
        // The first requests reserve the addresses of all parts and commit memory for the first parts.
        var pages = new FailingPageSource { Fails = static request => request > 3 };

        Assert.Throws<OutOfMemoryException>(
            () => new ConcurrentPooledStringDictionary<int>(new PooledStringDictionaryOptions { Capacity = 1_000_000 }, 4, pages));

        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void A_trim_gives_back_what_removed_keys_took()
    {
        for (int i = 0; i < 100_000; i++)
        {
            _dictionary.TryAdd($"key{i}", i);
        }

        long full = _dictionary.BytesReserved;
        _dictionary.RemoveWhere(static (_, value, _) => value != 77, 0);
        long given = _dictionary.Trim();

        Assert.Equal(full - given, _dictionary.BytesReserved);
        Assert.InRange(given, full / 2, full);
        Assert.Equal(77, _dictionary["key77"]);
    }

    [Fact]
    public void Everything_is_refused_after_disposal_but_counting()
    {
        _dictionary["key"] = 1;
        _dictionary.Dispose();
        _dictionary.Dispose();

        Assert.Equal(0, _dictionary.Count);
        Assert.True(_dictionary.IsEmpty);
        Assert.Equal(0, _dictionary.BytesReserved);
        Action[] refused =
        [
            () => _dictionary.TryGetValue("key", out _),
            () => _dictionary.ContainsKey("key"),
            () => _dictionary.ContainsKey("key"u8),
            () => _dictionary.TryAdd("key", 1),
            () => _dictionary["key"] = 1,
            () => _dictionary.TryRemove("key", out _),
            () => _dictionary.TryUpdate("key", 1, 1),
            () => _dictionary.GetOrAdd("key", 1),
            () => _dictionary.AddOrUpdate("key", 1, static value => value),
            () => _dictionary.AddOrUpdate("key", static (_, _) => 1, static (_, value, _) => value, 0),
            () => _dictionary.Set("key", 1, out _),
            () => _dictionary.TryExchange("key", 1, out _),
            () => _dictionary.TryRemove("key", 1),
            () => _dictionary.TryRemove(KeyValuePair.Create("key", 1)),
            () => _dictionary.RemoveWhere(static (_, _, _) => true, 0),
            () => _dictionary.ToArray(),
            () => _dictionary.GetEnumerator().MoveNext(),
            () => Assert.Empty(_dictionary.Keys),
            () => Assert.Empty(_dictionary.Values),
            () => Assert.Empty(_dictionary.AsEnumerable()),
            () => _dictionary.Clear(),
            () => _dictionary.Trim(),
            () => _dictionary.GetStatistics(),
        ];
        Assert.All(refused, static action => Assert.Equal(
            nameof(ConcurrentPooledStringDictionary<>), Assert.Throws<ObjectDisposedException>(action).ObjectName));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1 << 20)]
    public void A_disposed_dictionary_gives_back_memory_but_no_addresses_that_others_may_be_reading(long reservedAddressBytes)
    {
        int discarded = 0;
        var pages = new FailingPageSource { OnDiscard = () => discarded++ };
        var options = new PooledStringDictionaryOptions { ReservedAddressBytes = reservedAddressBytes };
        var dictionary = new ConcurrentPooledStringDictionary<int>(options, 1, pages);
        for (int i = 0; i < 20_000; i++)
        {
            dictionary[$"key{i}"] = i;
        }

        int reservations = pages.Reservations;
        dictionary.Dispose();

        Assert.Equal(reservations, pages.Reservations);
        Assert.InRange(discarded, 1, int.MaxValue);
        GC.KeepAlive(dictionary);
    }

    [Fact]
    public void Any_concurrency_level_will_do()
    {
        using var most = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: int.MaxValue);
        var options = new PooledStringDictionaryOptions { MaximumBytes = 128 << 10 };
        using var limited = new ConcurrentPooledStringDictionary<int>(options, int.MaxValue);

        Assert.True(most.TryAdd("key", 1) && limited.TryAdd("key", 1));
        Assert.Equal(2 * AddressSpace.GranuleBytes, most.BytesReserved);
        Assert.Equal(2 * AddressSpace.GranuleBytes, limited.BytesReserved);
    }

    [Fact]
    public void Parts_without_keys_are_made_with_their_first_key_only()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 64);
        dictionary["key"] = 1;
        Assert.InRange(dictionary.ManagedBytes, 1, 64 << 10);
        Assert.False(dictionary.TryGetValue("other", out _));
        Assert.False(dictionary.TryRemove("other", out _));
        Assert.False(dictionary.TryExchange("other", 2, out _));
        Assert.Equal("key", Assert.Single(dictionary).Key);

        dictionary.Clear();
        Assert.True(dictionary.IsEmpty);
        dictionary.Trim();
        Parallel.For(0, 10_000, number => dictionary[$"key {number}"] = number);
        Assert.Equal(10_000, dictionary.Count);

        dictionary.Dispose();
        Assert.Equal(0, dictionary.BytesReserved);
        Assert.Throws<ObjectDisposedException>(() => dictionary.TryGetValue("other", out _));
        Assert.Throws<ObjectDisposedException>(() => dictionary.TryAdd("other", 1));
    }

    [Fact]
    public void A_part_that_is_refused_memory_is_made_with_a_later_key()
    {
        bool isRefused = false;
        var pages = new FailingPageSource { Fails = _ => isRefused };
        using var dictionary = new ConcurrentPooledStringDictionary<int>(
            new PooledStringDictionaryOptions { ReservedAddressBytes = 0 }, concurrencyLevel: 4, pages);
        isRefused = true;
        Assert.False(dictionary.TryAdd("key", 1, out bool exists));
        Assert.False(exists);
        Assert.Throws<OutOfMemoryException>(() => dictionary["key"] = 1);
        Assert.False(dictionary.ContainsKey("key"));

        isRefused = false;
        dictionary["key"] = 2;
        Assert.Equal(2, dictionary["key"]);
    }

    [Fact]
    public void A_forgotten_dictionary_gives_its_memory_back()
    {
        var pages = new FailingPageSource();
        Fill(pages, disposes: false);
        Fill(pages, disposes: true);

        for (int i = 0; i < 10 && pages.Reservations > 0; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.Equal(0, pages.Reservations);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static void Fill(FailingPageSource pages, bool disposes)
    {
        var dictionary = new ConcurrentPooledStringDictionary<string>(new PooledStringDictionaryOptions(), 2, pages);
        for (int i = 0; i < 5_000; i++)
        {
            dictionary.TryAdd($"key{i}", "");
        }

        Assert.True(pages.Reservations > 0);
        if (disposes)
        {
            dictionary.Dispose();
        }
    }

    [Fact]
    public void A_value_that_no_array_can_hold_is_refused()
    {
        var refused = Assert.Throws<NotSupportedException>(() => new ConcurrentPooledStringDictionary<TooLarge>());
        Assert.Contains("70000", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_largest_value_that_an_array_can_hold_is_like_others()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<Largest>(concurrencyLevel: 1);
        for (int i = 0; i < 20; i++)
        {
            var value = default(Largest);
            value[0] = value[^1] = (byte)i;
            dictionary[$"{i}"] = value;
        }

        int seen = 0;
        foreach (var (key, value) in dictionary)
        {
            Assert.Equal(key, $"{value[0]}");
            Assert.Equal(value[0], value[^1]);
            seen++;
        }

        Assert.Equal(20, seen);
        Assert.True(dictionary.TryRemove("7", out Largest removed));
        Assert.Equal(7, removed[^1]);
        Assert.Equal(19, dictionary.RemoveWhere(static (_, _, _) => true, 0));
    }

    [InlineArray(70_000)]
    private struct TooLarge
    {
        private byte _first;
    }

    [InlineArray(ushort.MaxValue)]
    private struct Largest
    {
        private byte _first;
    }
}
