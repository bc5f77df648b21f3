using Cenote.Caching;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Process.Tests.Caching;

public sealed class ByteCacheMemoryTests(ITestOutputHelper output)
{
    private const int MaximumBytes = 64 << 20;
    private const int Keys = 400_000;
    private const int MostBytes = 2_000;

    // Stacks of threads, the code that is compiled, and what the heap of the test itself grows by.
    private const long Others = 48 << 20;

    [Fact]
    public void Physical_memory_stays_within_the_limit_whatever_is_written_read_removed_and_trimmed()
    {
        byte[] bytes = new byte[MostBytes];
        long before = Environment.WorkingSet;
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = MaximumBytes });
        Crowd.Run(
            output,
            (worker, random, step) =>
            {
                Span<byte> destination = stackalloc byte[MostBytes];
                Span<char> key = stackalloc char[16];
                _ = random.Next(Keys).TryFormat(key, out int length);
                switch (random.Next(1_000))
                {
                    case < 500:
                        cache.Set(key[..length], bytes.AsSpan(0, random.Next(MostBytes)), new CacheEntryOptions
                        {
                            Expiration = random.Next(2) == 0 ? TimeSpan.FromMilliseconds(1 + random.Next(50)) : null,
                            Tag = random.Next(4) == 0 ? "some" : null,
                        });
                        break;
                    case < 998:
                        cache.TryGet(key[..length], destination, out _);
                        break;
                    case 998:
                        cache.RemoveByTag("some");
                        break;
                    case 999 when worker == 0:
                        cache.Trim();
                        break;
                    default:
                        Assert.InRange(cache.TotalBytes, 1, MaximumBytes);
                        Assert.InRange(Environment.WorkingSet, 1, before + MaximumBytes + Others);
                        break;
                }
            },
            steps: 300_000);
    }
}
