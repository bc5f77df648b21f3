using System.Globalization;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>A limit too small for any string throws an exception that names the minimum limit.</summary>
public sealed class LeastLimitTests
{
    private const int Granule = 65_536;

    public static TheoryData<string, long> Pools => new()
    {
        { "segmented", 2 * Granule },
        { "UTF-8", 2 * Granule },
        { "concurrent", 3 * Granule },
        { "concurrent UTF-8", 3 * Granule },
        { "large slabs", 4 * Granule },
    };

    [Theory]
    [MemberData(nameof(Pools))]
    public void What_is_refused_below_the_least_limit_names_it(string pool, long least)
    {
        foreach (long limit in new[] { 1, 1_000, Granule, least - 1 })
        {
            Assert.Equal(least, LeastIn(Assert.Throws<OutOfMemoryException>(() => TryAllocate(pool, limit, length: 3))));
        }

        Assert.True(TryAllocate(pool, least, length: 3));
    }

    [Theory]
    [InlineData("segmented", 257)]
    [InlineData("segmented", 30_000)]
    [InlineData("segmented", 40_000)]
    [InlineData("segmented", 3_000_000)]
    [InlineData("UTF-8", 513)]
    [InlineData("UTF-8", 300_000)]
    [InlineData("concurrent", 1_001)]
    [InlineData("concurrent", 100_000)]
    [InlineData("concurrent UTF-8", 2_001)]
    [InlineData("concurrent UTF-8", 5_000_000)]
    public void A_long_string_that_does_not_fit_into_an_empty_pool_names_the_least_limit(string pool, int length)
    {
        int empty = pool.StartsWith("concurrent", StringComparison.Ordinal) ? 3 * Granule : 2 * Granule;
        long least = LeastIn(Assert.Throws<OutOfMemoryException>(() => TryAllocate(pool, empty, length)));

        Assert.InRange(least, empty + length, empty + (2.5 * length) + Granule);
        Assert.Equal(least, LeastIn(Assert.Throws<OutOfMemoryException>(() => TryAllocate(pool, least - 1, length))));
        for (int more = 0; more < Math.Min(40, RunSettings.Length(400)); more++)
        {
            Assert.True(TryAllocate(pool, least + (more * Granule), length), $"{more} granules more");
        }
    }

    [Fact]
    public void A_string_for_which_there_is_room_in_an_empty_pool_asks_for_freeing()
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 2 * Granule });
        pool.Allocate("abc");

        OutOfMemoryException full = Assert.Throws<OutOfMemoryException>(() => pool.Allocate("a text of twenty chars"));

        Assert.Contains("free strings", full.Message, StringComparison.Ordinal);
    }

    private static long LeastIn(OutOfMemoryException exception) =>
        long.Parse(exception.Message.Split("Set it to at least ")[1].Split(' ', ',', '.')[0], CultureInfo.InvariantCulture);

    // Allocates a string in a new pool with this limit; throws if the limit is too small.
    private static bool TryAllocate(string kind, long limit, int length)
    {
        string text = new('x', length);
        switch (kind)
        {
            case "segmented":
                using (var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = limit }))
                {
                    return pool.Allocate(text).Length == length;
                }

            case "large slabs":
                using (var pool = new SegmentedStringPool(new() { MaximumBytes = limit, SlabBytes = (2 * Granule) + 1 }))
                {
                    return pool.Allocate(text).Length == length;
                }

            case "concurrent":
                using (var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = limit }))
                {
                    return pool.Allocate(text).Length == length;
                }

            case "UTF-8":
                using (var pool = new Utf8StringPool(new Utf8StringPoolOptions { MaximumBytes = limit }))
                {
                    return pool.Allocate(text).Length == length;
                }

            default:
                using (var pool = new ConcurrentUtf8StringPool(new ConcurrentStringPoolOptions { MaximumBytes = limit }))
                {
                    return pool.Allocate(text).Length == length;
                }
        }
    }
}
