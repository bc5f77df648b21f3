using System.Collections.Concurrent;
using System.Collections.Frozen;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class PooledUtf8ComparerTests : IDisposable
{
    private readonly Utf8StringPool _pool = new();
    private readonly KeyValuePair<PooledUtf8String, int>[] _pairs;

    public PooledUtf8ComparerTests() =>
        _pairs =
        [
            .. Enumerable.Range(0, 500)
                .Select(number => KeyValuePair.Create(_pool.Allocate($"kéy {number * number}"), number)),
        ];

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void A_dictionary_is_looked_up_by_bytes_without_allocation()
    {
        var dictionary = new Dictionary<PooledUtf8String, int>(_pairs, PooledUtf8Comparer.Ordinal);
        Dictionary<PooledUtf8String,
        int>.AlternateLookup<ReadOnlySpan<byte>> spans = dictionary.GetAlternateLookup<ReadOnlySpan<byte>>();
        byte[][] texts = [.. _pairs.Select(static pair => pair.Key.AsSpan().ToArray())];
        int sum = 0;

        long allocated = ManagedAllocations.Of(() =>
        {
            sum = 0;
            foreach (byte[] text in texts)
            {
                sum += spans[text];
                sum += spans.ContainsKey("none"u8) ? 1_000_000 : 0;
            }

            foreach (KeyValuePair<PooledUtf8String, int> pair in _pairs)
            {
                sum += dictionary[pair.Key];
            }
        });

        Assert.Equal(2 * 499 * 500 / 2, sum);
        Assert.Equal(0, allocated);
    }

    [Fact]
    public void A_comparer_against_floods_finds_the_same_keys_by_other_hashes()
    {
        var dictionary = new Dictionary<PooledUtf8String, int>(_pairs, new PooledUtf8Comparer(_pool, floodResistant: true));
        PooledUtf8Comparer comparer = PooledUtf8Comparer.FloodResistant;

        Assert.Equal(7, dictionary.GetAlternateLookup<ReadOnlySpan<byte>>()["kéy 49"u8]);
        Assert.All(_pairs, pair => Assert.Equal(pair.Value, dictionary[pair.Key]));
        Assert.All(_pairs, pair => Assert.Equal(comparer.GetHashCode(pair.Key), comparer.GetHashCode(pair.Key.AsSpan())));
        Assert.InRange(_pairs.Count(pair => comparer.GetHashCode(pair.Key) == pair.Key.GetHashCode()), 0, 2);
        Assert.InRange(_pairs.Select(pair => comparer.GetHashCode(pair.Key)).Distinct().Count(), 498, 500);
        PooledUtf8String stale = _pool.Allocate("stale");
        stale.Free();
        Assert.Equal(stale.GetHashCode(), comparer.GetHashCode(stale));
    }

    [Fact]
    public void Other_collections_are_looked_up_by_bytes()
    {
        var set = new HashSet<PooledUtf8String>(_pairs.Select(static pair => pair.Key), PooledUtf8Comparer.Ordinal);
        var concurrent = new ConcurrentDictionary<PooledUtf8String, int>(_pairs, PooledUtf8Comparer.Ordinal);
        FrozenDictionary<PooledUtf8String, int> frozen = _pairs.ToFrozenDictionary(PooledUtf8Comparer.Ordinal);

        Assert.True(set.GetAlternateLookup<ReadOnlySpan<byte>>().TryGetValue("kéy 4"u8, out PooledUtf8String found));
        Assert.Equal("kéy 4", found.ToString());
        Assert.Equal(7, concurrent.GetAlternateLookup<ReadOnlySpan<byte>>()["kéy 49"u8]);
        Assert.Equal(8, frozen.GetAlternateLookup<ReadOnlySpan<byte>>()["kéy 64"u8]);
        Assert.False(set.GetAlternateLookup<ReadOnlySpan<byte>>().Contains("none"u8));
    }

    [Fact]
    public void A_lookup_that_adds_allocates_the_key_from_the_pool()
    {
        var counts = new Dictionary<PooledUtf8String, int>(new PooledUtf8Comparer(_pool));
        Dictionary<PooledUtf8String,
        int>.AlternateLookup<ReadOnlySpan<byte>> spans = counts.GetAlternateLookup<ReadOnlySpan<byte>>();
        int before = _pool.ActiveAllocations;

        spans["new"u8] = 1;
        spans["new"u8] = 2;
        spans[""u8] = 4;

        Assert.Equal(before + 1, _pool.ActiveAllocations);
        Assert.Equal(["", "new"], counts.Keys.Select(static key => key.ToString()).Order(StringComparer.Ordinal));
        Assert.Equal(2, counts[_pool.Allocate("new"u8)]);
    }

    [Fact]
    public void A_key_that_the_pool_would_change_is_refused()
    {
        var counts = new Dictionary<PooledUtf8String, int>(new PooledUtf8Comparer(_pool));
        int before = _pool.ActiveAllocations;

        ArgumentException exception = Assert.Throws<ArgumentException>(
            () => counts.GetAlternateLookup<ReadOnlySpan<byte>>()[new byte[] { 0x61, 0xff }] = 1);

        Assert.Equal("alternate", exception.ParamName);
        Assert.Contains("not valid UTF-8", exception.Message, StringComparison.Ordinal);
        Assert.Empty(counts);
        Assert.Equal(before, _pool.ActiveAllocations);
        Assert.False(counts.GetAlternateLookup<ReadOnlySpan<byte>>().ContainsKey(new byte[] { 0x61, 0xff }));
    }

    [Fact]
    public void A_comparer_without_a_pool_cannot_add_and_says_what_to_do()
    {
        var dictionary = new Dictionary<PooledUtf8String, int>(PooledUtf8Comparer.Ordinal);

        NotSupportedException exception = Assert.Throws<NotSupportedException>(
            () => dictionary.GetAlternateLookup<ReadOnlySpan<byte>>()["new"u8] = 1);

        Assert.Contains("new PooledUtf8Comparer(pool)", exception.Message, StringComparison.Ordinal);
        Assert.Empty(dictionary);
    }

    [Fact]
    public void A_comparer_needs_a_pool_that_is_one() =>
        Assert.Equal("pool", Assert.Throws<ArgumentNullException>(() => new PooledUtf8Comparer(null!)).ParamName);

    [Fact]
    public void A_comparer_agrees_with_the_handles()
    {
        PooledUtf8String lower = _pool.Allocate("key"u8);
        PooledUtf8String upper = _pool.Allocate("KEY"u8);
        foreach (PooledUtf8Comparer comparer in (PooledUtf8Comparer[])[PooledUtf8Comparer.Ordinal, new(_pool)])
        {
            Assert.False(comparer.Equals(lower, upper));
            Assert.True(comparer.Equals(lower, lower.Duplicate()));
            Assert.True(comparer.Equals("key"u8, lower));
            Assert.Equal(lower.GetHashCode(), comparer.GetHashCode(lower));
            Assert.Equal(lower.GetHashCode(), comparer.GetHashCode("key"u8));
            Assert.Equal(PooledUtf8String.Empty.GetHashCode(), comparer.GetHashCode(""u8));
            Assert.Equal(Math.Sign(lower.CompareTo(upper)), Math.Sign(comparer.Compare(lower, upper)));
        }
    }

    [Fact]
    public void Stale_handles_equal_themselves_only()
    {
        PooledUtf8String stale = _pool.Allocate("key"u8);
        PooledUtf8String live = _pool.Allocate("key"u8);
        stale.Free();
        PooledUtf8Comparer comparer = PooledUtf8Comparer.Ordinal;

        Assert.True(comparer.Equals(stale, stale));
        Assert.False(comparer.Equals(stale, live));
        Assert.False(comparer.Equals("key"u8, stale));
        Assert.Equal(comparer.GetHashCode(stale), comparer.GetHashCode(stale));
        Assert.Throws<InvalidOperationException>(() => comparer.Compare(stale, live));
    }
}
