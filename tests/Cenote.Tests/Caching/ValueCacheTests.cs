using Cenote.Caching;
using Cenote.Tests.Support;

namespace Cenote.Tests.Caching;

public sealed class ValueCacheTests : IDisposable
{
    private readonly ValueCache<(long Number, double Half)> _cache = new(new ByteCacheOptions { MaximumBytes = 1 << 20 });

    public void Dispose() => _cache.Dispose();

    [Theory]
    [InlineData("key")]
    [InlineData("ключ")]
    public void Values_are_found_in_both_forms_of_a_key(string key)
    {
        byte[] utf8 = System.Text.Encoding.UTF8.GetBytes(key);
        Assert.False(_cache.TryGet(key, out (long, double) value));
        Assert.Equal(default, value);
        Assert.True(_cache.Set(key, (3, 1.5)));
        Assert.True(_cache.TryGet(utf8, out value));
        Assert.Equal((3, 1.5), value);
        Assert.True(_cache.Set(utf8, (4, 2)));
        Assert.True(_cache.TryGet(key, out value));
        Assert.Equal((4, 2), value);
        Assert.Equal(1, _cache.Count);
        Assert.True(_cache.Touch(utf8) && _cache.Touch(key));
        Assert.True(_cache.Remove(utf8));
        Assert.False(_cache.Remove(key));
        Assert.False(_cache.Touch(utf8) || _cache.Touch(key));
        Assert.Equal((5, 1), _cache.GetOrAdd(utf8, (5, 1)));
        Assert.Equal((5, 1), _cache.GetOrAdd(key, (6, 1)));
        Assert.Equal((5, 1), _cache.GetOrAdd(utf8, 7, static state => throw new FormatException()));
        Assert.True(_cache.Remove(key));
        Assert.Equal((7, 3.5), _cache.GetOrAdd(utf8, 7, static state => (state, state / 2.0)));
        Assert.True(_cache.TryGet(key, out value));
        Assert.Equal((7, 3.5), value);
    }

    [Fact]
    public void Touching_prolongs_a_sliding_expiration()
    {
        var clock = new SettableClock();
        using var cache = new ValueCache<int>(new ByteCacheOptions { TimeProvider = clock });
        cache.Set("key", 1, new CacheEntryOptions { Sliding = TimeSpan.FromMilliseconds(10) });
        clock.Pass(9);
        Assert.True(cache.Touch("key"));
        clock.Pass(9);
        Assert.True(cache.Touch("key"u8));
        clock.Pass(9);
        Assert.True(cache.TryGet("key", out _));
        clock.Pass(10);
        Assert.False(cache.Touch("key"));
        Assert.Equal(0, cache.GetStatistics().Misses);
    }

    [Fact]
    public void The_first_value_stays()
    {
        Assert.Equal((1, 0), _cache.GetOrAdd("a", (1, 0)));
        Assert.Equal((1, 0), _cache.GetOrAdd("a", (2, 0)));
        Assert.Equal((1, 0), _cache.GetOrAdd("a", 7, static state => throw new FormatException()));
        Assert.Equal((7, 3.5), _cache.GetOrAdd("b", 7, static state => (state, state / 2.0)));
        Assert.Throws<FormatException>(() => _cache.GetOrAdd<int>("c", 7, static state => throw new FormatException()));
        Assert.False(_cache.TryGet("c", out _));
        Assert.Throws<ArgumentNullException>("make", () => _cache.GetOrAdd<int>("c", 7, null!));
        Assert.Throws<ArgumentNullException>("make", () => _cache.GetOrAdd<int>("c"u8, 7, null!));
    }

    [Fact]
    public void All_threads_get_the_value_that_was_set_first()
    {
        for (int round = 0; round < 200; round++)
        {
            var got = new long[Crowd.Threads];
            Crowd.Run(worker => got[worker] = _cache.GetOrAdd($"{round}", worker, static worker => (worker, 0)).Number);
            Assert.Single(got.Distinct());
        }
    }

    [Fact]
    public void The_rest_is_that_of_a_byte_cache()
    {
        _cache.Set("a", (1, 1), new CacheEntryOptions { Tag = "tag" });
        _cache.RemoveByTag("tag");
        Assert.False(_cache.TryGet("a", out _));
        _cache.Set("a", (1, 1));
        Assert.InRange(_cache.TotalBytes, 1, _cache.MaximumBytes);
        Assert.InRange(_cache.MaximumEntryBytes, 1, _cache.MaximumBytes);
        Assert.InRange(_cache.ManagedBytes, 1, 1 << 20);
        _cache.Clear();
        Assert.Equal(0, _cache.Count);
        Assert.InRange(_cache.Trim(), 0, _cache.MaximumBytes);
        Assert.Equal(1, _cache.GetStatistics().Removed);
        _cache.Dispose();
        Assert.True(_cache.IsDisposed);
        Assert.Throws<ObjectDisposedException>(() => _cache.GetOrAdd("a", default));
        Assert.Equal(nameof(ValueCache<>), Assert.Throws<ObjectDisposedException>(() => _cache.TryGet("a", out _)).ObjectName);
    }
}
