using Cenote.Caching;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Caching;

/// <summary>Many threads on one cache: values are never torn or swapped, and the limit holds at every check.</summary>
public sealed class ByteCacheSoakTests(ITestOutputHelper output)
{
    private const int Keys = 3_000;

    [Theory]
    [InlineData(65_536)]
    [InlineData(1 << 20)]
    [InlineData(20 << 20)]
    public void Values_stay_whole_and_the_limit_holds(int maximumBytes)
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = maximumBytes });
        Crowd.Run(output, (worker, random, step) =>
        {
            int key = random.Next(random.Next(Keys) + 1);
            string text = $"key {key}";
            switch (random.Next(40))
            {
                case < 10:
                    cache.Set(text, CacheValues.Make(key, step, random.Next(50) == 0 ? random.Next(20_000) : random.Next(400)), Options(random));
                    break;
                case 10:
                    cache.Remove(text);
                    break;
                case 11 when random.Next(50) == 0:
                    cache.RemoveByTag($"tag {random.Next(100)}");
                    break;
                case 12 when random.Next(500) == 0:
                    cache.Clear();
                    break;
                case 13 when random.Next(500) == 0:
                    Assert.InRange(cache.Trim(), 0, maximumBytes);
                    break;
                case 14:
                    cache.Touch(text);
                    break;
                default:
                    cache.TryRead(text, key, static (value, key) => CacheValues.Check(key, value), out _);
                    break;
            }

            Assert.InRange(cache.TotalBytes, 1, maximumBytes);
        });

        ByteCacheStatistics statistics = cache.GetStatistics();
        Assert.Equal(
            statistics.Sets - statistics.Rejected,
            statistics.Count + statistics.Evicted + statistics.Replaced + statistics.Removed + statistics.Expired
                + statistics.RemovedByTag);
        Assert.InRange(statistics.Hits, 1, long.MaxValue);
    }

    [Fact]
    public void A_key_never_goes_back_to_an_older_value()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 200_000 });
        long[] written = new long[64];
        Crowd.Run(output, (worker, random, step) =>
        {
            int key = random.Next(written.Length);
            if (worker == 0)
            {
                cache.Set($"{key}", CacheValues.Make(key, step, random.Next(300)));
                Volatile.Write(ref written[key], step);
                cache.Set($"filler {step}", new byte[random.Next(1_000)]);
                return;
            }

            long least = Volatile.Read(ref written[key]);
            if (cache.TryRead($"{key}", key, static (value, key) => CacheValues.Check(key, value), out long number))
            {
                Assert.InRange(number, least, long.MaxValue);
            }
        });
    }

    [Fact]
    public void A_value_that_is_replaced_all_the_time_is_read_whole()
    {
        const int Length = 4_000;
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20 });
        byte[][] values = [.. Enumerable.Range(1, 16).Select(static number => Enumerable.Repeat((byte)number, Length).ToArray())];
        byte[][] copies = [.. Enumerable.Range(0, Crowd.Threads).Select(static _ => new byte[Length])];
        Crowd.Run(
            output,
            (worker, random, step) =>
            {
                if (worker == 0)
                {
                    Assert.True(cache.Set("key", values[step % values.Length]));
                    return;
                }

                byte[] copy = copies[worker];
                if (cache.TryGet("key", copy, out int length))
                {
                    Assert.Equal(Length, length);
                    Assert.Equal(-1, copy.AsSpan().IndexOfAnyExcept(copy[0]));
                }
            },
            steps: 2_000_000);
    }

    [Fact]
    public void Disposing_beside_readers_and_writers_ends_in_exceptions_only()
    {
        for (int round = 0; round < RunSettings.Length(300); round++)
        {
            var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 300_000 });
            Crowd.Run(worker =>
            {
                var random = new Random(worker);
                try
                {
                    for (int step = 0; step < 100_000; step++)
                    {
                        int key = random.Next(100);
                        if (worker == 0 && step == 200)
                        {
                            cache.Dispose();
                        }
                        else if (worker < 2)
                        {
                            cache.Set($"{key}", CacheValues.Make(key, step, random.Next(3_000)));
                        }
                        else
                        {
                            cache.TryRead($"{key}", key, static (value, key) => CacheValues.Check(key, value), out _);
                        }
                    }

                    Assert.Fail("A disposed cache still works.");
                }
                catch (ObjectDisposedException)
                {
                }
            });
            Assert.Equal(0, cache.TotalBytes);
        }
    }

    private static CacheEntryOptions Options(Random random) => random.Next(4) switch
    {
        0 => new() { Expiration = TimeSpan.FromMilliseconds(random.Next(20) + 1) },
        1 => new() { Sliding = TimeSpan.FromMilliseconds(random.Next(20) + 1) },
        2 => new() { Tag = $"tag {random.Next(100)}" },
        _ => default,
    };
}
