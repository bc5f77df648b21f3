using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary><see cref="PooledStringComparer"/> for the handles of a contiguous pool.</summary>
public sealed class PooledStringComparerContiguousTests : PooledComparerTests<PooledString>
{
    private readonly UnmanagedStringPool _pool;

    public PooledStringComparerContiguousTests()
        : this(new UnmanagedStringPool(100))
    {
    }

    private PooledStringComparerContiguousTests(UnmanagedStringPool pool)
        : base(new TestedUnmanagedPool(pool), ignoreCase => new PooledStringComparer(pool, ignoreCase)) => _pool = pool;

    [Fact]
    public void A_comparer_needs_a_pool_that_is_one() =>
        Assert.Equal(
            "pool", Assert.Throws<ArgumentNullException>(() => new PooledStringComparer((UnmanagedStringPool)null!)).ParamName);

    [Fact]
    public void Keys_are_found_after_a_compaction()
    {
        PooledString[] keys = [.. Enumerable.Range(0, 500).Select(number => _pool.Allocate($"key {number}"))];
        var dictionary = keys.Select(KeyValuePair.Create).ToDictionary(PooledStringComparer.Ordinal);
        Dictionary<PooledString,
        int>.AlternateLookup<ReadOnlySpan<char>> spans = dictionary.GetAlternateLookup<ReadOnlySpan<char>>();
        for (int i = 0; i < keys.Length; i += 2)
        {
            Assert.True(spans.Remove($"key {i}", out PooledString key, out _));
            key.Free();
        }

        _pool.DefragmentAndGrowPool(0);

        for (int i = 1; i < keys.Length; i += 2)
        {
            Assert.Equal(i, spans[$"key {i}"]);
            Assert.Equal(i, dictionary[keys[i]]);
        }

        Assert.Equal(keys.Length / 2, dictionary.Count);
    }

    [Fact]
    public void A_comparer_with_the_other_kind_of_pool_cannot_add()
    {
        using var segmented = new SegmentedStringPool();
        var contiguous = new Dictionary<PooledString, int>(new PooledStringComparer(segmented)) { [_pool.Allocate("key")] = 2 };
        var refs = new Dictionary<PooledStringRef, int>(new PooledStringComparer(_pool));

        Assert.Equal(2, contiguous.GetAlternateLookup<ReadOnlySpan<char>>()["key"]);
        Assert.Throws<NotSupportedException>(() => contiguous.GetAlternateLookup<ReadOnlySpan<char>>()["new"] = 1);
        Assert.Throws<NotSupportedException>(() => contiguous.GetAlternateLookup<string>()["new"] = 1);
        Assert.Throws<NotSupportedException>(() => refs.GetAlternateLookup<string>()["new"] = 1);
        Assert.Equal(0, segmented.ActiveAllocations);
    }
}
