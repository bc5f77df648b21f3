using System.Runtime.CompilerServices;
using Cenote.Collections;
using Cenote.Tests.Support;
using Cenote.Text;

namespace Cenote.Tests.Collections.Native;

public sealed class NativeDictionaryTests
{
    [Fact]
    public void An_empty_dictionary_has_nothing()
    {
        using var dictionary = new NativeDictionary<long, int>();

        Assert.Empty(dictionary);
        Assert.False(dictionary.TryGetValue(0, out int value) || dictionary.ContainsKey(0) || dictionary.Remove(0));
        Assert.Equal(0, value);
        Assert.True(Unsafe.IsNullRef(ref dictionary.GetValueRefOrNullRef(0)));
        Assert.Throws<KeyNotFoundException>(() => dictionary[0]);
        Assert.Equal(0, dictionary.Trim());
        dictionary.Clear();
        Assert.Equal(0, dictionary.RemoveWhere(static (_, _) => true));
        Assert.Equal(0, dictionary.TryGetValues([], [], []));
    }

    [Fact]
    public void Keys_are_equal_as_in_a_dictionary_of_the_framework()
    {
        using var numbers = new NativeDictionary<double, int>();
        using var padded = new NativeDictionary<PaddedKey, int>();
        using var times = new NativeDictionary<DateTime, int>();
        using var decimals = new NativeDictionary<decimal, int>();

        numbers.Add(double.NaN, 1);
        numbers.Add(0.0, 2);
        padded.Add(PaddedKey.WithGarbage(1, 2, 0xaa), 3);
        times.Add(new DateTime(5, DateTimeKind.Utc), 4);
        decimals.Add(1.0m, 5);

        Assert.Equal(1, numbers[BitConverter.UInt64BitsToDouble(0xfff8_0000_0000_0001)]);
        Assert.Equal(2, numbers[-0.0]);
        Assert.Equal(3, padded[PaddedKey.WithGarbage(1, 2, 0x55)]);
        Assert.Equal(4, times[new DateTime(5, DateTimeKind.Local)]);
        Assert.Equal(5, decimals[1.000m]);
    }

    [Fact]
    public void A_constructor_takes_entries()
    {
        KeyValuePair<int, int>[] entries = [new(1, 10), new(2, 20)];
        using var dictionary = new NativeDictionary<int, int>(entries);

        Assert.Equal(entries, dictionary);
        Assert.Equal([1, 2], ((IReadOnlyDictionary<int, int>)dictionary).Keys);
        Assert.Equal([10, 20], ((IReadOnlyDictionary<int, int>)dictionary).Values);
        Assert.Throws<ArgumentException>(() => new NativeDictionary<int, int>([.. entries, new(1, 3)]));
        Assert.Throws<ArgumentNullException>(() => new NativeDictionary<int, int>((IEnumerable<KeyValuePair<int, int>>)null!));
    }

    [Fact]
    public void Adding_a_key_twice_names_it()
    {
        using var dictionary = new NativeDictionary<int, int>([new(17, 1)]);

        ArgumentException refused = Assert.Throws<ArgumentException>(() => dictionary.Add(17, 2));
        KeyNotFoundException missing = Assert.Throws<KeyNotFoundException>(() => dictionary[18]);

        Assert.Contains("17", refused.Message, StringComparison.Ordinal);
        Assert.Contains("'18'", missing.Message, StringComparison.Ordinal);
        Assert.Equal(1, dictionary[17]);
    }

    [Fact]
    public void References_stay_valid_while_keys_are_added_and_the_dictionary_is_trimmed()
    {
        using var dictionary = new NativeDictionary<int, long>();
        ref long first = ref dictionary.GetValueRefOrAddDefault(-1, out bool exists);
        Assert.False(exists);
        for (int key = 0; key < 100_000; key++)
        {
            dictionary.Add(key, key);
        }

        _ = dictionary.EnsureCapacity(1_000_000);
        _ = dictionary.Trim();
        first = 77;

        Assert.Equal(77, dictionary[-1]);
        Assert.True(Unsafe.AreSame(ref first, ref dictionary.GetValueRefOrNullRef(-1)));
    }

