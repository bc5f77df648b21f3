using System.Collections.Concurrent;
using System.Collections.Frozen;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>The comparer with the strings of a contiguous pool as keys.</summary>
public sealed class PooledStringComparerContiguousTests : IDisposable
{
    private static readonly string[] s_texts = [.. Enumerable.Range(0, 500).Select(static number => $"key {number * number}")];

    private readonly UnmanagedStringPool _pool = new(100);
    private readonly KeyValuePair<PooledString, int>[] _pairs;

    public PooledStringComparerContiguousTests() =>
        _pairs = [.. s_texts.Select((text, number) => KeyValuePair.Create(_pool.Allocate(text), number))];

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void A_dictionary_is_looked_up_by_span_and_string_without_allocation()
    {
        var dictionary = new Dictionary<PooledString, int>(_pairs, PooledStringComparer.Ordinal);
        Dictionary<PooledString, int>.AlternateLookup<ReadOnlySpan<char>> spans = dictionary.GetAlternateLookup<ReadOnlySpan<char>>();
        Dictionary<PooledString, int>.AlternateLookup<string> strings = dictionary.GetAlternateLookup<string>();
        int sum = 0;

        long allocated = ManagedAllocations.Of(() =>
        {
            sum = 0;
            foreach (string text in s_texts)
            {
                sum += spans[text.AsSpan()] + strings[text];
                sum += spans.ContainsKey("none") || strings.ContainsKey("none") ? 1_000_000 : 0;
            }

            foreach (KeyValuePair<PooledString, int> pair in _pairs)
            {
                sum += dictionary[pair.Key];
            }
        });

        Assert.Equal(3 * 499 * 500 / 2, sum);
        Assert.Equal(0, allocated);
    }

    [Fact]
    public void A_set_is_looked_up_by_span_and_string()
    {
        var set = new HashSet<PooledString>(_pairs.Select(static pair => pair.Key), PooledStringComparer.Ordinal);
        HashSet<PooledString>.AlternateLookup<ReadOnlySpan<char>> spans = set.GetAlternateLookup<ReadOnlySpan<char>>();
        HashSet<PooledString>.AlternateLookup<string> strings = set.GetAlternateLookup<string>();

        Assert.All(s_texts, text => Assert.True(spans.Contains(text) && strings.Contains(text)));
        Assert.False(spans.Contains("none"));
        Assert.True(spans.TryGetValue("key 4", out PooledString found));
        Assert.Equal("key 4", found.ToString());
    }

    [Fact]
    public void A_concurrent_dictionary_is_looked_up_by_span_and_string()
    {
        var dictionary = new ConcurrentDictionary<PooledString, int>(_pairs, PooledStringComparer.Ordinal);
        ConcurrentDictionary<PooledString, int>.AlternateLookup<ReadOnlySpan<char>> spans =
            dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

        Assert.All(_pairs, pair => Assert.Equal(pair.Value, spans[pair.Key.AsSpan()]));
        Assert.Equal(7, dictionary.GetAlternateLookup<string>()["key 49"]);
        Assert.False(spans.ContainsKey("none"));
    }

    [Fact]
    public void A_frozen_dictionary_is_looked_up_by_span()
    {
        FrozenDictionary<PooledString, int> dictionary = _pairs.ToFrozenDictionary(PooledStringComparer.Ordinal);
        FrozenDictionary<PooledString, int>.AlternateLookup<ReadOnlySpan<char>> spans =
            dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

        Assert.All(_pairs, pair => Assert.Equal(pair.Value, spans[pair.Key.AsSpan()]));
        Assert.False(spans.ContainsKey("none"));
    }

    [Fact]
    public void A_lookup_that_adds_allocates_the_key_from_the_pool()
    {
        var counts = new Dictionary<PooledString, int>(new PooledStringComparer(_pool));
        Dictionary<PooledString, int>.AlternateLookup<ReadOnlySpan<char>> spans = counts.GetAlternateLookup<ReadOnlySpan<char>>();
        int before = _pool.ActiveAllocations;

        spans["new"] = 1;
        spans["new"] = 2;
        counts.GetAlternateLookup<string>()["newer"] = 3;
        spans[""] = 4;

        Assert.Equal(before + 2, _pool.ActiveAllocations);
        Assert.Equal(["", "new", "newer"], counts.Keys.Select(static key => key.ToString()).Order(StringComparer.Ordinal));
        Assert.Equal(2, counts[_pool.Allocate("new")]);
    }

