using System.Collections.Concurrent;
using System.Collections.Frozen;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>Tests of <see cref="PooledStringComparer"/> for one type of handles.</summary>
public abstract class PooledComparerTests<THandle> : IDisposable
    where THandle : struct, IEquatable<THandle>, IComparable<THandle>
{
    private static readonly string[] s_texts = [.. Enumerable.Range(0, 500).Select(static number => $"key {number * number}")];

    private readonly TestedTextPool<THandle> _pool;
    private readonly Func<bool, PooledStringComparer> _newComparer;
    private readonly KeyValuePair<THandle, int>[] _pairs;

    /// <param name="pool">The pool of the keys.</param>
    /// <param name="newComparer">Creates a comparer for that pool; the argument sets whether it ignores case.</param>
    private protected PooledComparerTests(TestedTextPool<THandle> pool, Func<bool, PooledStringComparer> newComparer)
    {
        _pool = pool;
        _newComparer = newComparer;
        _pairs = [.. s_texts.Select((text, number) => KeyValuePair.Create(_pool.Allocate(text), number))];
    }

    public void Dispose()
    {
        _pool.Dispose();
        GC.SuppressFinalize(this);
    }

    [Fact]
    public void A_dictionary_is_looked_up_by_span_and_string_without_allocation()
    {
        var dictionary = new Dictionary<THandle, int>(_pairs, Equality(PooledStringComparer.Ordinal));
        Dictionary<THandle, int>.AlternateLookup<ReadOnlySpan<char>> spans = dictionary.GetAlternateLookup<ReadOnlySpan<char>>();
        Dictionary<THandle, int>.AlternateLookup<string> strings = dictionary.GetAlternateLookup<string>();
        int sum = 0;

        long allocated = ManagedAllocations.Of(() =>
        {
            sum = 0;
            foreach (string text in s_texts)
            {
                sum += spans[text.AsSpan()] + strings[text];
                sum += spans.ContainsKey("none") || strings.ContainsKey("none") ? 1_000_000 : 0;
            }

            foreach (KeyValuePair<THandle, int> pair in _pairs)
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
        var set = new HashSet<THandle>(_pairs.Select(static pair => pair.Key), Equality(PooledStringComparer.Ordinal));
        HashSet<THandle>.AlternateLookup<ReadOnlySpan<char>> spans = set.GetAlternateLookup<ReadOnlySpan<char>>();
        HashSet<THandle>.AlternateLookup<string> strings = set.GetAlternateLookup<string>();

        Assert.All(s_texts, text => Assert.True(spans.Contains(text) && strings.Contains(text)));
        Assert.False(spans.Contains("none"));
        Assert.True(spans.TryGetValue("key 4", out THandle found));
        Assert.Equal("key 4", found.ToString());
    }

    [Fact]
    public void A_concurrent_dictionary_is_looked_up_by_span_and_string()
    {
        var dictionary = new ConcurrentDictionary<THandle, int>(_pairs, Equality(PooledStringComparer.Ordinal));
        ConcurrentDictionary<THandle, int>.AlternateLookup<ReadOnlySpan<char>> spans =
            dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

        Assert.All(_pairs, pair => Assert.Equal(pair.Value, spans[_pool.AsSpan(pair.Key)]));
        Assert.Equal(7, dictionary.GetAlternateLookup<string>()["key 49"]);
        Assert.False(spans.ContainsKey("none"));
    }

    [Fact]
    public void A_frozen_dictionary_is_looked_up_by_span()
    {
        FrozenDictionary<THandle, int> dictionary = _pairs.ToFrozenDictionary(Equality(PooledStringComparer.Ordinal));
        FrozenDictionary<THandle, int>.AlternateLookup<ReadOnlySpan<char>> spans =
            dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

        Assert.All(_pairs, pair => Assert.Equal(pair.Value, spans[_pool.AsSpan(pair.Key)]));
        Assert.False(spans.ContainsKey("none"));
    }

    [Fact]
    public void A_lookup_that_adds_allocates_the_key_from_the_pool()
    {
        var counts = new Dictionary<THandle, int>(Equality(_newComparer(false)));
        Dictionary<THandle, int>.AlternateLookup<ReadOnlySpan<char>> spans = counts.GetAlternateLookup<ReadOnlySpan<char>>();
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
        var dictionary = new Dictionary<THandle, int>(Equality(PooledStringComparer.Ordinal));

        NotSupportedException exception = Assert.Throws<NotSupportedException>(
            () => dictionary.GetAlternateLookup<ReadOnlySpan<char>>()["new"] = 1);

        Assert.Contains("new PooledStringComparer(pool)", exception.Message, StringComparison.Ordinal);
        Assert.Empty(dictionary);
    }

    [Fact]
    public void Case_can_be_ignored()
    {
        foreach (
            PooledStringComparer comparer in (PooledStringComparer[])[PooledStringComparer.OrdinalIgnoreCase, _newComparer(true)])
        {
            THandle lower = _pool.Allocate("straße é");
            THandle upper = _pool.Allocate("STRAßE É");

            Assert.True(Equality(comparer).Equals(lower, upper));
            Assert.True(Spans(comparer).Equals("Straße É", lower));
            Assert.Equal(Equality(comparer).GetHashCode(lower), Equality(comparer).GetHashCode(upper));
            Assert.Equal(Equality(comparer).GetHashCode(lower), comparer.GetHashCode("STRAßE é"));
            Assert.Equal(0, Order(comparer).Compare(lower, upper));
            Assert.False(Equality(comparer).Equals(lower, _pool.Allocate("strasse é")));
        }
    }

    [Fact]
    public void The_ordinal_comparer_agrees_with_the_handles()
    {
        THandle lower = _pool.Allocate("key");
        THandle upper = _pool.Allocate("KEY");
        PooledStringComparer comparer = PooledStringComparer.Ordinal;

        Assert.False(Equality(comparer).Equals(lower, upper));
        Assert.True(Equality(comparer).Equals(lower, _pool.Duplicate(lower)));
        Assert.Equal(lower.GetHashCode(), Equality(comparer).GetHashCode(lower));
        Assert.Equal(lower.GetHashCode(), comparer.GetHashCode("key"));
        Assert.Equal(Math.Sign(lower.CompareTo(upper)), Math.Sign(Order(comparer).Compare(lower, upper)));
        Assert.Equal(lower.GetHashCode(), Equality(_newComparer(false)).GetHashCode(lower));
    }

    [Fact]
    public void Stale_handles_equal_themselves_only()
    {
        THandle stale = _pool.Allocate("key");
        THandle live = _pool.Allocate("key");
        _pool.Free(stale);
        PooledStringComparer[] comparers = [PooledStringComparer.Ordinal, PooledStringComparer.OrdinalIgnoreCase];
        foreach (PooledStringComparer comparer in comparers)
        {
            Assert.True(Equality(comparer).Equals(stale, stale));
            Assert.False(Equality(comparer).Equals(stale, live));
            Assert.False(Spans(comparer).Equals("key", stale));
            Assert.Equal(Equality(comparer).GetHashCode(stale), Equality(comparer).GetHashCode(stale));
            Assert.Throws<InvalidOperationException>(() => Order(comparer).Compare(stale, live));
        }
    }

    private static IEqualityComparer<THandle> Equality(PooledStringComparer comparer) => As<IEqualityComparer<THandle>>(comparer);

    private static IComparer<THandle> Order(PooledStringComparer comparer) => As<IComparer<THandle>>(comparer);

    private static IAlternateEqualityComparer<ReadOnlySpan<char>, THandle> Spans(PooledStringComparer comparer) =>
        As<IAlternateEqualityComparer<ReadOnlySpan<char>, THandle>>(comparer);

    private static T As<T>(object comparer) => (T)comparer;
}