    [Fact]
    public void A_place_that_is_used_again_begins_with_the_default_value()
    {
        using var dictionary = new NativeDictionary<int, long>([new(1, -1)]);
        Assert.True(dictionary.Remove(1));

        Assert.Equal(0, dictionary.GetValueRefOrAddDefault(2, out _));
    }

    [Fact]
    public void Enumerators_end_when_keys_are_added_or_removed()
    {
        using var dictionary = new NativeDictionary<int, int>([new(1, 1), new(2, 2)]);

        Assert.Throws<InvalidOperationException>(() => Visit(() => dictionary.Add(3, 3)));
        Assert.Throws<InvalidOperationException>(() => Visit(() => dictionary.Remove(1)));
        Assert.Throws<InvalidOperationException>(() => Visit(dictionary.Clear));
        dictionary.Add(1, 1);
        dictionary.Add(2, 2);
        Visit(() => dictionary[1] = 5);
        Visit(() => dictionary.Trim());
        Visit(() => dictionary.EnsureCapacity(10_000));
        Assert.Throws<ObjectDisposedException>(() => Visit(dictionary.Dispose));

        void Visit(Action change)
        {
            bool changed = false;
            foreach (KeyValuePair<int, int> _ in dictionary)
            {
                if (!changed)
                {
                    change();
                    changed = true;
                }
            }
        }
    }

    [Fact]
    public void Each_member_of_an_enumerator_checks_for_changes()
    {
        using var dictionary = new NativeDictionary<int, int>([new(1, 1), new(2, 2)]);
        int next = 3;

        Assert.Throws<InvalidOperationException>(() => AfterAdd().MoveNext());
        Assert.Throws<InvalidOperationException>(() => AfterAdd(steps: 0).MoveNext());
        Assert.Throws<InvalidOperationException>(() => AfterAdd(steps: 100).MoveNext());
        Assert.Throws<InvalidOperationException>(() => AfterAdd().Current);
        Assert.Throws<InvalidOperationException>(() => AfterAdd().CurrentValue);

        NativeDictionary<int, int>.Enumerator AfterAdd(int steps = 1)
        {
            NativeDictionary<int, int>.Enumerator enumerator = dictionary.GetEnumerator();
            for (int step = 0; step < steps && enumerator.MoveNext(); step++)
            {
            }

            dictionary.Add(next, next++);
            return enumerator;
        }
    }