    [Fact]
    public void A_comparer_without_a_pool_cannot_add_and_says_what_to_do()
    {
        var dictionary = new Dictionary<PooledString, int>(PooledStringComparer.Ordinal);

        NotSupportedException exception = Assert.Throws<NotSupportedException>(
            () => dictionary.GetAlternateLookup<ReadOnlySpan<char>>()["new"] = 1);

        Assert.Contains("new PooledStringComparer(pool)", exception.Message, StringComparison.Ordinal);
        Assert.Empty(dictionary);
    }

    [Fact]
    public void A_comparer_needs_a_pool_that_is_one() =>
        Assert.Equal("pool", Assert.Throws<ArgumentNullException>(() => new PooledStringComparer((UnmanagedStringPool)null!)).ParamName);

    [Fact]
    public void Case_can_be_ignored()
    {
        foreach (PooledStringComparer comparer in (PooledStringComparer[])[PooledStringComparer.OrdinalIgnoreCase, new(_pool, ignoreCase: true)])
        {
            PooledString lower = _pool.Allocate("straße é");
            PooledString upper = _pool.Allocate("STRAßE É");

            Assert.True(comparer.Equals(lower, upper));
            Assert.True(comparer.Equals("Straße É", lower));
            Assert.Equal(comparer.GetHashCode(lower), comparer.GetHashCode(upper));
            Assert.Equal(comparer.GetHashCode(lower), comparer.GetHashCode("STRAßE é"));
            Assert.Equal(0, comparer.Compare(lower, upper));
            Assert.False(comparer.Equals(lower, _pool.Allocate("strasse é")));
        }
    }

    [Fact]
    public void The_ordinal_comparer_agrees_with_the_handles()
    {
        PooledString lower = _pool.Allocate("key");
        PooledString upper = _pool.Allocate("KEY");
        PooledStringComparer comparer = PooledStringComparer.Ordinal;

        Assert.False(comparer.Equals(lower, upper));
        Assert.True(comparer.Equals(lower, lower.Duplicate()));
        Assert.Equal(lower.GetHashCode(), comparer.GetHashCode(lower));
        Assert.Equal(lower.GetHashCode(), comparer.GetHashCode("key"));
        Assert.Equal(Math.Sign(lower.CompareTo(upper)), Math.Sign(comparer.Compare(lower, upper)));
        Assert.Equal(lower.GetHashCode(), new PooledStringComparer(_pool).GetHashCode(lower));
    }

    [Fact]
    public void Keys_are_found_after_a_compaction()
    {
        var dictionary = new Dictionary<PooledString, int>(_pairs, PooledStringComparer.Ordinal);
        Dictionary<PooledString, int>.AlternateLookup<ReadOnlySpan<char>> spans = dictionary.GetAlternateLookup<ReadOnlySpan<char>>();
        for (int i = 0; i < _pairs.Length; i += 2)
        {
            Assert.True(spans.Remove(s_texts[i], out PooledString key, out _));
            key.Free();
        }

        _pool.DefragmentAndGrowPool(0);

        for (int i = 1; i < _pairs.Length; i += 2)
        {
            Assert.Equal(i, spans[s_texts[i]]);
            Assert.Equal(i, dictionary[_pairs[i].Key]);
        }

        Assert.Equal(_pairs.Length / 2, dictionary.Count);
    }

    [Fact]
    public void A_comparer_with_the_other_kind_of_pool_cannot_add()
    {
        using var segmented = new SegmentedStringPool();
        var contiguous = new Dictionary<PooledString, int>(_pairs, new PooledStringComparer(segmented));
        var refs = new Dictionary<PooledStringRef, int>(new PooledStringComparer(_pool));

        Assert.Equal(2, contiguous.GetAlternateLookup<ReadOnlySpan<char>>()["key 4"]);
        Assert.Throws<NotSupportedException>(() => contiguous.GetAlternateLookup<ReadOnlySpan<char>>()["new"] = 1);
        Assert.Throws<NotSupportedException>(() => contiguous.GetAlternateLookup<string>()["new"] = 1);
        Assert.Throws<NotSupportedException>(() => refs.GetAlternateLookup<string>()["new"] = 1);
        Assert.Equal(0, segmented.ActiveAllocations);
    }

    [Fact]
    public void Stale_handles_equal_themselves_only()
    {
        PooledString stale = _pool.Allocate("key");
        PooledString live = _pool.Allocate("key");
        stale.Free();
        foreach (PooledStringComparer comparer in (PooledStringComparer[])[PooledStringComparer.Ordinal, PooledStringComparer.OrdinalIgnoreCase])
        {
            Assert.True(comparer.Equals(stale, stale));
            Assert.False(comparer.Equals(stale, live));
            Assert.False(comparer.Equals("key", stale));
            Assert.Equal(comparer.GetHashCode(stale), comparer.GetHashCode(stale));
            Assert.Throws<InvalidOperationException>(() => comparer.Compare(stale, live));
        }
    }
}
