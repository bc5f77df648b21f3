using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Memory;

/// <summary>A disposed owner passes its memory to the next one, in which no old id and no old entry may be valid.</summary>
public sealed class WarmMemoryTests
{
    [Theory]
    [InlineData(10)]
    [InlineData(100)]
    [InlineData(1_000)]
    public void Ids_of_a_disposed_pool_are_refused_by_its_successor(int length)
    {
        string text = new('x', length);
        for (int round = 0; round < 5; round++)
        {
            var first = new SegmentedStringPool();
            PooledStringId[] ids = [.. Enumerable.Range(0, 2_000).Select(_ => first.Allocate(text).Id)];
            first.Dispose();

            using var second = new SegmentedStringPool();
            Assert.Equal(0, ids.Count(id => second.TryGetSpan(id, out _)));
            second.Allocate("another size");
            second.Allocate(new string('y', 5_000));
            foreach (PooledStringId id in ids)
            {
                Assert.False(second.TryGetSpan(id, out _));
                second.Free(id);
            }

            Assert.Equal(2, second.ActiveAllocations);
            PooledStringRef[] handles =
                [.. Enumerable.Range(0, 4_000).Select(number => second.Allocate($"{number}".PadLeft(length)))];
            Assert.All(handles, (handle, number) => Assert.Equal($"{number}".PadLeft(length), handle.ToString()));
        }
    }

    [Fact]
    public void More_pools_than_are_kept_can_be_disposed_and_made_again()
    {
        for (int round = 0; round < 3; round++)
        {
            SegmentedStringPool[] pools = [.. Enumerable.Range(0, 40).Select(static _ => new SegmentedStringPool())];
            PooledStringRef[] handles = [.. pools.Select(static (pool, number) => pool.Allocate($"{number}"))];
            Assert.All(handles, static (handle, number) => Assert.Equal($"{number}", handle.ToString()));
            Array.ForEach(pools, static pool => pool.Dispose());
        }
    }

    [Fact]
    public void A_dictionary_on_memory_that_was_not_discarded_starts_empty()
    {
        var pages = new FailingPageSource
        {
            Cache = new RangeCache(TimeProvider.System, static () => 0),
            KeepsWhatIsDiscarded = true,
        };
        for (int round = 0; round < 4; round++)
        {
            using var dictionary = new PooledStringDictionary<int>(new() { Capacity = 10_000 }, pages);
            for (int i = 0; i < 10_000; i++)
            {
                Assert.False(dictionary.ContainsKey($"key {i}"));
                dictionary.Add($"key {i}", round + i);
            }

            dictionary.EnsureCapacity(40_000);
            for (int i = 0; i < 10_000; i++)
            {
                Assert.Equal(round + i, dictionary[$"key {i}"]);
            }

            Assert.Equal((10_000, 0), (dictionary.Count, dictionary.GetStatistics().Rehashes));
        }
    }

    [Fact]
    public void A_pool_on_memory_of_another_starts_empty()
    {
        for (int round = 0; round < 5; round++)
        {
            using var pool = new SegmentedStringPool();
            Assert.Equal(64 << 10, pool.BytesReserved);
            Assert.Equal(0, pool.GetStatistics().SmallStrings);
            for (int i = 0; i < 20_000; i++)
            {
                pool.Allocate(new string((char)('a' + round), 1 + (i % 200)));
            }

            Assert.Equal(20_000, pool.GetStatistics().SmallStrings + pool.GetStatistics().LargeStrings);
            pool.Clear();
            pool.Allocate("one");
            Assert.Equal(1, pool.GetStatistics().SmallStrings);
        }
    }
}