    [Fact]
    public void An_enumerator_without_an_entry_says_so()
    {
        using var dictionary = new NativeDictionary<int, int>([new(1, 1)]);
        NativeDictionary<int, int>.Enumerator enumerator = dictionary.GetEnumerator();

        Assert.Throws<InvalidOperationException>(() => default(NativeDictionary<int, int>.Enumerator).MoveNext());
        Assert.Throws<InvalidOperationException>(() => default(NativeDictionary<int, int>.Enumerator).Current);
        Assert.Throws<InvalidOperationException>(() => default(NativeDictionary<int, int>.Enumerator).CurrentValue);
        Assert.Throws<InvalidOperationException>(() => dictionary.GetEnumerator().Current);
        Assert.True(enumerator.MoveNext());
        enumerator.CurrentValue = 9;
        Assert.Equal(new KeyValuePair<int, int>(1, 9), enumerator.Current);
        Assert.False(enumerator.MoveNext() || enumerator.MoveNext());
        Assert.Throws<InvalidOperationException>(() =>
        {
            NativeDictionary<int, int>.Enumerator ended = dictionary.GetEnumerator();
            while (ended.MoveNext())
            {
            }

            _ = ended.Current;
        });
        Assert.Equal(9, dictionary[1]);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4_095)]
    [InlineData(4_096)]
    [InlineData(100_000)]
    public void Both_enumerators_return_every_entry_in_order(int count)
    {
        using var dictionary = new NativeDictionary<long, long>();
        for (long key = 0; key < count; key++)
        {
            dictionary.Add(key, -key);
        }

        var entries = new List<KeyValuePair<long, long>>();
        foreach (KeyValuePair<long, long> entry in dictionary)
        {
            entries.Add(entry);
        }

        Assert.Equal(Enumerable.Range(0, count).Select(static key => new KeyValuePair<long, long>(key, -key)), entries);
        Assert.Equal(entries, dictionary.AsEnumerable());
    }

    [Fact]
    public void An_enumerator_of_the_interface_may_be_stored_and_throws_on_misuse()
    {
        var dictionary = new NativeDictionary<int, int>([new(1, 1)]);
        using IEnumerator<KeyValuePair<int, int>> enumerator = dictionary.AsEnumerable().GetEnumerator();

        Assert.Throws<InvalidOperationException>(() => enumerator.Current);
        Assert.True(enumerator.MoveNext());
        dictionary.Trim();
        Assert.Equal(new KeyValuePair<int, int>(1, 1), enumerator.Current);
        Assert.False(enumerator.MoveNext() || enumerator.MoveNext());
        Assert.Throws<InvalidOperationException>(() => enumerator.Current);
        Assert.Throws<NotSupportedException>(enumerator.Reset);
        dictionary.Add(2, 2);
        Assert.Throws<InvalidOperationException>(() => enumerator.Current);
        Assert.Throws<InvalidOperationException>(() => enumerator.MoveNext());
        dictionary.Dispose();
        Assert.Throws<ObjectDisposedException>(() => enumerator.Current);
        Assert.Throws<ObjectDisposedException>(() => enumerator.MoveNext());
        Assert.Throws<ObjectDisposedException>(() => dictionary.AsEnumerable().GetEnumerator());
    }

    [Fact]
    public void Whatever_is_disposed_says_so()
    {
        var dictionary = new NativeDictionary<int, int>([new(1, 1)]);
        dictionary.Dispose();
        dictionary.Dispose();
        Action[] uses =
        [
            () => dictionary.Add(1, 1),
            () => dictionary.Add(2, 1),
            () => dictionary[1] = 2,
            () => _ = dictionary[1],
            () => dictionary.TryGetValue(1, out _),
            () => dictionary.ContainsKey(1),
            () => dictionary.TryAdd(1, 1),
            () => dictionary.Remove(1),
            () => dictionary.GetValueRefOrAddDefault(1, out _),
            () => dictionary.GetValueRefOrNullRef(1),
            () => dictionary.TryGetValues([1], new int[1], new bool[1]),
            () => dictionary.AddMany([1], [1]),
            () => dictionary.RemoveWhere(static (_, _) => true),
            () => dictionary.EnsureCapacity(5),
            () => dictionary.Trim(),
            dictionary.Clear,
            () => dictionary.GetStatistics(),
            () => dictionary.GetEnumerator(),
        ];

        Assert.All(uses, static use => Assert.Throws<ObjectDisposedException>(use));
        Assert.True(dictionary.IsDisposed);
        Assert.Equal((0, 0, 0), (dictionary.Count, dictionary.BytesReserved, dictionary.BytesUsed));
    }

    [Fact]
    public void Batches_that_are_too_short_change_nothing()
    {
        using var dictionary = new NativeDictionary<int, int>();

        Assert.Throws<ArgumentException>(() => dictionary.AddMany([1, 2], [1]));
        Assert.Throws<ArgumentException>(() => dictionary.TryGetValues([1, 2], new int[1], new bool[2]));
        Assert.Throws<ArgumentException>(() => dictionary.TryGetValues([1, 2], new int[2], new bool[1]));
        Assert.Empty(dictionary);
    }

    [Fact]
    public void Keys_that_change_the_dictionary_while_it_asks_them_are_refused()
    {
        using var dictionary = new NativeDictionary<HostileKey, int>();
        for (int number = 0; number < 1_000; number++)
        {
            dictionary.Add(new HostileKey(number), number);
        }

        int extra = 1_000;
        Action[] uses =
        [
            () => dictionary.Add(new HostileKey(5), 0),
            () => dictionary.TryAdd(new HostileKey(5), 0),
            () => dictionary[new HostileKey(5)] = 0,
            () => dictionary.Remove(new HostileKey(5)),
        ];
        foreach (Action use in uses)
        {
            HostileKey.OnEquals = () => _ = dictionary.EnsureCapacity(20 * dictionary.Count);
            Assert.Throws<InvalidOperationException>(use);
            HostileKey.OnEquals = () => dictionary.Trim();
            Assert.Throws<InvalidOperationException>(use);
            HostileKey.OnEquals = () => dictionary.Add(new HostileKey(extra++), 0);
            Assert.Throws<InvalidOperationException>(use);
            HostileKey.OnHash = () => dictionary.Add(new HostileKey(extra++), 0);
            Assert.Throws<InvalidOperationException>(use);
            HostileKey.OnEquals = static () => throw new TimeoutException();
            Assert.Throws<TimeoutException>(use);
            HostileKey.OnHash = static () => throw new TimeoutException();
            Assert.Throws<TimeoutException>(use);
        }

        Assert.Equal(extra, dictionary.Count);
        for (int number = 0; number < extra; number++)
        {
            Assert.Equal(number < 1_000 ? number : 0, dictionary[new HostileKey(number)]);
        }

        HostileKey.OnEquals = dictionary.Dispose;
        Assert.ThrowsAny<InvalidOperationException>(() => dictionary.Add(new HostileKey(5), 0));
    }

    [Fact]
    public void Lookups_of_keys_that_change_the_dictionary_while_it_asks_them_are_refused()
    {
        using var dictionary = new NativeDictionary<HostileKey, int>();
        for (int number = 0; number < 100; number++)
        {
            dictionary.Add(new HostileKey(number), number);
        }

        int key = 0;
        Action[] uses =
        [
            () => dictionary.TryGetValue(new HostileKey(key), out _),
            () => dictionary.ContainsKey(new HostileKey(key)),
            () => _ = dictionary[new HostileKey(key)],
            () => dictionary.GetValueRefOrNullRef(new HostileKey(key)) = -1,
            () => dictionary.TryGetValues([new HostileKey(key)], new int[1], new bool[1]),
        ];
        foreach (Action use in uses)
        {
            HostileKey.OnEquals = () => Assert.True(dictionary.Remove(new HostileKey(key)));
            Assert.Throws<InvalidOperationException>(use);
            key++;
        }

        Assert.Equal(100 - key, dictionary.Count);
        Assert.All(dictionary, static pair => Assert.Equal(pair.Key.Number, pair.Value));
        HostileKey.OnEquals = dictionary.Dispose;
        Assert.ThrowsAny<InvalidOperationException>(() => dictionary.TryGetValue(new HostileKey(50), out _));
    }

    [LongTheory]
    [InlineData(12, 1)]
    [InlineData(3_000, 3_000)]
    [InlineData(800, 1)]
    public void A_comparer_that_changes_the_dictionary_at_any_of_its_comparisons_is_refused(int keys, int codes)
    {
        (string Name, Action<NativeDictionary<int, long>> Do)[] changes =
        [
            ("add", static dictionary => dictionary.Add(1_000_000, 5)),
            ("remove", static dictionary => dictionary.Remove(3)),
            ("clear", static dictionary => dictionary.Clear()),
            ("trim", static dictionary => dictionary.Trim()),
            ("trim and add", TrimAndAdd),
            ("grow", static dictionary => _ = dictionary.EnsureCapacity(200_000)),
            ("dispose", static dictionary => dictionary.Dispose()),
        ];
        Action<NativeDictionary<int, long>, int>[] uses =
        [
            static (dictionary, key) => dictionary.TryGetValue(key, out _),
            static (dictionary, key) => dictionary.TryGetValues([key], new long[1], new bool[1]),
            static (dictionary, key) => dictionary.GetValueRefOrNullRef(key),
            static (dictionary, key) => dictionary.TryAdd(key, -1),
            static (dictionary, key) => dictionary.Remove(key),
        ];
        foreach ((string name, Action<NativeDictionary<int, long>> change) in changes)
        {
            foreach (Action<NativeDictionary<int, long>, int> use in uses)
            {
                foreach (int key in (int[])[0, keys - 1, keys])
                {
                    bool acts = true;
                    for (int comparisons = 0; acts; comparisons += Math.Max(1, comparisons))
                    {
                        var comparer = new HostileComparer(codes);
                        using var dictionary = new NativeDictionary<int, long>(comparer: comparer);
                        _ = dictionary.EnsureCapacity(20_000);
                        for (int i = 0; i < keys; i++)
                        {
                            dictionary.Add(i, i);
                        }

                        Assert.Equal(keys == 800, dictionary.GetStatistics().CollidingKeys > 0);
                        comparer.Prepare(comparisons, () => change(dictionary));
                        Exception? exception = Record.Exception(() => use(dictionary, key));
                        acts = comparer.HasActed;
                        Assert.True(acts == exception is InvalidOperationException, $"{name}, {key}: {exception}");
                        Assert.True(
                            dictionary.IsDisposed
                            || dictionary.Count == dictionary.Select(static pair => pair.Key).Distinct().Count());
                    }
                }
            }
        }

        static void TrimAndAdd(NativeDictionary<int, long> dictionary)
        {
            dictionary.Trim();
            for (int i = 0; i < 4_000; i++)
            {
                dictionary.TryAdd(1_000_000 + i, long.MaxValue);
            }
        }
    }

    [Fact]
    public void A_comparer_that_trims_and_adds_cannot_lead_a_search_out_of_the_memory()
    {
        for (int granules = 1; granules < 60; granules++)
        {
            long pattern = ((uint)granules * 8_192) - 1;
            pattern |= pattern << 32;
            var comparer = new HostileComparer(1);
            using var dictionary = new NativeDictionary<int, (long, long, long, long)>(comparer: comparer);
            _ = dictionary.EnsureCapacity(20_000);
            for (int i = 0; i < 12; i++)
            {
                dictionary.Add(i, default);
            }

            comparer.Prepare(0, () =>
            {
                dictionary.Trim();
                for (int i = 0; i < 1_000; i++)
                {
                    dictionary.Add(100 + i, (pattern, pattern, pattern, pattern));
                }
            });
            Assert.Throws<InvalidOperationException>(() => dictionary.TryGetValue(50, out _));
            Assert.Equal(1_012, dictionary.Count);
        }
    }

    [Fact]
    public void A_comparer_that_contradicts_itself_removes_the_key_that_it_found()
    {
        const int Keys = 800;
        var comparer = new HostileComparer(1);
        using var dictionary = new NativeDictionary<int, int>(comparer: comparer);
        for (int number = 0; number < Keys; number++)
        {
            dictionary.Add(number, number);
        }

        Assert.True(dictionary.GetStatistics().CollidingKeys > 0);
        for (int number = Keys - 1; number >= 0; number--)
        {
            int comparisons = 0;
            while (true)
            {
                comparer.Prepare(comparisons++, () => comparer.Denies = true);
                bool removed = dictionary.Remove(number);
                comparer.Denies = false;
                if (removed)
                {
                    break;
                }
            }

            Assert.Equal(number, dictionary.Count);
        }
    }

    [Fact]
    public void No_key_is_asked_for_its_hash_while_the_dictionary_grows()
    {
        using var dictionary = new NativeDictionary<HostileKey, int>();
        for (int number = 0; number < 20_000; number++)
        {
            int asked = 0;
            HostileKey.OnHash = () => asked++;
            dictionary.Add(new HostileKey(number), number);
            Assert.Equal(1, asked);
        }

        HostileKey.OnHash = static () => throw new TimeoutException();
        _ = dictionary.EnsureCapacity(1_000_000);
        Assert.Equal(19_000, dictionary.RemoveWhere(static (_, value) => value >= 1_000));
        Assert.True(dictionary.Trim() > 0);
        HostileKey.OnHash = null;
        Assert.Equal(999, dictionary[new HostileKey(999)]);
    }

    [Fact]
    public void A_predicate_that_changes_the_dictionary_is_refused()
    {
        using var dictionary = new NativeDictionary<int, int>([new(1, 1), new(2, 2), new(3, 3)]);

        Assert.Throws<InvalidOperationException>(() => dictionary.RemoveWhere((key, _) => dictionary.Remove(key)));
        Assert.Throws<ArgumentNullException>(() => dictionary.RemoveWhere(null!));
        Assert.Equal([new(1, 1), new(2, 2)], dictionary);
    }

    [Fact]
    public void Keys_with_the_same_code_are_found_and_removed_however_many_there_are()
    {
        const int Keys = 2_000;
        using var dictionary = new NativeDictionary<CollidingKey, int>();
        for (int number = 0; number < Keys; number++)
        {
            dictionary.Add(new CollidingKey(number, 1), number);
        }

        Assert.InRange(dictionary.GetStatistics().CollidingKeys, Keys - 400, Keys);
        Assert.Equal(0, dictionary.GetStatistics().Rehashes);
        for (int number = 0; number < Keys; number += 2)
        {
            Assert.True(dictionary.Remove(new CollidingKey(number, 1), out int value));
            Assert.Equal(number, value);
        }

        for (int number = 0; number < Keys; number++)
        {
            Assert.Equal(number % 2 != 0, dictionary.ContainsKey(new CollidingKey(number, 1)));
        }

        Assert.Equal(Keys / 2, dictionary.RemoveWhere(static (_, _) => true));
        Assert.Equal(0, dictionary.GetStatistics().CollidingKeys);
    }

    [Fact]
    public void Whoever_knows_the_secret_makes_the_dictionary_change_its_hash()
    {
        using var dictionary = new NativeDictionary<UInt128, int>();
        UInt128 head = KeyHash.FirstSecret;
        for (int number = 0; number < 5_000; number++)
        {
            dictionary.Add(head | ((UInt128)number << 64), number);
        }

        Assert.InRange(dictionary.GetStatistics().Rehashes, 1, 3);
        for (int number = 0; number < 5_000; number++)
        {
            Assert.Equal(number, dictionary[head | ((UInt128)number << 64)]);
        }
    }

    [Fact]
    public void Nothing_is_allocated_once_there_is_room()
    {
        using var dictionary = new NativeDictionary<Int128, CheckedValue>();
        var keys = new Int128[1_000];
        var values = new CheckedValue[keys.Length];
        bool[] found = new bool[keys.Length];
        for (int i = 0; i < keys.Length; i++)
        {
            keys[i] = i;
            dictionary.Add(i, CheckedValue.Of(i));
        }

        long allocated = ManagedAllocations.Of(() =>
        {
            foreach (Int128 key in keys)
            {
                _ = dictionary.Remove(key, out CheckedValue value);
                dictionary.Add(key, value);
                dictionary[key] = dictionary[key];
                dictionary.GetValueRefOrAddDefault(key, out _) = value;
            }

            _ = dictionary.TryGetValues(keys, values, found);
            foreach (KeyValuePair<Int128, CheckedValue> _ in dictionary)
            {
            }
        });

        Assert.Equal(0, allocated);
    }

    [Fact]
    public void Entries_may_be_larger_than_any_element_of_an_array()
    {
        using var dictionary = new NativeDictionary<int, HugeValue>();
        for (int key = 0; key < 40; key++)
        {
            Span<byte> value = dictionary.GetValueRefOrAddDefault(key, out _);
            Assert.Equal(-1, value.IndexOfAnyExcept((byte)0));
            value.Fill((byte)key);
        }

        for (int key = 0; key < 40; key += 2)
        {
            Assert.True(dictionary.Remove(key));
        }

        for (int key = 1; key < 40; key += 2)
        {
            Span<byte> value = dictionary.GetValueRefOrNullRef(key);
            Assert.Equal(-1, value.IndexOfAnyExcept((byte)key));
        }
    }

    [Fact]
    public void Trimming_gives_back_what_removed_keys_left()
    {
        using var dictionary = new NativeDictionary<long, CheckedValue>();
        for (int key = 0; key < 100_000; key++)
        {
            dictionary.Add(key, CheckedValue.Of(key));
        }

        long full = dictionary.BytesReserved;
        Assert.Equal(99_990, dictionary.RemoveWhere(static (key, _) => key >= 10));
        Assert.Equal(full, dictionary.BytesReserved);
        Assert.Equal(full - (128 << 10), dictionary.Trim());
        for (int key = 0; key < 10; key++)
        {
            Assert.True(dictionary[key].IsWhole);
        }

        dictionary.Clear();
        Assert.Equal(64 << 10, dictionary.Trim());
        Assert.Equal(64 << 10, dictionary.BytesReserved);
        dictionary.Add(5, CheckedValue.Of(5));
        Assert.True(dictionary[5].IsWhole);
    }

    [InlineArray(200_000)]
    private struct HugeValue
    {
        private byte _first;
    }
}
