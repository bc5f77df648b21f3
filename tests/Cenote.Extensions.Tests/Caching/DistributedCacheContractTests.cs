using System.Buffers;
using System.Diagnostics;
using Cenote.Extensions.Tests.Support;
using Cenote.Tests.Support;
using Microsoft.Extensions.Caching.Distributed;
using Xunit.Abstractions;

namespace Cenote.Extensions.Tests.Caching;

/// <summary>
/// The contract of a distributed cache: the same tests run for Cenote, <c>MemoryDistributedCache</c> and a real Redis, so that
/// one can replace another.
/// </summary>
public sealed class DistributedCacheContractTests(CacheMachines machines, ITestOutputHelper output)
    : IClassFixture<CacheMachines>
{
    private static readonly DistributedCacheEntryOptions s_noLimit = new();

    // A unique prefix avoids collisions with other entries.
    private readonly string _prefix = $"{Guid.NewGuid():N}/";

    [Theory, Caches, Redis]
    public async Task What_is_set_is_found_whatever_its_size(CacheKind kind)
    {
        IDistributedCache cache = machines.Get(kind);
        foreach (int length in (int[])[0, 1, 100, 4_096, 70_000])
        {
            byte[] value = Value(length, length);
            cache.Set(Key("a"), value, s_noLimit);
            Assert.Equal(value, cache.Get(Key("a")));
            Assert.Equal(value, await cache.GetAsync(Key("a")));

            value = Value(length, length + 1);
            await cache.SetAsync(Key("a"), value, s_noLimit);
            Assert.Equal(value, cache.Get(Key("a")));
        }
    }

    [Theory, Caches, Redis]
    public async Task What_is_not_there_is_null(CacheKind kind)
    {
        IDistributedCache cache = machines.Get(kind);
        cache.Set(Key("a"), [1], s_noLimit);
        cache.Set(Key("b"), [2], s_noLimit);

        cache.Remove(Key("a"));
        await cache.RemoveAsync(Key("b"));
        cache.Remove(Key("never"));
        await cache.RemoveAsync(Key("never"));
        cache.Refresh(Key("never"));
        await cache.RefreshAsync(Key("never"));

        foreach (string key in (string[])["a", "b", "never"])
        {
            Assert.Null(cache.Get(Key(key)));
            Assert.Null(await cache.GetAsync(Key(key)));
        }
    }

    [Theory, Caches, Redis]
    public async Task A_key_is_any_string(CacheKind kind)
    {
        IDistributedCache cache = machines.Get(kind);
        string[] keys = ["", " ", "a", "A", "a:b", "a\0b", "schlüssel", "ключ", "鍵", "😀", "\u0001\r\n", new string('k', 10_000)];
        foreach ((int index, string key) in keys.Index())
        {
            await cache.SetAsync(key, [(byte)index], s_noLimit);
        }

        Assert.Equal(Enumerable.Range(0, keys.Length), keys.Select(key => (int)cache.Get(key)!.Single()));
    }

    [Theory, Caches, Redis]
    public async Task Null_is_refused(CacheKind kind)
    {
        IDistributedCache cache = machines.Get(kind);
        Assert.Throws<ArgumentNullException>(() => cache.Get(null!));
        Assert.Throws<ArgumentNullException>(() => cache.Set(null!, [1], s_noLimit));
        Assert.Throws<ArgumentNullException>(() => cache.Set(Key("a"), null!, s_noLimit));
        Assert.Throws<ArgumentNullException>(() => cache.Set(Key("a"), [1], null!));
        Assert.Throws<ArgumentNullException>(() => cache.Refresh(null!));
        Assert.Throws<ArgumentNullException>(() => cache.Remove(null!));
        await Assert.ThrowsAsync<ArgumentNullException>(() => cache.GetAsync(null!));
        await Assert.ThrowsAsync<ArgumentNullException>(() => cache.SetAsync(null!, [1], s_noLimit));
        await Assert.ThrowsAsync<ArgumentNullException>(() => cache.SetAsync(Key("a"), null!, s_noLimit));
        await Assert.ThrowsAsync<ArgumentNullException>(() => cache.SetAsync(Key("a"), [1], null!));
        await Assert.ThrowsAsync<ArgumentNullException>(() => cache.RefreshAsync(null!));
        await Assert.ThrowsAsync<ArgumentNullException>(() => cache.RemoveAsync(null!));
        Assert.Null(cache.Get(Key("a")));
    }

    [Theory, Caches, Redis]
    public async Task A_moment_that_is_over_leaves_no_value(CacheKind kind)
    {
        IDistributedCache cache = machines.Get(kind);
        var options = new DistributedCacheEntryOptions { AbsoluteExpiration = machines.Now(kind).AddMinutes(-1) };

        // Redis throws, and the other caches store nothing: an application that relies on neither behaviour works with all three.
        if (await Record.ExceptionAsync(() => cache.SetAsync(Key("a"), [1], options)) is { } exception)
        {
            Assert.IsType<ArgumentOutOfRangeException>(exception);
        }

        Assert.Null(cache.Get(Key("a")));
    }

    [LongTheory, Caches, Redis]
    public async Task The_first_expiration_that_is_over_ends_an_entry(CacheKind kind)
    {
        // With real time, an attempt is inconclusive if the machine was too slow. It is then repeated, at most four times.
        for (int attempt = 0; ; attempt++)
        {
            long start = Stopwatch.GetTimestamp();
            bool?[] found = await LiveAndExpireAsync(machines.Get(kind), kind, Key($"{attempt}/"));
            if (Stopwatch.GetElapsedTime(start) < TimeSpan.FromSeconds(kind == CacheKind.Redis ? 6.5 : 60) || attempt == 4)
            {
                Assert.Equal([true, true, true, false, true, true, false, false, false, true, true, true, false, false, true], found);
                return;
            }
        }
    }

    [Theory, Caches, Redis]
    public async Task Random_operations_leave_what_a_dictionary_has(CacheKind kind)
    {
        IDistributedCache cache = machines.Get(kind);
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var model = new Dictionary<string, byte[]>(StringComparer.Ordinal);
        for (int step = 0; step < RunSettings.Length(kind == CacheKind.Redis ? 10_000 : 100_000); step++)
        {
            string key = Key(random.Next(200).ToString());
            bool isAsync = random.Next(2) == 0;
            switch (random.Next(4))
            {
                case 0:
                    byte[] value = Value(random.Next(300), step);
                    await (isAsync ? cache.SetAsync(key, value, s_noLimit) : Done(() => cache.Set(key, value, s_noLimit)));
                    model[key] = value;
                    break;
                case 1 when random.Next(2) == 0:
                    await (isAsync ? cache.RemoveAsync(key) : Done(() => cache.Remove(key)));
                    model.Remove(key);
                    break;
                default:
                    Assert.Equal(model.GetValueOrDefault(key), isAsync ? await cache.GetAsync(key) : cache.Get(key));
                    break;
            }
        }
    }

    [Theory, Caches, Redis]
    public async Task Threads_see_whole_values(CacheKind kind)
    {
        IDistributedCache cache = machines.Get(kind);
        int rounds = RunSettings.Length(kind == CacheKind.Redis ? 2_000 : 50_000);
        await Task.WhenAll(Enumerable.Range(0, 4).Select(thread => Task.Run(async () =>
        {
            for (int i = 0; i < rounds; i++)
            {
                string key = Key((i % 7).ToString());
                if (i % 3 == thread % 3)
                {
                    await cache.SetAsync(key, [.. Enumerable.Repeat((byte)i, 1 + ((byte)i * 3))], s_noLimit);
                }
                else if (await cache.GetAsync(key) is { } value)
                {
                    Assert.Single(value.Distinct());
                    Assert.Equal(1 + (value[0] * 3), value.Length);
                }
            }
        })));
    }

    [Theory, InlineData(CacheKind.Cenote), Redis]
    public async Task Values_are_read_and_written_without_arrays(CacheKind kind)
    {
        var cache = (IBufferDistributedCache)machines.Get(kind);
        foreach (int length in (int[])[0, 1, 1_000, 100_000])
        {
            byte[] value = Value(length, length);
            var writer = new ArrayBufferWriter<byte>();
            writer.Write("before"u8);
            Assert.False(cache.TryGet(Key("none"), writer));
            Assert.False(await cache.TryGetAsync(Key("none"), writer));

            cache.Set(Key("a"), Segments.Cut(value, 333), s_noLimit);
            Assert.True(cache.TryGet(Key("a"), writer));
            await cache.SetAsync(Key("a"), new ReadOnlySequence<byte>(value), s_noLimit);
            Assert.True(await cache.TryGetAsync(Key("a"), writer));

            Assert.Equal([.. "before"u8, .. value, .. value], writer.WrittenSpan.ToArray());
        }
    }

    // Sliding expirations are 2 s, absolute ones 3 s or 3.5 s; time advances in steps of 1.2 s.
    private async Task<bool?[]> LiveAndExpireAsync(IDistributedCache cache, CacheKind kind, string prefix)
    {
        var sliding = TimeSpan.FromSeconds(2);
        Set("absolute", new() { AbsoluteExpirationRelativeToNow = TimeSpan.FromSeconds(3) });
        Set("moment", new() { AbsoluteExpiration = machines.Now(kind).AddSeconds(3.5) });
        Set("read", new() { SlidingExpiration = sliding });
        Set("refreshed", new() { SlidingExpiration = sliding });
        Set("left", new() { SlidingExpiration = sliding });
        Set("both", new() { SlidingExpiration = sliding, AbsoluteExpirationRelativeToNow = TimeSpan.FromSeconds(3) });
        Set("forever", s_noLimit);
        bool?[] first = await StepAsync("read", "both");
        bool?[] second = await StepAsync("read", "left", "both", "absolute");
        bool?[] third = await StepAsync("absolute", "moment", "both", "read", "refreshed", "forever");
        await machines.PassAsync(kind, TimeSpan.FromSeconds(1.2));
        bool?[] last = await StepAsync("read", "refreshed", "forever");
        return [.. first, .. second, .. third, .. last];

        void Set(string name, DistributedCacheEntryOptions options) => cache.Set(prefix + name, [1], options);

        async Task<bool?[]> StepAsync(params string[] names)
        {
            await machines.PassAsync(kind, TimeSpan.FromSeconds(1.2));
            await cache.RefreshAsync(prefix + "refreshed");
            return [.. names.Select(name => (bool?)(cache.Get(prefix + name) is not null))];
        }
    }

    private static Task Done(Action action)
    {
        action();
        return Task.CompletedTask;
    }

    private static byte[] Value(int length, int seed)
    {
        byte[] value = new byte[length];
        new Random(seed).NextBytes(value);
        return value;
    }

    private string Key(string key) => _prefix + key;
}
