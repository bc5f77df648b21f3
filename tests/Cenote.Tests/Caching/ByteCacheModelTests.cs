using System.Diagnostics;
using Cenote.Caching;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Caching;

/// <summary>
/// Random operations on a cache and on a dictionary that serves as a model. In a cache that is large enough nothing may be
/// missing; in a small cache every hit must be right.
/// </summary>
public sealed class ByteCacheModelTests(ITestOutputHelper output)
{
    private const int Keys = 400;

    [Theory]
    [InlineData(64 << 20, false, false)]
    [InlineData(64 << 20, true, false)]
    [InlineData(65_536, false, false)]
    [InlineData(200_000, true, false)]
    [InlineData(2 << 20, false, false)]
    [InlineData(16 << 20, false, true)]
    [InlineData(2 << 20, true, true)]
    public void A_cache_does_what_the_model_does(int maximumBytes, bool clears, bool isWindows)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var clock = new SettableClock();
        var options = new ByteCacheOptions { MaximumBytes = maximumBytes, TimeProvider = clock, ClearOnEviction = clears };
        using var calls = new FakeWindowsCalls();
        using var cache = new ByteCache(options, isWindows ? new WindowsPageSource(calls) : PageSource.System);
        var model = new Entry?[Keys];
        bool evicts = maximumBytes < 4 << 20;
        long now = 0;
        long found = 0;
        var watch = Stopwatch.StartNew();
        for (long step = 0; step < RunSettings.Length(300_000) || watch.Elapsed < RunSettings.Soak; step++)
        {
            int key = random.Next(Keys);
            string text = TextOf(key);
            switch (random.Next(20))
            {
                case < 8:
                    int length = random.Next(20) == 0 ? random.Next(60_000) : random.Next(300);
                    byte[] value = CacheValues.Make(key, step, length);
                    Entry entry = MakeEntry(random, now, step, value.Length);
                    bool isSet = random.Next(2) == 0
                        ? cache.Set(text, value, entry.Options)
                        : cache.Set(System.Text.Encoding.UTF8.GetBytes(text), value, entry.Options);
                    Assert.True(isSet || evicts);
                    model[key] = isSet ? entry : null;
                    break;
                case < 16:
                    byte[] copy = new byte[60_100];
                    bool isThere = cache.TryGet(text, copy, out int got);
                    Entry? expected = model[key] is { } held && held.IsAlive(now) ? held : null;
                    Assert.True(isThere ? expected is not null : expected is null || evicts, $"Step {step}");
                    if (isThere)
                    {
                        found++;
                        Assert.Equal(expected!.Number, CacheValues.Check(key, copy.AsSpan(0, got)));
                        Assert.Equal(expected.Length, got);
                        expected.LastUse = now;
                    }

                    model[key] = isThere ? expected : null;
                    break;
                case 16:
                    bool wasAlive = model[key]?.IsAlive(now) == true;
                    bool isRemoved = cache.Remove(text);
                    Assert.True(isRemoved ? wasAlive : !wasAlive || evicts);
                    model[key] = null;
                    break;
                case 17:
                    int pass = random.Next(10);
                    clock.Pass(pass);
                    now += pass;
                    break;
                case 18 when random.Next(10) == 0:
                    string tag = $"tag {random.Next(60)}";
                    cache.RemoveByTag(tag);
                    for (int i = 0; i < Keys; i++)
                    {
                        model[i] = model[i]?.Options.Tag == tag ? null : model[i];
                    }

                    break;
                case 19 when random.Next(200) == 0:
                    cache.Clear();
                    Array.Clear(model);
                    break;
                case 19 when random.Next(100) == 0:
                    Assert.InRange(cache.Trim(), 0, maximumBytes);
                    int alive = model.Count(entry => entry?.IsAlive(now) == true);
                    Assert.InRange(cache.Count, evicts ? 0 : alive, alive);
                    break;
                default:
                    Assert.Equal(model[key]?.IsAlive(now) == true, cache.Touch(text) || (evicts && model[key]?.IsAlive(now) == true));
                    if (model[key] is { } touched && touched.IsAlive(now))
                    {
                        touched.LastUse = now;
                    }

                    break;
            }

            Assert.InRange(cache.TotalBytes, 1, maximumBytes);
        }

        Assert.InRange(found, 1, long.MaxValue);
        ByteCacheStatistics statistics = cache.GetStatistics();
        Assert.Equal(
            statistics.Sets - statistics.Rejected,
            statistics.Count + statistics.Evicted + statistics.Replaced + statistics.Removed + statistics.Expired
                + statistics.RemovedByTag);
        Assert.True(evicts || statistics.Evicted == 0);
        Assert.True(statistics.Evicted > 0 || maximumBytes > 200_000);
    }

    private static Entry MakeEntry(Random random, long now, long number, int length)
    {
        int life = random.Next(200);
        int sliding = random.Next(100);
        var options = new CacheEntryOptions
        {
            Expiration = random.Next(3) == 0 ? TimeSpan.FromMilliseconds(life + 1) : null,
            Sliding = random.Next(3) == 0 ? TimeSpan.FromMilliseconds(sliding + 1) : null,
            Tag = random.Next(3) == 0 ? $"tag {random.Next(60)}" : null,
        };
        return new Entry { Options = options, SetAt = now, LastUse = now, Number = number, Length = length };
    }

    private static string TextOf(int key) => key % 3 == 0 ? $"ключ {key}" : $"/key/{key}/{new string('x', key % 50)}";

    private sealed class Entry
    {
        public required CacheEntryOptions Options { get; init; }

        public required long SetAt { get; init; }

        public required long LastUse { get; set; }

        public required long Number { get; init; }

        public required int Length { get; init; }

        public bool IsAlive(long now) =>
            (Options.Expiration is not { } life || now < SetAt + (long)life.TotalMilliseconds)
            && (Options.Sliding is not { } sliding || now < LastUse + (long)sliding.TotalMilliseconds);
    }
}
