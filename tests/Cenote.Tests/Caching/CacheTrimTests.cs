using Cenote.Caching;
using Cenote.Tests.Support;

namespace Cenote.Tests.Caching;

public sealed class CacheTrimTests
{
    private const int Entries = 4_000;

    private readonly FailingPageSource _pages = new();

    [Fact]
    public void Memory_that_the_system_does_not_take_is_not_counted_and_offered_again()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 4 << 20 }, _pages);
        for (int i = 0; i < Entries; i++)
        {
            cache.Set($"key {i}", CacheValues.Make(i, 0, 500));
        }

        for (int i = 0; i < Entries; i++)
        {
            if (i % 10 != 0)
            {
                cache.Remove($"key {i}");
            }
        }

        _pages.KeepsWhatIsDiscarded = true;
        Assert.Equal(0, cache.Trim());
        CheckAll(cache);

        _pages.KeepsWhatIsDiscarded = false;
        Assert.InRange(cache.Trim(), 1 << 20, 4 << 20);
        CheckAll(cache);
        Assert.Equal(0, cache.Trim());
    }

    [Fact]
    public void The_memory_of_an_index_that_had_grown_goes_back_with_the_entries()
    {
        const int MaximumBytes = 16 << 20;
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = MaximumBytes });
        for (int i = 0; cache.GetStatistics().Evicted == 0; i++)
        {
            cache.Set($"{i}", []);
        }

        cache.Clear();

        Assert.InRange(cache.Trim(), MaximumBytes * 9L / 10, MaximumBytes);
    }

    [Fact]
    public void A_cache_whose_memory_the_system_does_not_take_can_be_disposed()
    {
        _pages.KeepsWhatIsDiscarded = true;
        var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 4 << 20, ClearOnEviction = true }, _pages);
        cache.Set("key", new byte[500]);
        cache.Dispose();
        Assert.Throws<ObjectDisposedException>(() => cache.Trim());
        Assert.Equal(0, cache.TotalBytes);
    }

    private static void CheckAll(ByteCache cache)
    {
        Assert.Equal(Entries / 10, cache.Count);
        for (int i = 0; i < Entries; i += 10)
        {
            Assert.True(cache.TryRead($"key {i}", i, static (value, key) => CacheValues.Check(key, value), out _));
        }
    }
}
