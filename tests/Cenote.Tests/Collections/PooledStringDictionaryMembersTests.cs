using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;
using Cenote.Text;

namespace Cenote.Tests.Collections;

/// <summary>
/// Members known from <see cref="Dictionary{TKey, TValue}"/>, and members specific to keys in unmanaged memory.
/// </summary>
public sealed class PooledStringDictionaryMembersTests : IDisposable
{
    private static readonly KeyValuePair<string, int>[] s_pairs =
    [
        .. Enumerable.Range(0, 500)
            .Select(static i => new KeyValuePair<string, int>(i % 3 == 0 ? $"schlüssel {i}" : $"key {i}", i)),
    ];

    private readonly PooledStringDictionary<int> _dictionary = new(s_pairs);

    public void Dispose() => _dictionary.Dispose();

    [Fact]
    public void Keys_and_values_are_enumerated_by_themselves()
    {
        foreach (var entry in _dictionary)
        {
            entry.Value++;
        }

        Assert.Equal(_dictionary.Select(static pair => pair.Key), _dictionary.Keys);
        Assert.Equal(s_pairs.Select(static pair => pair.Key).Order(StringComparer.Ordinal), _dictionary.Keys.Order(StringComparer.Ordinal));
        Assert.Equal(Enumerable.Range(1, 500), _dictionary.Values.Order());
        Assert.Equal(_dictionary.Select(static pair => pair.Value), _dictionary.Values);
    }

    [Fact]
    public void Sequences_of_keys_and_values_notice_changes()
    {
        using IEnumerator<string> keys = _dictionary.Keys.GetEnumerator();
        using IEnumerator<int> values = _dictionary.Values.GetEnumerator();
        Assert.True(keys.MoveNext());
        Assert.True(values.MoveNext());
        _dictionary.Add("another", 1);
        Assert.Throws<InvalidOperationException>(() => keys.MoveNext());
        Assert.Throws<InvalidOperationException>(() => values.MoveNext());

        _dictionary.Dispose();
        Assert.Throws<ObjectDisposedException>(() => _dictionary.Keys.Count());
        Assert.Throws<ObjectDisposedException>(() => _dictionary.Values.Count());
    }

    [Fact]
    public void A_sequence_of_keys_or_values_ends_with_its_disposal()
    {
        IEnumerator<string> keys = _dictionary.Keys.GetEnumerator();
        IEnumerator<int> values = _dictionary.Values.GetEnumerator();
        Assert.True(keys.MoveNext() && values.MoveNext());

        keys.Dispose();
        values.Dispose();

        Assert.False(keys.MoveNext() || values.MoveNext());
        Assert.Equal((null, 0), (keys.Current, values.Current));
    }

