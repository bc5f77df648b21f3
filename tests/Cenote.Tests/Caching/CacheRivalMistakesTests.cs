using Cenote.Caching;
using Cenote.Tests.Support;

namespace Cenote.Tests.Caching;

/// <summary>Bugs that users reported in other caches, each with a test.</summary>
public sealed class CacheRivalMistakesTests
{
    private const int Limit = 1 << 20;
    private const int Kilobyte = 1_000;

    private readonly ByteCacheOptions _options = new() { MaximumBytes = Limit };

    // dotnet/runtime#42624: a full MemoryCache does not store a new entry and drops others later, on another thread.
    [Fact]
    public void What_is_set_in_a_full_cache_is_there_at_once()
    {
        using var cache = new ByteCache(_options);
        for (int i = 0; i < 5_000; i++)
        {
            Assert.True(cache.Set($"{i}", new byte[Kilobyte]));
            Assert.True(cache.TryGet($"{i}", new byte[Kilobyte], out _), $"{i}");
        }
    }

    // dotnet/runtime#59875: if an entry and its replacement do not both fit, both are lost. dotnet/aspnetcore#14621: the limit is
    // exceeded.
    [Fact]
    public void A_larger_value_takes_the_place_of_the_smaller_one_in_a_full_cache()
    {
        using var cache = new ByteCache(_options);
        for (int i = 0; i < 5_000; i++)
        {
            cache.Set($"{i}", new byte[Kilobyte]);
        }

        for (int length = Kilobyte; length < 200 * Kilobyte; length += 7 * Kilobyte)
        {
            Assert.True(cache.Set("grows", new byte[length]));
            Assert.True(cache.TryGet("grows", new byte[length], out int found) && found == length);
            Assert.InRange(cache.TotalBytes, 1, Limit);
        }
    }

    // dotnet/aspnetcore#67911, danielealbano/cachegrand#439, tkem/cachetools#241: the limit ignores keys.
    [Theory]
    [InlineData('k', 1)]
    [InlineData('к', 2)]
    public void Keys_count_towards_the_limit(char letter, int bytesEach)
    {
        using var cache = new ByteCache(_options);
        string prefix = new(letter, 10_000);
        for (int i = 0; i < 1_000; i++)
        {
            Assert.True(cache.Set(prefix + i, []));
        }

        Assert.InRange(cache.Count, 1, Limit / (10_000 * bytesEach));
        Assert.InRange(cache.TotalBytes, cache.Count * 10_000 * bytesEach, Limit);
    }

    // allegro/bigcache#332: setting the same key repeatedly takes memory each time.
    [Fact]
    public void A_key_that_is_set_again_and_again_keeps_its_place()
    {
        using var cache = new ByteCache(_options);
        cache.Set("key", new byte[Kilobyte]);
        long before = cache.TotalBytes;
        for (int i = 0; i < 50_000; i++)
        {
            cache.Set("key", new byte[Kilobyte - (i % 100)]);
        }

        Assert.Equal(before, cache.TotalBytes);
        Assert.Equal(1, cache.Count);
    }

    // allegro/bigcache#139, and ConductorOne/baton-sdk#259: a hard limit is exceeded, especially a small one.
    [Theory]
    [InlineData(ByteCacheOptions.SmallestMaximumBytes)]
    [InlineData(150_000)]
    [InlineData(Limit)]
    public void A_small_limit_holds_after_every_change(int limit)
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = limit });
        Assert.InRange(cache.TotalBytes, 1, limit);
        for (int i = 0; i < 20_000; i++)
        {
            cache.Set($"{i}", new byte[i * 31 % 3_000]);
            Assert.InRange(cache.TotalBytes, 1, limit);
        }
    }

    // allegro/bigcache#214: a storable value is rejected although memory is available.
    [Fact]
    public void Sizes_that_are_allowed_are_never_refused_whatever_was_there_before()
    {
        using var cache = new ByteCache(_options);
        var random = new Random(RunSettings.NewSeed());
        for (int i = 0; i < 5_000; i++)
        {
            int length = i % 10 == 0 ? (int)cache.MaximumEntryBytes - 10 : random.Next(2_000);
            Assert.True(cache.Set($"{i}", new byte[length]), $"{length} bytes");
        }

        Assert.Equal(0, cache.GetStatistics().Rejected);
    }

    // coocood/freecache#143: an entry that takes more than 1/1,024 of the cache is rejected.
    [Fact]
    public void Some_large_values_fit_where_the_option_says_so()
    {
        var options = new ByteCacheOptions { MaximumBytes = 16 << 20, MaximumEntryBytes = 2 << 20 };
        using var cache = new ByteCache(options);
        for (int i = 0; i < 4; i++)
        {
            Assert.True(cache.Set($"{i}", new byte[(2 << 20) - 1]));
        }

        Assert.Equal(4, Enumerable.Range(0, 4).Count(i => cache.TryGet($"{i}", new byte[2 << 20], out _)));
    }

    // allegro/bigcache#362: of two keys with the same hash, the second replaces the first.
    [Fact]
    public void Keys_with_the_same_hash_are_different_keys()
    {
        using var cache = new ByteCache(_options);
        Assert.All(Enumerable.Range(0, 20), i => Assert.True(cache.Set(Collisions.Make(i), [(byte)i])));

        byte[] found = new byte[1];
        Assert.All(Enumerable.Range(0, 20), i => Assert.True(cache.TryGet(Collisions.Make(i), found, out _) && found[0] == i));
    }

    // VictoriaMetrics/fastcache#79: large values are stored by their hash only, so a key may get the value of another key.
    [Fact]
    public void A_large_value_belongs_to_its_key_alone()
    {
        using var cache = new ByteCache(_options);
        byte[] value = new byte[100_000];
        byte[] copy = new byte[100_000];
        cache.Set("a", value);
        cache.Set("b", value);
        cache.Remove("a");
        value[^1] = 1;
        cache.Set("c", value);

        Assert.True(cache.TryGet("b", copy, out _) && copy[^1] == 0);
        Assert.True(cache.TryGet("c", copy, out _) && copy[^1] == 1);
    }

    // aspnet/Caching#211: a failed factory leaves a null. dotnet/runtime#94335: other threads see the entry before it has a
    // value.
    [Fact]
    public void A_factory_that_throws_stores_nothing_and_nobody_finds_what_is_not_made()
    {
        using var cache = new ValueCache<int>(_options);
        Assert.Throws<TimeoutException>(() => cache.GetOrAdd<int>("key", 0, static _ => throw new TimeoutException()));
        Assert.Equal(0, cache.Count);

        Assert.Equal(7, cache.GetOrAdd("key", cache, static cache => cache.TryGet("key", out _) ? 0 : 7));
    }

    // A known weakness of LRU: one scan over keys used once evicts all keys that are used repeatedly.
    [Fact]
    public void One_walk_over_other_keys_does_not_drive_out_what_is_popular()
    {
        using var cache = new ByteCache(_options);
        byte[] copy = new byte[Kilobyte];
        for (int i = 0; i < 20 * 300; i++)
        {
            if (!cache.TryGet($"popular {i % 300}", copy, out _))
            {
                cache.Set($"popular {i % 300}", copy);
            }
        }

        for (int i = 0; i < 5_000; i++)
        {
            cache.Set($"once {i}", copy);
        }

        Assert.InRange(Enumerable.Range(0, 300).Count(i => cache.TryGet($"popular {i}", copy, out _)), 270, 300);
    }
}
