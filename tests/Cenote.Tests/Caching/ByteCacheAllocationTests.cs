using Cenote.Caching;
using Cenote.Tests.Support;

namespace Cenote.Tests.Caching;

public sealed class ByteCacheAllocationTests
{
    [Fact]
    public void Setting_reading_and_evicting_allocate_nothing()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 200_000, ClearOnEviction = true });
        var options = new CacheEntryOptions
        {
            Expiration = TimeSpan.FromMilliseconds(1),
            Sliding = TimeSpan.FromMilliseconds(1),
            Tag = "tag",
        };
        byte[] value = new byte[700];
        int next = 0;

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            Span<char> key = stackalloc char[16];
            for (int i = 0; i < 500; i++)
            {
                _ = (++next % 5_000).TryFormat(key, out int length, default, System.Globalization.CultureInfo.InvariantCulture);
                cache.Set(key[..length], value.AsSpan(0, i), i % 2 == 0 ? options : default);
                cache.TryGet(key[..length], value, out _);
                cache.TryGet("ключ"u8, value, out _);
                cache.TryRead(key[..length], i, static (bytes, state) => bytes.Length + state, out _);
                cache.Remove(key[..1]);
            }
        }));
        Assert.InRange(cache.GetStatistics().Evicted, 1, long.MaxValue);
    }
}