    [Fact]
    public void Values_are_enumerated_without_strings()
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal(499 * 500 / 2, _dictionary.Values.Sum());
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1, 4_000);
    }

    [Fact]
    public void A_dictionary_is_a_sequence_of_pairs()
    {
        var copy = new Dictionary<string, int>(_dictionary, StringComparer.Ordinal);
        Assert.Equal(s_pairs.OrderBy(static pair => pair.Value), copy.OrderBy(static pair => pair.Value));
        Assert.Equal(s_pairs.Sum(static pair => pair.Value), _dictionary.Sum(static pair => pair.Value));
        Assert.Equal(500, ((IReadOnlyCollection<KeyValuePair<string, int>>)_dictionary).Count);

        IEnumerator<KeyValuePair<string, int>> enumerator = ((IEnumerable<KeyValuePair<string, int>>)_dictionary).GetEnumerator();
        Assert.True(enumerator.MoveNext());
        _dictionary.Add("another", 1);
        Assert.Throws<InvalidOperationException>(() => enumerator.MoveNext());
        Assert.Throws<NotSupportedException>(enumerator.Reset);
        enumerator.Dispose();
    }

    [Fact]
    public void One_enumerator_in_many_threads_gives_each_pair_once()
    {
        using var dictionary = new PooledStringDictionary<int>(
            Enumerable.Range(0, 50_000).Select(static i => KeyValuePair.Create($"key {i}", i)));
        using IEnumerator<KeyValuePair<string, int>> pairs = ((IEnumerable<KeyValuePair<string, int>>)dictionary).GetEnumerator();
        int moves = 0;
        Parallel.For(0, 4, _ =>
        {
            while (pairs.MoveNext())
            {
                Interlocked.Increment(ref moves);
            }
        });

        Assert.Equal(50_000, moves);
    }

    [Fact]
    public void A_copy_has_the_entries_and_its_own_options()
    {
        using var copy = new PooledStringDictionary<int>(
            _dictionary, new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf16 });
        using var folded = new PooledStringDictionary<int>(_dictionary, new PooledStringDictionaryOptions { IgnoreCase = true });
        using var ofAQuery = new PooledStringDictionary<int>(s_pairs.Where(static pair => pair.Value > 10));

        Assert.Equal(_dictionary, copy);
        Assert.Equal(0, copy.GetStatistics().NarrowKeys);
        Assert.Equal(7, folded["KEY 7"]);
        Assert.Equal(489, ofAQuery.Count);
    }

    [Fact]
    public void A_copy_that_cannot_be_made_is_refused_and_keeps_nothing()
    {
        Assert.Throws<ArgumentNullException>(
            "entries", () => new PooledStringDictionary<int>((IEnumerable<KeyValuePair<string, int>>)null!));
        Assert.Throws<ArgumentException>(
            "key", () => new PooledStringDictionary<int>([KeyValuePair.Create("a", 1), KeyValuePair.Create("a", 2)]));
        Assert.Throws<OutOfMemoryException>(
            () => new PooledStringDictionary<int>(
                [KeyValuePair.Create(new string('x', 1 << 20), 1)], new() { MaximumBytes = 256 << 10 }));
    }

    [Fact]
    public void Room_is_made_for_keys_and_enumerators_go_on()
    {
        PooledStringDictionary<int>.Enumerator enumerator = _dictionary.GetEnumerator();
        Assert.True(enumerator.MoveNext());
        ref int value = ref _dictionary.GetValueRefOrNullRef("key 7");

        Assert.InRange(_dictionary.EnsureCapacity(0), 500, 1_500);
        int room = _dictionary.EnsureCapacity(100_000);

        Assert.InRange(room, 100_000, 400_000);
        Assert.Equal(room, _dictionary.EnsureCapacity(50_000));
        Assert.True(enumerator.MoveNext());
        value = 77;
        Assert.Equal(77, _dictionary["key 7"]);
        long buckets = _dictionary.GetStatistics().Buckets;
        for (int i = 1_000; i < 100_000; i++)
        {
            _dictionary.Add($"key {i}", i);
        }

        Assert.Equal(buckets, _dictionary.GetStatistics().Buckets);
        Assert.All(s_pairs, pair => Assert.True(_dictionary.ContainsKey(pair.Key)));
        Assert.Throws<ArgumentOutOfRangeException>("capacity", () => _dictionary.EnsureCapacity(-1));
    }

    [Fact]
    public void Room_that_is_refused_changes_nothing()
    {
        using var dictionary = new PooledStringDictionary<int>(
            s_pairs, new PooledStringDictionaryOptions { MaximumBytes = 1 << 20 });
        long bytes = dictionary.BytesReserved;

        OutOfMemoryException refusal = Assert.Throws<OutOfMemoryException>(() => dictionary.EnsureCapacity(1_000_000));
        Assert.Contains("1048576", refusal.Message, StringComparison.Ordinal);

        Assert.Equal(bytes, dictionary.BytesReserved);
        Assert.All(s_pairs, pair => Assert.Equal(pair.Value, dictionary[pair.Key]));
    }

    // In a smaller table all keys would be in one segment and overfill it, so Trim must keep this table.
    [Fact]
    public void Keys_that_crowd_in_one_segment_stay_in_the_table_that_they_have()
    {
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { Capacity = 250_000 });
        var crowded = new List<string>();
        for (int i = 0; crowded.Count < 14_000; i++)
        {
            string key = $"k{i}";
            if ((KeyHash.Compute(key) >> 10 & 0xf) == 0)
            {
                crowded.Add(key);
                dictionary.Add(key, i);
            }
        }

        Assert.Equal(0, dictionary.GetStatistics().Rehashes);
        dictionary.Trim();

        Assert.All(crowded, key => Assert.True(dictionary.ContainsKey(key)));
        Assert.Equal(crowded.Count, dictionary.Count);
    }

    [Fact]
    public void Entries_are_removed_by_a_predicate()
    {
        Assert.Equal(250, _dictionary.RemoveWhere(static (key, value, rest) => value % 2 == rest, 1));

        Assert.Equal(250, _dictionary.Count);
        Assert.All(s_pairs, pair => Assert.Equal(pair.Value % 2 == 0, _dictionary.ContainsKey(pair.Key)));
        Assert.Throws<ArgumentNullException>("predicate", () => _dictionary.RemoveWhere(null!, 0));
    }

    public static TheoryData<string, Action<PooledStringDictionary<int>>> ChangesInAPredicate => new()
    {
        { "adding", static dictionary => dictionary.Add("another", 1) },
        { "removing this one", static dictionary => dictionary.Remove("key 100") },
        { "removing another one", static dictionary => dictionary.Remove("key 400") },
        { "removing others", static dictionary => dictionary.RemoveWhere(static (_, value, _) => value > 300, 0) },
        { "clearing", static dictionary => dictionary.Clear() },
        { "trimming", static dictionary => dictionary.Trim() },
        { "disposing", static dictionary => dictionary.Dispose() },
    };

    [Theory]
    [MemberData(nameof(ChangesInAPredicate))]
    public void A_predicate_that_changes_the_dictionary_is_refused(string change, Action<PooledStringDictionary<int>> act)
    {
        InvalidOperationException refusal = Assert.Throws<InvalidOperationException>(() => _dictionary.RemoveWhere(
            static (key, value, act) =>
            {
                if (value == 100)
                {
                    act.Act(act.Dictionary);
                }

                return value < 50 || value == 100;
            },
            (Act: act, Dictionary: _dictionary)));

        Assert.True(refusal.Message.Contains("predicate of RemoveWhere", StringComparison.Ordinal), change);
        if (change != "disposing")
        {
            CheckValid();
        }
    }

    [Fact]
    public void A_predicate_that_throws_leaves_a_valid_dictionary()
    {
        Assert.Throws<FormatException>(() => _dictionary.RemoveWhere(
            static (_, value, limit) => value < limit || (value > 300 ? throw new FormatException() : false),
            200));

        Assert.Equal(300, _dictionary.Count);
        CheckValid();
    }

    [Fact]
    public void A_value_is_found_in_place_or_not_at_all()
    {
        _dictionary.GetValueRefOrNullRef("key 7") = -7;
        _dictionary.GetValueRefOrNullRef("schlüssel 9"u8) = -9;

        Assert.Equal((-7, -9), (_dictionary["key 7"], _dictionary["schlüssel 9"]));
        Assert.True(Unsafe.IsNullRef(ref _dictionary.GetValueRefOrNullRef("none")));
        Assert.True(Unsafe.IsNullRef(ref _dictionary.GetValueRefOrNullRef("none"u8)));
        Assert.Equal(500, _dictionary.Count);
        _dictionary.Dispose();
        Assert.Throws<ObjectDisposedException>(() => _dictionary.GetValueRefOrNullRef("key 7"));
    }

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    public void The_key_of_an_entry_is_copied_as_utf8(KeyEncoding encoding)
    {
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { KeyEncoding = encoding });
        string[] keys = ["", "a", "ascii", "schlüssel €", "\U0001f600", "lone \ud800", new('x', 300), new('é', 300)];
        Array.ForEach(keys, key => dictionary.Add(key, 0));
        byte[] buffer = new byte[700];
        foreach (var entry in dictionary)
        {
            byte[] expected = Encoding.UTF8.GetBytes(entry.Key.ToString());
            Assert.Equal(expected.Length, entry.KeyUtf8Length);
            Assert.True(entry.TryCopyKeyUtf8(buffer, out int written));
            Assert.Equal(expected, buffer[..written]);
            Assert.True(entry.TryCopyKeyUtf8(buffer.AsSpan(0, expected.Length), out _));
            Assert.False(
                expected.Length > 0
                    && (entry.TryCopyKeyUtf8(buffer.AsSpan(0, expected.Length - 1), out written) || written != 0));
        }
    }

    [Fact]
    public void Parts_of_a_text_in_utf8_are_added_and_found_in_batches()
    {
        using var dictionary = new PooledStringDictionary<int>();
        using var set = new PooledStringSet();
        var text = new StringBuilder();
        Range[] parts = new Range[100];
        byte[] utf8 = [];
        for (int i = 0; i < parts.Length; i++)
        {
            text.Append(i % 4 == 0 ? new string('é', i * 10) : $"key {i % 90}");
            int start = utf8.Length;
            utf8 = Encoding.UTF8.GetBytes(text.ToString());
            parts[i] = start..utf8.Length;
        }

        string[] keys = [.. parts.Select(part => Encoding.UTF8.GetString(utf8[part]))];
        int different = keys.Distinct(StringComparer.Ordinal).Count();
        int[] values = new int[101];
        bool[] found = new bool[101];

        Assert.Equal(different, dictionary.AddMany(utf8, parts, [.. Enumerable.Range(0, 100)]));
        Assert.Equal(different, set.AddMany(utf8, parts));
        Assert.Equal(100, dictionary.TryGetValues(utf8, parts, values, found));
        Assert.All(Enumerable.Range(0, 100), i => Assert.Equal(Array.IndexOf(keys, keys[i]), values[i]));
        Assert.Equal(0, dictionary.TryGetValues("none"u8, [0..4], values, found));
        Assert.Equal(1, set.ContainsMany("nonekey 1"u8, [0..4, 4..9], found));
        Assert.Equal([false, true], found[..2]);
        Assert.Throws<ArgumentException>("values", () => dictionary.AddMany("ab"u8, [0..1, 1..2], [1]));
        Assert.Throws<ArgumentException>("found", () => set.ContainsMany("ab"u8, [0..1, 1..2], new bool[1]));
        Assert.Throws<ArgumentOutOfRangeException>(() => set.AddMany("ab"u8, [0..3]));
        dictionary.Dispose();
        Assert.Throws<ObjectDisposedException>(() => dictionary.AddMany("ab"u8, [0..1], [1]));
        Assert.Throws<ObjectDisposedException>(() => dictionary.TryGetValues("ab"u8, [0..1], values, found));
    }

    [Fact]
    public void Long_keys_that_come_as_utf8_are_found_among_short_ones()
    {
        byte[] text = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 500_000).Select(static i => $"é{i}")));
        Range[] parts =
        [
            0..2_000_000, 0..2, 2..3, 2..2_000_001, 0..600_000, 0..600_001, 2..4, 5..5,
            .. Enumerable.Range(0, 40).Select(static i => (100 * i)..(100 * i + 1 + (i % 4 * 100_000))),
        ];
        string[] keys = [.. parts.Select(part => Encoding.UTF8.GetString(text[part]))];
        int[] values = new int[parts.Length];
        bool[] found = new bool[parts.Length];
        using var dictionary = new PooledStringDictionary<int>();

        int added = dictionary.AddMany(text, parts, [.. Enumerable.Range(0, parts.Length)]);

        Assert.Equal(keys.Distinct(StringComparer.Ordinal).Count(), added);
        Assert.Equal(parts.Length, dictionary.TryGetValues(text, parts, values, found));
        Assert.All(keys, (key, i) => Assert.Equal(Array.IndexOf(keys, key), values[i]));
        Assert.All(keys, (key, i) => Assert.Equal(values[i], dictionary[key]));
    }

    [HugeFact]
    public void Keys_of_more_bytes_together_than_an_int_counts_are_looked_up_as_utf8()
    {
        using var dictionary = new PooledStringDictionary<int>();
        byte[] text = new byte[140_000_000];
        Range[] keys = [.. Enumerable.Repeat(Range.All, 16)];

        Assert.Equal(0, dictionary.TryGetValues(text, keys, new int[16], new bool[16]));
    }

    [Fact]
    public void A_range_outside_of_the_text_is_named_with_its_limits()
    {
        using var dictionary = new PooledStringDictionary<int>();
        using var set = new PooledStringSet();
        Range[] ranges = [.. Enumerable.Repeat(0..1, 20), 3..5];
        Range[] reversed = [0..1, 3..2];
        int[] values = new int[21];
        bool[] found = new bool[21];

        Check("keys", "keys[20] is 3..5", "4 chars", () => dictionary.AddMany("text", ranges, values));
        Check("keys", "keys[20] is 3..5", "4 bytes", () => dictionary.AddMany("text"u8, ranges, values));
        Check("keys", "keys[20] is 3..5", "4 chars", () => dictionary.TryGetValues("text", ranges, values, found));
        Check("keys", "keys[20] is 3..5", "4 bytes", () => dictionary.TryGetValues("text"u8, ranges, values, found));
        Check("items", "items[20] is 3..5", "4 chars", () => set.AddMany("text", ranges));
        Check("items", "items[20] is 3..5", "4 bytes", () => set.AddMany("text"u8, ranges));
        Check("items", "items[1] is 3..2", "4 chars", () => set.ContainsMany("text", reversed, found));
        Check("items", "items[1] is 3..2", "4 bytes", () => set.ContainsMany("text"u8, reversed, found));
        Check("items", "items[0] is ^5..^0", "4 chars", () => set.AddMany("text", [^5..]));

        static void Check(string parameter, string range, string limit, Func<object?> call)
        {
            string message = Assert.Throws<ArgumentOutOfRangeException>(parameter, call).Message;
            Assert.Contains(range, message, StringComparison.Ordinal);
            Assert.Contains(limit, message, StringComparison.Ordinal);
        }
    }

    private void CheckValid()
    {
        int count = 0;
        foreach (var entry in _dictionary)
        {
            count++;
            Assert.Equal(entry.Value, _dictionary[entry.Key.ToString()]);
        }

        Assert.Equal(_dictionary.Count, count);
        _dictionary["one more"] = 1;
        Assert.Equal(1, _dictionary["one more"]);
    }
}
