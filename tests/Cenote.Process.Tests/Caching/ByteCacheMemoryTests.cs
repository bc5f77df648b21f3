using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Cenote.Caching;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Process.Tests.Caching;

/// <summary>
/// Several threads set, read, touch, remove and trim values of any size, with and without expiration, sliding expiration and
/// tags: the limit holds after every call, and process memory stays within it.
/// </summary>
public sealed class ByteCacheMemoryTests(ITestOutputHelper output)
{
    private const int MaximumBytes = 64 << 20;
    private const int Keys = 60_000;
    private const int UsualBytes = 2_000;
    private const int LargeBytes = 100_000;
    private const int Tags = 40;
    private const int Patterns = 64;

    // Allows for thread stacks, compiled code, and the growth of the managed heap since the last collection.
    private const long Others = 48 << 20;

    private static readonly TimeSpan s_minute = TimeSpan.FromMinutes(1);

    private readonly Stopwatch _watch = new();
    private readonly Lock _gate = new();
    private TimeSpan _nextLine = s_minute;

    [Fact]
    public void Physical_memory_stays_within_the_limit_whatever_is_written_read_removed_and_trimmed()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = MaximumBytes });
        int maxBytes = (int)cache.MaximumEntryBytes + 1_000;
        byte[] bytes = new byte[maxBytes + Patterns];
        new Random(1).NextBytes(bytes);
        byte[][] destinations = [.. Enumerable.Range(0, Crowd.Threads).Select(_ => bytes.ToArray())];
        string[] tags = [.. Enumerable.Range(0, Tags).Select(static tag => $"tag {tag}")];

        // Decommitting untouched heap of earlier tests during the run would look like off-heap growth.
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        long before = ResidentOffHeap();
        _watch.Start();
        Crowd.Run(
            output,
            (worker, random, _) =>
            {
                // Some keys are used more often than others.
                int number = random.Next(random.Next(Keys) + 1);
                Span<char> text = stackalloc char[16];
                Assert.True(number.TryFormat(text, out int digits, default, CultureInfo.InvariantCulture));
                ReadOnlySpan<char> key = text[..digits];
                switch (random.Next(1_000))
                {
                    case < 300:
                        Set(key, number, random.Next(UsualBytes));
                        break;
                    case < 305:
                        Set(key, number, random.Next(LargeBytes));
                        break;
                    case 305 when random.Next(20) == 0:
                        Set(key, number, random.Next(maxBytes));
                        break;
                    case < 320:
                        cache.Remove(key);
                        break;
                    case < 340:
                        cache.Touch(key);
                        break;
                    case 340:
                        cache.RemoveByTag(tags[random.Next(Tags)]);
                        break;
                    case 341 when worker == 0:
                        Assert.InRange(cache.Trim(), 0, MaximumBytes);
                        break;
                    case 342 when worker == 0 && random.Next(1_000) == 0:
                        cache.Clear();
                        break;
                    case 343:
                        long resident = ResidentOffHeap();
                        Assert.InRange(resident, long.MinValue, before + MaximumBytes + Others);
                        Report(resident);
                        break;
                    default:
                        byte[] copy = destinations[worker];
                        if (cache.TryGet(key, copy, out int length)
                            && !copy.AsSpan(0, length).SequenceEqual(bytes.AsSpan(number % Patterns, length)))
                        {
                            // Building a message for each call would grow the managed heap by more than the test allows.
                            Assert.Fail($"Key {number} has a wrong value.");
                        }

                        break;
                }

                Assert.InRange(cache.TotalBytes, 1, MaximumBytes);

                void Set(ReadOnlySpan<char> key, int number, int length) =>
                    Assert.True(
                        cache.Set(key, bytes.AsSpan(number % Patterns, length), Options(random, tags))
                            || length + key.Length > cache.MaximumEntryBytes);
            },
            steps: 300_000);

        ByteCacheStatistics statistics = cache.GetStatistics();
        Report(ResidentOffHeap(), isLast: true);
        output.WriteLine(JsonSerializer.Serialize(statistics));
        Assert.Equal(
            statistics.Sets - statistics.Rejected,
            statistics.Count + statistics.Evicted + statistics.Replaced + statistics.Removed + statistics.Expired
                + statistics.RemovedByTag);

        void Report(long resident, bool isLast = false)
        {
            if (!isLast && _watch.Elapsed < _nextLine)
            {
                return;
            }

            lock (_gate)
            {
                if (isLast || _watch.Elapsed >= _nextLine)
                {
                    _nextLine += s_minute;
                    output.WriteLine(string.Create(
                        CultureInfo.InvariantCulture,
                        $"{_watch.Elapsed.TotalMinutes,5:0.0} min  {cache.Count,9:N0} entries  {cache.TotalBytes / 1e6,6:0.0} MB of "
                        + $"{MaximumBytes / 1e6:0.0} in use  {resident / 1e6,6:0.0} MB resident, {before / 1e6:0.0} before"));
                }
            }
        }
    }

    // Excludes the managed heap, whose size the garbage collector chooses.
    private static long ResidentOffHeap() => Environment.WorkingSet - GC.GetGCMemoryInfo().TotalCommittedBytes;

    private static CacheEntryOptions Options(Random random, string[] tags) => new()
    {
        Expiration = random.Next(3) == 0 ? TimeSpan.FromMilliseconds(1 + random.Next(2_000)) : null,
        Sliding = random.Next(3) == 0 ? TimeSpan.FromMilliseconds(1 + random.Next(500)) : null,
        Tag = random.Next(3) == 0 ? tags[random.Next(tags.Length)] : null,
    };
}
