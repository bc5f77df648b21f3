using Cenote.Caching;
using Cenote.Tests.Support;

namespace Cenote.Tests.Caching;

/// <summary>
/// Counts the copies of a value while a writer changes the value's part of the cache during each copy. The writer is the clock,
/// which a reader calls while copying an expiring entry.
/// </summary>
public sealed class CacheLargeValueTests
{
    private const int BeforeTheLock = 1;
    private const int FirstAttempt = 1;

    [Theory]
    [InlineData(1_000, FirstAttempt + 8 + BeforeTheLock)]
    [InlineData(64 << 10, FirstAttempt + 8 + BeforeTheLock)]
    [InlineData((64 << 10) + 1, FirstAttempt + BeforeTheLock)]
    [InlineData(200_000, FirstAttempt + BeforeTheLock)]
    public void A_large_value_is_copied_in_vain_once_at_most(int length, int looks)
    {
        var clock = new WritingClock();
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20, TimeProvider = clock });
        byte[] value = CacheValues.Make(1, 0, length);
        Assert.True(cache.Set("key", value, new CacheEntryOptions { Expiration = TimeSpan.FromMinutes(1) }));
        byte[] copy = new byte[length];

        clock.Cache = cache;
        Assert.True(cache.TryGet("key", copy, out _));
        clock.Cache = null;

        Assert.Equal(looks, clock.Looks);
        Assert.Equal(value, copy);
    }

    [Fact]
    public void A_large_value_that_does_not_fit_the_destination_is_not_waited_for()
    {
        var clock = new WritingClock();
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20, TimeProvider = clock });
        cache.Set("key", new byte[100_000], new CacheEntryOptions { Expiration = TimeSpan.FromMinutes(1) });

        clock.Cache = cache;
        Assert.False(cache.TryGet("key", new byte[99_999], out int length));
        clock.Cache = null;

        Assert.Equal(100_000, length);
        Assert.Equal(FirstAttempt + 8 + BeforeTheLock, clock.Looks);
    }

    private sealed class WritingClock : TimeProvider
    {
        private bool _isWriting;

        public ByteCache? Cache { get; set; }

        public int Looks { get; private set; }

        public override long TimestampFrequency => 1_000;

        public override long GetTimestamp()
        {
            if (Cache is not null && !_isWriting)
            {
                Looks++;
                _isWriting = true;
                Cache.Set("other", [1]);
                _isWriting = false;
            }

            return 0;
        }
    }
}
