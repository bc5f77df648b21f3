using Cenote.Caching;
using Cenote.Tests.Support;

namespace Cenote.Tests.Caching;

public sealed class ByteCacheExpirationTests : IDisposable
{
    private readonly SettableClock _clock = new();
    private readonly ByteCache _cache;

    public ByteCacheExpirationTests() =>
        _cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20, TimeProvider = _clock });

    public void Dispose() => _cache.Dispose();

    [Fact]
    public void An_entry_ends_to_the_millisecond()
    {
        Set(new CacheEntryOptions { Expiration = TimeSpan.FromMilliseconds(100) });

        _clock.Pass(99);
        Assert.True(Has());
        _clock.Pass(1);
        Assert.False(Has());
        Assert.Equal(1, _cache.GetStatistics().Expired);
        Assert.Equal(0, _cache.Count);
    }

    [Fact]
    public void A_sliding_expiration_counts_from_the_last_read()
    {
        Set(new CacheEntryOptions { Sliding = TimeSpan.FromMilliseconds(10) });
        for (int i = 0; i < 20; i++)
        {
            _clock.Pass(9);
            Assert.True(Has());
        }

        _clock.Pass(10);
        Assert.False(Has());
    }

    [Fact]
    public void A_sliding_expiration_starts_again_when_the_entry_is_touched()
    {
        Set(new CacheEntryOptions { Sliding = TimeSpan.FromMilliseconds(10), Expiration = TimeSpan.FromMilliseconds(30) });
        for (int i = 0; i < 3; i++)
        {
            _clock.Pass(9);
            Assert.True(i % 2 == 0 ? _cache.Touch("key") : _cache.Touch("key"u8));
        }

        Assert.True(Has());
        _clock.Pass(3);
        Assert.False(_cache.Touch("key"));
        Assert.False(Has());
    }

    [Fact]
    public void What_is_touched_counts_neither_as_a_hit_nor_as_a_miss()
    {
        _cache.Set("key", [1]);
        _cache.Set("tagged", [1], new CacheEntryOptions { Tag = "tag" });
        _cache.RemoveByTag("tag");

        Assert.True(_cache.Touch("key"));
        Assert.False(_cache.Touch("other"));
        Assert.False(_cache.Touch("tagged"));
        Assert.Equal((0L, 0L), (_cache.GetStatistics().Hits, _cache.GetStatistics().Misses));
        _cache.Dispose();
        Assert.Throws<ObjectDisposedException>(() => _cache.Touch("key"));
    }

    [Fact]
    public void The_first_limit_that_is_over_counts()
    {
        Set(new CacheEntryOptions { Sliding = TimeSpan.FromMilliseconds(10), Expiration = TimeSpan.FromMilliseconds(25) });
        _clock.Pass(9);
        Assert.True(Has());
        _clock.Pass(9);
        Assert.True(Has());
        _clock.Pass(7);
        Assert.False(Has());
    }

    [Fact]
    public void A_moment_of_the_calendar_is_as_far_away_as_it_was_when_it_was_set()
    {
        Set(new CacheEntryOptions { AbsoluteExpiration = _clock.Calendar.AddSeconds(1) });

        _clock.Calendar = _clock.Calendar.AddYears(-3);
        _clock.Pass(999);
        Assert.True(Has());
        _clock.Pass(1);
        Assert.False(Has());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void An_absolute_expiration_ends_an_entry_while_time_stamps_are_stopped(bool slides)
    {
        var moment = new CacheEntryOptions
        {
            AbsoluteExpiration = _clock.Calendar.AddHours(1),
            Sliding = slides ? TimeSpan.FromDays(1) : null,
            Tag = slides ? "tag" : null,
        };
        Set(moment);
        _cache.Set("relative", [1], new CacheEntryOptions { Expiration = TimeSpan.FromHours(1) });
        _cache.Set("touched", [1], moment);
        _cache.Set("removed", [1], moment);
        _cache.Set("trimmed", [1], moment);

        _clock.Calendar = _clock.Calendar.AddHours(1).AddTicks(-1);
        Assert.True(Has());
        Assert.True(_cache.Touch("touched"));

        _clock.Calendar = _clock.Calendar.AddTicks(1);
        Assert.False(Has());
        Assert.False(_cache.Touch("touched"));
        Assert.False(_cache.Remove("removed"));
        _cache.Trim();
        Assert.Equal(1, _cache.Count);
        Assert.Equal(4, _cache.GetStatistics().Expired);
        Assert.True(_cache.TryGet("relative", new byte[1], out _));
    }

    [Fact]
    public void A_calendar_set_forward_and_back_expires_no_entry_early()
    {
        Set(new CacheEntryOptions { AbsoluteExpiration = _clock.Calendar.AddHours(1) });
        _cache.Set("unseen", [1], new CacheEntryOptions { AbsoluteExpiration = _clock.Calendar.AddHours(1) });
        _clock.Calendar = _clock.Calendar.AddHours(2);
        Assert.False(Has());
        _clock.Calendar = _clock.Calendar.AddHours(-2);
        Assert.False(Has());
        Assert.True(_cache.TryGet("unseen", new byte[1], out _));
    }

    [Fact]
    public void A_factory_replaces_an_entry_whose_absolute_expiration_has_passed()
    {
        using var values = new ValueCache<int>(new ByteCacheOptions { MaximumBytes = 1 << 20, TimeProvider = _clock });
        values.Set("key", 1, new CacheEntryOptions { AbsoluteExpiration = _clock.Calendar.AddHours(1) });
        _clock.Calendar = _clock.Calendar.AddHours(8);
        Assert.False(values.TryGet("key", out _));
        Assert.Equal(2, values.GetOrAdd("key", 2));
    }

    [Fact]
    public void A_moment_that_is_over_ends_the_entry_and_the_one_before_it()
    {
        _cache.Set("key", [1]);
        Set(new CacheEntryOptions { AbsoluteExpiration = _clock.Calendar.AddSeconds(-1) });

        Assert.False(Has());
        Assert.Equal(0, _cache.GetStatistics().Rejected);
    }

    [Fact]
    public void The_default_expiration_counts_unless_the_entry_has_its_own()
    {
        using var cache = new ByteCache(
            new ByteCacheOptions { TimeProvider = _clock, DefaultExpiration = TimeSpan.FromMilliseconds(10) });
        cache.Set("default", [1]);
        cache.Set("longer", [1], new CacheEntryOptions { Expiration = TimeSpan.FromMilliseconds(20) });
        cache.Set("moment", [1], new CacheEntryOptions { AbsoluteExpiration = _clock.Calendar.AddMilliseconds(20) });
        cache.Set("forever", [1], new CacheEntryOptions { Expiration = Timeout.InfiniteTimeSpan });
        cache.Set("sliding", [1], new CacheEntryOptions { Sliding = TimeSpan.FromMilliseconds(20) });

        _clock.Pass(10);
        string[] keys = ["default", "longer", "moment", "forever", "sliding"];
        Assert.Equal(keys[1..4], keys.Where(key => cache.TryGet(key, new byte[1], out _)));
        _clock.Pass(10);
        Assert.True(cache.TryGet("forever", new byte[1], out _));
        Assert.False(cache.TryGet("longer", new byte[1], out _));
    }

    [Fact]
    public void A_clock_that_goes_backwards_brings_nothing_back_and_ends_nothing()
    {
        Set(new CacheEntryOptions { Expiration = TimeSpan.FromMilliseconds(100) });
        _cache.Set("long", [1], new CacheEntryOptions { Expiration = TimeSpan.FromMilliseconds(10_000) });
        _cache.Set("unseen", [1], new CacheEntryOptions { Expiration = TimeSpan.FromMilliseconds(100) });
        _clock.Pass(100);
        Assert.False(Has());

        _clock.Pass(-900_000);
        Assert.False(Has());
        Assert.False(_cache.TryGet("unseen", new byte[1], out _));
        Assert.True(_cache.TryGet("long", new byte[1], out _));
        Set(new CacheEntryOptions { Expiration = TimeSpan.FromMilliseconds(1) });
        Assert.True(Has());
        _clock.Pass(900_001);
        Assert.False(Has());
        Assert.True(_cache.TryGet("long", new byte[1], out _));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-5)]
    public void Expirations_are_positive(int milliseconds)
    {
        TimeSpan span = TimeSpan.FromMilliseconds(milliseconds);

        Assert.Contains("Expiration", Refused(new CacheEntryOptions { Expiration = span }), StringComparison.Ordinal);
        Assert.Contains("Sliding", Refused(new CacheEntryOptions { Sliding = span }), StringComparison.Ordinal);
        Assert.Equal(0, _cache.Count);
    }

    [Fact]
    public void The_longest_spans_never_end()
    {
        Set(new CacheEntryOptions { Expiration = TimeSpan.MaxValue, Sliding = TimeSpan.MaxValue });
        _clock.Pass(int.MaxValue);
        Assert.True(Has());
        Set(new CacheEntryOptions { AbsoluteExpiration = DateTimeOffset.MaxValue, Sliding = TimeSpan.FromTicks(1) });
        Assert.True(Has());
        _clock.Pass(1);
        Assert.False(Has());
    }

    [Fact]
    public void A_tag_takes_all_that_had_it_and_nothing_that_comes_after()
    {
        for (int i = 0; i < 100; i++)
        {
            _cache.Set($"{i}", [1], new CacheEntryOptions { Tag = i % 2 == 0 ? "even" : "odd" });
        }

        _cache.RemoveByTag("even");
        _cache.RemoveByTag("never used");
        _cache.Set("0", [1], new CacheEntryOptions { Tag = "even" });
        Assert.True(_cache.TryGet("0", new byte[1], out _));
        Assert.Equal(50, Enumerable.Range(1, 99).Count(i => _cache.TryGet($"{i}", new byte[1], out _)));
        Assert.Equal(50, _cache.GetStatistics().RemovedByTag);
        _cache.RemoveByTag("even");
        Assert.False(_cache.TryGet("0", new byte[1], out _));
    }

    [Fact]
    public void More_tags_than_are_remembered_are_removed_all_the_same()
    {
        for (int i = 0; i < 1_000; i++)
        {
            _cache.Set($"{i}", [1], new CacheEntryOptions { Tag = $"tag {i}" });
            _cache.Set("stays", [1], new CacheEntryOptions { Tag = "stays" });
            _cache.RemoveByTag($"tag {i}");
            Assert.False(_cache.TryGet($"{i}", new byte[1], out _));
            Assert.True(_cache.TryGet("stays", new byte[1], out _));
        }

        Assert.All(Enumerable.Range(0, 1_000), i => Assert.False(_cache.TryGet($"{i}", new byte[1], out _)));
    }

    [Fact]
    public void Trim_drops_what_has_expired_and_gives_memory_back_once()
    {
        for (int i = 0; i < 3_000; i++)
        {
            _cache.Set($"{i}", new byte[200], new CacheEntryOptions { Expiration = TimeSpan.FromMilliseconds(i < 2_900 ? 10 : 100) });
        }

        long before = _cache.TotalBytes;
        _clock.Pass(10);
        Assert.InRange(_cache.Trim(), before / 2, _cache.MaximumBytes);
        Assert.Equal(100, _cache.Count);
        Assert.InRange(_cache.TotalBytes, 1, before / 4);
        Assert.Equal(0, _cache.Trim());
        Assert.All(Enumerable.Range(2_900, 100), i => Assert.True(_cache.TryGet($"{i}", new byte[200], out _)));
        _clock.Pass(90);
        Assert.InRange(_cache.Trim(), 0, _cache.MaximumBytes);
        Assert.Equal(0, _cache.Count);
    }

    private void Set(CacheEntryOptions options) => Assert.True(_cache.Set("key", [1], options));

    private bool Has() => _cache.TryGet("key", new byte[1], out _);

    private string Refused(CacheEntryOptions options) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => _cache.Set("key", [1], options)).Message;
}
