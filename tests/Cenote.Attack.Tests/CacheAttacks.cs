using System.Buffers;
using Cenote.Attack.Tests.Support;
using Cenote.Caching;

namespace Cenote.Attack.Tests;

/// <summary>
/// Callbacks, writers and clocks that throw, re-enter or lie, hostile keys, and disposal concurrent with readers.
/// </summary>
public sealed class CacheAttacks : AttackTests
{
    private const int Keys = 2_000;
    private const int MaxValueBytes = 3_000;

    [Attack]
    internal static void A_reader_of_a_value_changes_its_cache_in_every_way()
    {
        Action<ByteCache>[] changes =
        [
            static cache => cache.Clear(), static cache => cache.Trim(), static cache => cache.Dispose(),
            static cache => cache.Remove("key"), static cache => cache.Set("key", new byte[500]),
            static cache => cache.RemoveByTag("tag"), static cache => Fill(cache), static _ => throw new TimeoutException(),
        ];
        foreach (int length in (int[])[0, 1, 512, 513, 20_000])
        {
            foreach (Action<ByteCache> change in changes)
            {
                using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20 });
                byte[] value = Value(length, 7);
                Assert.True(cache.Set("key", value, new CacheEntryOptions { Tag = "tag" }));
                bool wasRead = false;
                Allowed.Try(() =>
                {
                    try
                    {
                        cache.TryRead(
                            "key",
                            (cache, change),
                            (bytes, state) =>
                            {
                                Allowed.Try(() => state.change(state.cache));
                                wasRead = bytes.SequenceEqual(value);
                                return 0;
                            },
                            out _);
                    }
                    catch (TimeoutException)
                    {
                        wasRead = true;
                    }
                });
                Assert.True(wasRead, $"A value of {length} bytes changed while it was read.");
            }
        }
    }

    [Attack]
    internal static void A_writer_lies_throws_and_enters_again()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20 });
        cache.Set("key", Value(1_000, 1));
        Assert.False(Allowed.Try(() => cache.TryGet("key", new HostileWriter(static size => new byte[size / 2]))));
        Assert.False(Allowed.Try(() => cache.TryGet("key", new HostileWriter(static _ => default))));
        Assert.Throws<TimeoutException>(() => cache.TryGet("key", new HostileWriter(static _ => throw new TimeoutException())));

        // The value's length changes each time the writer provides a buffer for the previous value.
        int length = 1_000;
        var growing = new HostileWriter(size =>
        {
            length = length % 50_000 + 1_000;
            cache.Set("key", new byte[length]);
            return new byte[Math.Max(size, 1)];
        })
        {
            MostCalls = 200,
        };
        Assert.Throws<TimeoutException>(() =>
        {
            while (cache.TryGet("key", growing))
            {
            }
        });

        cache.Set("key", [1, 2, 3]);
        var writer = new ArrayBufferWriter<byte>();
        Assert.True(cache.TryGet("key", writer));
        Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
    }

    [Attack]
    internal static void A_clock_throws_jumps_and_uses_the_cache()
    {
        var clock = new HostileClock();
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20, TimeProvider = clock });
        clock.Cache = cache;
        var random = new Random(5);
        for (int i = 0; i < 20_000; i++)
        {
            clock.Behavior = random.Next(6);
            var options = new CacheEntryOptions
            {
                Expiration = random.Next(2) == 0 ? TimeSpan.FromMilliseconds(random.Next(1, 1_000)) : null,
                Sliding = random.Next(2) == 0 ? TimeSpan.FromMilliseconds(random.Next(1, 1_000)) : null,
            };
            int key = random.Next(300);
            Ignoring(() => cache.Set($"key {key}", Value(random.Next(2_000), key), options));
            Ignoring(() => cache.TryRead($"key {key}", key, static (bytes, key) => Check(bytes, key), out _));
            if (i % 1_000 == 0)
            {
                Ignoring(() => cache.Trim());
            }
        }

        clock.Behavior = 0;
        Fill(cache);
        Assert.InRange(cache.TotalBytes, 1, cache.MaximumBytes);

    }

    [Attack]
    internal static void Keys_are_hostile()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20 });
        string[] keys =
        [
            "", "\0", "\0\0", "\ud800", "\udc00\ud800", "\uffff", new('\u00ff', 100), new('x', 100_000), new('\u4e00', 400_000), "a", "A", "a\0",
        ];
        for (int i = 0; i < keys.Length; i++)
        {
            bool isStored = cache.Set(keys[i], Value(40, i));
            Assert.Equal(keys[i].Length < 300_000, isStored);
        }

        for (int i = 0; i < keys.Length; i++)
        {
            Assert.Equal(
                keys[i].Length < 300_000, cache.TryRead(keys[i], i, static (bytes, key) => Check(bytes, key), out _));
        }

        Assert.False(cache.Set(new byte[2_000_000], [1]));
        Assert.True(cache.Set(new byte[] { 0xff, 0xfe, 0xc0 }, [1]));
        Assert.True(cache.TryGet("\ufffd\ufffd\ufffd", new byte[1], out _));
        Assert.True(cache.Set(default(ReadOnlySpan<char>), [2]));
        Assert.True(cache.Remove(""));
    }

    [Attack]
    internal static void A_cache_is_disposed_beside_readers_and_writers_while_others_are_made()
    {
        for (int round = 0; round < 30; round++)
        {
            var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20, ClearOnEviction = round % 2 == 0 });
            Fill(cache);
            Action read = () => Allowed.Try(() =>
            {
                for (int i = 0; ; i++)
                {
                    int key = i % Keys;
                    cache.TryRead($"key {key}", key, static (bytes, key) => Check(bytes, key), out _);
                }
            });
            Race.Run(read, read, () => Allowed.Try(() => Fill(cache)), () =>
            {
                cache.Dispose();
                using var other = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20 });
                Fill(other);
            });
            Assert.Equal((0, 0), (cache.Count, cache.TotalBytes));
        }
    }

    private static void Fill(ByteCache cache)
    {
        for (int key = 0; key < Keys; key++)
        {
            cache.Set($"key {key}", Value(key * 7 % MaxValueBytes, key));
        }
    }

    private static byte[] Value(int length, int key)
    {
        byte[] value = new byte[length];
        value.AsSpan().Fill((byte)key);
        return value;
    }

    private static bool Check(ReadOnlySpan<byte> value, int key)
    {
        Assert.False(value.ContainsAnyExcept((byte)key), "A value does not belong to its key.");
        return true;
    }

    private static void Ignoring(Action use)
    {
        try
        {
            use();
        }
        catch (TimeoutException)
        {
        }
    }

    private sealed class HostileWriter(Func<int, byte[]?> answer) : IBufferWriter<byte>
    {
        private int _calls;

        public int MostCalls { get; init; } = int.MaxValue;

        public void Advance(int count)
        {
        }

        public Memory<byte> GetMemory(int sizeHint = 0) => Answer(sizeHint);

        public Span<byte> GetSpan(int sizeHint = 0) => Answer(sizeHint);

        private byte[]? Answer(int size) => ++_calls > MostCalls ? throw new TimeoutException() : answer(size);
    }

    private sealed class HostileClock : TimeProvider
    {
        private readonly Random _random = new(3);
        private long _now;
        private bool _isInside;

        public ByteCache? Cache { get; set; }

        public int Behavior { get; set; }

        public override long GetTimestamp()
        {
            switch (Behavior)
            {
                case 1:
                    _now -= _random.Next(10_000_000);
                    break;
                case 2:
                    throw new TimeoutException();
                case 3 when !_isInside && Cache is { } cache:
                    _isInside = true;
                    cache.Set("from the clock", new byte[_random.Next(5_000)]);
                    cache.TryGet("key 1", new byte[10], out _);
                    cache.Remove("key 2");
                    _isInside = false;
                    break;
                case 4:
                    return _random.NextInt64(long.MinValue / 4, long.MaxValue / 4);
                default:
                    _now += _random.Next(10_000_000);
                    break;
            }

            return _now;
        }
    }
}
