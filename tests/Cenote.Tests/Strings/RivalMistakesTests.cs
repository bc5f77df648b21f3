using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>Bugs of other string pools, each with a test.</summary>
public sealed class RivalMistakesTests : IDisposable
{
    private readonly SegmentedStringPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Theory]
    [InlineData(20)]
    [InlineData(300)]
    public void Stale_handles_read_new_text_after_clear_and_refill(int length)
    {
        PooledStringRef[] stale = [.. Enumerable.Range(0, 200).Select(number => _pool.Allocate($"{number}".PadLeft(length)))];
        _pool.Clear();
        _pool.Trim();
        for (int i = 0; i < 1_000; i++)
        {
            _pool.Allocate($"{i}".PadRight(length));
        }

        Assert.Equal(0, stale.Count(static handle => handle.IsAlive || handle.TryGetSpan(out _)));
        Assert.All(stale, static handle => Assert.Throws<InvalidOperationException>(() => handle.Length));
    }

    [Fact]
    public void The_hash_looks_at_the_ends_of_the_text_only()
    {
        HashSet<int> hashes =
        [
            .. Enumerable.Range(0, 10_000)
                .Select(number => _pool.Allocate($"https://example.org/items/{number}/details.html").GetHashCode()),
        ];

        Assert.InRange(hashes.Count, 9_990, 10_000);
    }

    [Fact]
    public void Inserting_into_the_empty_string_drops_the_text() =>
        Assert.Throws<InvalidOperationException>(() => PooledStringRef.Empty.Insert(0, "text"));

    [Theory]
    [InlineData(20)]
    [InlineData(300)]
    public void Stale_handles_throw_when_printed_compared_or_hashed(int length)
    {
        PooledStringRef stale = _pool.Allocate(new string('x', length));
        stale.Free();

        Assert.ThrowsAny<InvalidOperationException>(() => stale.ToString());
        Assert.True(stale.Equals(stale));
        Assert.False(stale.Equals(new object()));
        Assert.Equal(stale.GetHashCode(), stale.GetHashCode());
    }

    [Fact]
    public void Every_live_string_has_something_for_the_collector_to_scan()
    {
        long before = _pool.ManagedBytes;
        for (int i = 0; i < 100_000; i++)
        {
            _pool.Allocate("a string without a managed trace");
        }

        // Only slab descriptors are managed: less than a byte per string.
        Assert.InRange(_pool.ManagedBytes - before, 0, 100_000);
    }

    [Fact]
    public void The_capacity_in_bytes_overflows()
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 64 << 20 });

        Assert.Throws<OutOfMemoryException>(() => pool.Reserve(int.MaxValue));
        Assert.Throws<OutOfMemoryException>(() => pool.ReserveSmall((int.MaxValue / 2) + 1));
        Assert.Throws<OutOfMemoryException>(() => pool.ReserveLarge((int.MaxValue / 2) + 1));
        Assert.Throws<OutOfMemoryException>(() => pool.Create(SegmentedStringPool.MaximumLength, 0, static (_, _) => { }));
        Assert.Equal(64 << 10, pool.BytesReserved);
    }

    [Fact]
    public void Churn_allocates_on_the_managed_heap()
    {
        string text = new('x', 50);

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            for (int i = 0; i < 10_000; i++)
            {
                _pool.Allocate(text).Free();
            }
        }));
    }

    [Fact]
    public void A_cell_leaks_when_an_allocation_fails_halfway()
    {
        // A large string needs a block and a slot: after the block there is no memory left for the first slab of slots.
        var pages = new FailingPageSource();
        using var pool = new SegmentedStringPool(new() { MaximumBytes = 128 << 10, SegmentBytes = 64 << 10 }, pages);

        for (int i = 0; i < 5; i++)
        {
            Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new string('x', 500)));
            Assert.Equal(0, pool.ActiveAllocations);
        }

        StringPoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(0, statistics.LargeStrings);
        Assert.Equal(pool.SegmentCount * ((64L << 10) - 16), statistics.FreeSegmentBytes);
        pool.Trim();
        Assert.Equal(64 << 10, pool.BytesReserved);
    }
}
