using Cenote.Caching;
using Cenote.Memory.Snapshots;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Caching;

public sealed class ByteCacheSnapshotTests(ITestOutputHelper output) : IDisposable
{
    private readonly SettableClock _clock = new();
    private readonly string _path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}.cenote");

    public void Dispose() => File.Delete(_path);

    [Fact]
    public void Entries_come_back_as_they_were()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int round = 0; round < RunSettings.Length(50); round++)
        {
            using var cache = NewCache();
            var model = new Dictionary<string, byte[]>(StringComparer.Ordinal);
            for (int i = random.Next(1_000); i > 0; i--)
            {
                string key = random.Next(2) == 0 ? $"key {random.Next(300)}" : Texts.Random(random, random.Next(20));
                byte[] value = new byte[random.Next(300)];
                random.NextBytes(value);
                if (random.Next(5) == 0)
                {
                    cache.Remove(key);
                    model.Remove(key);
                }
                else
                {
                    Assert.True(cache.Set(key, value));
                    model[key] = value;
                }
            }

            cache.Save(_path);
            using ByteCache loaded = ByteCache.Load(_path, NewOptions());
            using ByteCache streamed = ByteCache.Load(new OneWayStream(File.ReadAllBytes(_path)), NewOptions());
            foreach (ByteCache other in (ByteCache[])[loaded, streamed])
            {
                Assert.Equal(model.Count, other.Count);
                foreach ((string key, byte[] value) in model)
                {
                    Assert.Equal(value, Read(other, key));
                }
            }
        }
    }

    [Fact]
    public void Lives_go_on_by_the_calendar_between_two_processes()
    {
        using var cache = NewCache();
        cache.Set("forever", [1]);
        cache.Set("ten minutes", [2], new CacheEntryOptions { Expiration = TimeSpan.FromMinutes(10) });
        cache.Set("an hour", [3], new CacheEntryOptions { AbsoluteExpiration = _clock.Calendar.AddHours(1) });
        cache.Set("sliding", [4], new CacheEntryOptions { Sliding = TimeSpan.FromMinutes(30) });
        cache.Set("sliding, over", [5], new CacheEntryOptions { Sliding = TimeSpan.FromMinutes(10) });
        cache.Set("tagged", [6], new CacheEntryOptions { Tag = "tag" });
        cache.Set("expired", [7], new CacheEntryOptions { Expiration = TimeSpan.FromMilliseconds(1) });
        Pass(TimeSpan.FromMinutes(1));
        cache.Save(_path);
        _clock.Calendar += TimeSpan.FromMinutes(20);

        using ByteCache loaded = ByteCache.Load(_path, NewOptions());
        Assert.Equal(3, loaded.Count);
        Assert.Equal([1], Read(loaded, "forever"));
        Assert.Null(Read(loaded, "ten minutes"));
        Assert.Equal([3], Read(loaded, "an hour"));
        Assert.Null(Read(loaded, "sliding, over"));
        Assert.Null(Read(loaded, "tagged"));
        Assert.Null(Read(loaded, "expired"));

        // 21 of the 30 minutes passed before the load, so the first read is after 29 minutes.
        Pass(TimeSpan.FromMinutes(8));
        Assert.Equal([4], Read(loaded, "sliding"));
        Pass(TimeSpan.FromMinutes(29));
        Assert.Equal([4], Read(loaded, "sliding"));
        Pass(TimeSpan.FromMinutes(1));
        Assert.Equal([3], Read(loaded, "an hour"));
        Pass(TimeSpan.FromMinutes(2));
        Assert.Null(Read(loaded, "an hour"));
        Assert.Equal([1], Read(loaded, "forever"));
    }

    [Fact]
    public void A_calendar_that_was_set_back_loses_no_entry()
    {
        using var cache = NewCache();
        cache.Set("sliding", [4], new CacheEntryOptions { Sliding = TimeSpan.FromMinutes(30) });
        cache.Save(_path);
        _clock.Calendar -= TimeSpan.FromDays(400);
        using ByteCache loaded = ByteCache.Load(_path, NewOptions());
        Assert.Equal([4], Read(loaded, "sliding"));
    }

    [Fact]
    public void A_smaller_cache_takes_what_fits()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 4 << 20 });
        for (int i = 0; i < 3_000; i++)
        {
            cache.Set($"key {i}", new byte[1_000]);
        }

        cache.Set("large", new byte[400_000]);
        cache.Save(_path);
        using ByteCache small = ByteCache.Load(_path, new ByteCacheOptions { MaximumBytes = 1 << 20 });
        Assert.InRange(small.Count, 500, 1_100);
        Assert.InRange(small.TotalBytes, 1, 1 << 20);
    }

    [Fact]
    public void Damaged_files_are_refused()
    {
        using var cache = NewCache();
        cache.Set("key", new byte[50]);
        cache.Set("schlüssel", new byte[50], new CacheEntryOptions { Expiration = TimeSpan.FromMinutes(10) });
        cache.Save(_path);
        byte[] bytes = File.ReadAllBytes(_path);
        for (int i = 0; i < bytes.Length; i++)
        {
            byte[] cut = bytes[..i];
            Assert.Throws<InvalidDataException>(() => ByteCache.Load(new MemoryStream(cut), NewOptions()));
            bytes[i] ^= 4;
            Assert.Throws<InvalidDataException>(() => ByteCache.Load(new MemoryStream(bytes), NewOptions()));
            bytes[i] ^= 4;
        }

        Assert.Throws<InvalidDataException>(() => Cenote.Collections.PooledStringSet.Load(_path));
        Assert.Throws<ArgumentNullException>(() => ByteCache.Load((Stream)null!));
        Assert.Throws<ArgumentNullException>(() => cache.Save((Stream)null!));
        cache.Dispose();
        Assert.Throws<ObjectDisposedException>(() => cache.Save(_path));
    }

    [Fact]
    public void Statistics_do_not_wait_for_the_stream_that_is_written()
    {
        using var cache = NewCache();
        cache.Set("key", [1]);
        long bytes = cache.TotalBytes;
        long seen = 0;
        cache.Save(new CallingStream(() =>
        {
            Task<long> asked = Task.Run(() => cache.GetStatistics().TotalBytes);
            Assert.True(asked.Wait(TimeSpan.FromMinutes(1)));
            seen = asked.Result;
        }));

        Assert.Equal(bytes, seen);
    }

    [Fact]
    public void A_key_whose_bytes_should_be_ascii_and_are_not_is_refused()
    {
        using var cache = NewCache();
        cache.Set("key", [1]);
        using var saved = new MemoryStream();
        cache.Save(saved);
        byte[] bytes = saved.ToArray();
        int place = bytes.AsSpan().IndexOf("key"u8);

        bytes[place] = 0xe9;
        SnapshotSeal.Apply(bytes);
        Assert.Throws<InvalidDataException>(() => ByteCache.Load(new MemoryStream(bytes), NewOptions()));

        bytes[place] = (byte)'K';
        SnapshotSeal.Apply(bytes);
        using ByteCache forged = ByteCache.Load(new MemoryStream(bytes), NewOptions());
        Assert.Equal([1], Read(forged, "Key"));
    }

    [Fact]
    public async Task Saving_beside_writers_saves_whole_entries()
    {
        using var cache = NewCache();
        using var end = new CancellationTokenSource();
        Task[] writers = [.. Enumerable.Range(0, 2).Select(writer => Task.Run(() =>
        {
            byte[] value = new byte[200];
            for (int i = writer; !end.IsCancellationRequested; i++)
            {
                value.AsSpan().Fill((byte)i);
                cache.Set($"key {i % 500}", value);
            }
        }))];
        for (int round = 0; round < RunSettings.Length(300); round++)
        {
            using var stream = new MemoryStream();
            cache.Save(stream);
            stream.Position = 0;
            using ByteCache loaded = ByteCache.Load(stream, NewOptions());
            for (int i = 0; i < 500; i++)
            {
                byte[]? value = Read(loaded, $"key {i}");
                Assert.True(value is null || value.AsSpan().IndexOfAnyExcept(value[0]) < 0);
            }
        }

        await end.CancelAsync();
        await Task.WhenAll(writers);
    }

    [Fact]
    public void An_absolute_expiration_is_still_absolute_after_a_restart()
    {
        using var cache = NewCache();
        cache.Set("moment", [1], new CacheEntryOptions { AbsoluteExpiration = _clock.Calendar.AddHours(1) });
        cache.Set("relative", [2], new CacheEntryOptions { Expiration = TimeSpan.FromHours(1) });
        cache.Set("over", [3], new CacheEntryOptions { AbsoluteExpiration = _clock.Calendar.AddMinutes(1) });
        _clock.Calendar += TimeSpan.FromMinutes(30);
        cache.Save(_path);

        using ByteCache loaded = ByteCache.Load(_path, NewOptions());
        Assert.Null(Read(loaded, "over"));
        Assert.Equal([1], Read(loaded, "moment"));
        _clock.Calendar += TimeSpan.FromMinutes(30);
        Assert.Null(Read(loaded, "moment"));
        Assert.Equal([2], Read(loaded, "relative"));
    }

    [Fact]
    public void The_time_to_load_does_not_extend_the_life_of_an_entry()
    {
        using var cache = NewCache();
        cache.Set("key", [1], new CacheEntryOptions { Expiration = TimeSpan.FromMinutes(10) });
        using var saved = new MemoryStream();
        cache.Save(saved);
        using ByteCache loaded = ByteCache.Load(
            new SlowStream(saved.ToArray(), () => _clock.Pass((int)TimeSpan.FromMinutes(1).TotalMilliseconds)), NewOptions());
        Pass(TimeSpan.FromMinutes(9));
        Assert.Null(Read(loaded, "key"));
    }

    [Fact]
    public void A_stream_can_call_any_member_of_the_cache_that_is_saved_to_it()
    {
        Action<ByteCache>[] uses =
        [
            static cache => cache.Set("key", [1]),
            static cache => cache.Touch("key 999"),
            static cache => cache.RemoveByTag("tag"),
            static cache => cache.Trim(),
            static cache => cache.Save(new MemoryStream()),
            static cache => Assert.True(Task.Run(() => cache.Set("key", [1])).Wait(TimeSpan.FromMinutes(1))),
            static cache => Assert.True(Task.Run(() => cache.RemoveByTag("tag")).Wait(TimeSpan.FromMinutes(1))),
            static cache => Assert.True(Task.Run(() => cache.Save(new MemoryStream())).Wait(TimeSpan.FromMinutes(1))),
        ];
        foreach (Action<ByteCache> use in uses)
        {
            using ByteCache cache = NewFilledCache(1_000);
            var stream = new CallingStream(() => use(cache));
            cache.Save(stream);
            stream.Position = 0;
            using ByteCache loaded = ByteCache.Load(stream, NewOptions());
            Assert.All(Enumerable.Range(0, 1_000), i => Assert.Equal(i % 300, Read(loaded, $"key {i}")?.Length));
        }
    }

    [Fact]
    public void A_stream_that_clears_or_disposes_the_cache_gets_what_was_copied_before()
    {
        using ByteCache cleared = NewFilledCache(1_000);
        var stream = new CallingStream(cleared.Clear);
        cleared.Save(stream);
        stream.Position = 0;
        using ByteCache loaded = ByteCache.Load(stream, NewOptions());
        Assert.Equal(1_000, loaded.Count);

        ByteCache disposed = NewFilledCache(1_000);
        stream = new CallingStream(disposed.Dispose);
        disposed.Save(stream);
        stream.Position = 0;
        using ByteCache rest = ByteCache.Load(stream, NewOptions());
        Assert.Equal(1_000, rest.Count);
        Assert.Throws<ObjectDisposedException>(() => disposed.Save(stream));
    }

    [Fact]
    public void A_cache_of_several_parts_is_saved_part_by_part()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 16 << 20 });
        for (int i = 0; i < 5_000; i++)
        {
            Assert.True(cache.Set($"key {i}", new byte[i % 300]));
        }

        using var saved = new MemoryStream();
        cache.Save(saved);
        byte[] bytes = saved.ToArray();
        using ByteCache loaded = ByteCache.Load(new OneWayStream(bytes), new ByteCacheOptions { MaximumBytes = 16 << 20 });
        Assert.All(Enumerable.Range(0, 5_000), i => Assert.Equal(i % 300, Read(loaded, $"key {i}")?.Length));

        // First the file is truncated at several positions, also directly after the first part. Then only the second part is
        // removed.
        int first = (int)BitConverter.ToUInt64(bytes, 80);
        Assert.InRange(first, 512, bytes.Length - 1);
        foreach (int cut in (int[])[0, 1, 7, 8, 511, 512, first - 1, first, first + 1, first + 8, first + 512, bytes.Length - 1])
        {
            foreach (Stream stream in (Stream[])[new MemoryStream(bytes[..cut]), new OneWayStream(bytes[..cut])])
            {
                string message = Assert.Throws<InvalidDataException>(() => ByteCache.Load(stream, NewOptions())).Message;
                Assert.StartsWith("The snapshot is truncated:", message, StringComparison.Ordinal);
            }
        }

        int second = first + (int)BitConverter.ToUInt64(bytes, first + 80);
        Assert.Throws<InvalidDataException>(
            () => ByteCache.Load(new MemoryStream([.. bytes[..first], .. bytes[second..]]), NewOptions()));
    }

    [Fact]
    public void Each_part_is_written_as_a_separate_snapshot()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 64 << 20 });
        for (int i = 0; i < 3_000; i++)
        {
            Assert.True(cache.Set($"key {i}", new byte[10_000]));
        }

        cache.Save(_path);
        byte[] bytes = File.ReadAllBytes(_path);
        int parts = 0;
        for (int start = 0; start < bytes.Length; parts++)
        {
            byte[] head = new byte[SnapshotHeader.Size];
            SnapshotHeader header = SnapshotHeader.Read(new MemoryStream(bytes[start..]), head);
            Assert.True(header.CellBytes > SnapshotHeader.PieceBytes);
            using var part = new MemoryStream();
            using var writer = new SnapshotWriter(part, overlaps: false);
            writer.WriteDirectly(head);
            writer.Write(bytes.AsSpan(start + SnapshotHeader.Size, (int)header.CellBytes));
            writer.EndSection();
            writer.Finish();
            Assert.True(part.ToArray().AsSpan().SequenceEqual(bytes.AsSpan(start, (int)part.Length)));
            start += (int)part.Length;
        }

        Assert.True(parts > 1);
    }

    [Fact]
    public void Interrupts_harm_neither_a_save_nor_the_process()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 64 << 20 });
        for (int i = 0; i < 3_000; i++)
        {
            Assert.True(cache.Set($"key {i}", new byte[10_000]));
        }

        int interrupted = 0;
        var saving = new Thread(() =>
        {
            for (int i = 0; i < 10; i++)
            {
                try
                {
                    cache.Save(_path);
                }
                catch (ThreadInterruptedException)
                {
                    interrupted++;
                }
            }
        });
        saving.Start();
        while (!saving.Join(millisecondsTimeout: 1))
        {
            saving.Interrupt();
        }

        output.WriteLine($"{interrupted} of 10 saves were interrupted.");
        cache.Save(_path);
        using ByteCache loaded = ByteCache.Load(_path, new ByteCacheOptions { MaximumBytes = 64 << 20 });
        Assert.Equal(cache.Count, loaded.Count);
    }

    private static byte[]? Read(ByteCache cache, string key) =>
        cache.TryRead(key, 0, static (value, _) => value.ToArray(), out byte[]? read) ? read : null;

    private ByteCache NewFilledCache(int count)
    {
        ByteCache cache = NewCache();
        for (int i = 0; i < count; i++)
        {
            Assert.True(cache.Set($"key {i}", new byte[i % 300]));
        }

        return cache;
    }

    private ByteCacheOptions NewOptions() => new() { MaximumBytes = 1 << 20, TimeProvider = _clock };

    private ByteCache NewCache() => new(NewOptions());

    private void Pass(TimeSpan time)
    {
        _clock.Pass((int)time.TotalMilliseconds);
        _clock.Calendar += time;
    }

    /// <summary>A stream that advances the time at its first read.</summary>
    private sealed class SlowStream(byte[] bytes, Action pass) : MemoryStream(bytes)
    {
        private bool _hasPassed;

        public override int Read(Span<byte> buffer)
        {
            if (!_hasPassed)
            {
                _hasPassed = true;
                pass();
            }

            return base.Read(buffer);
        }
    }
}
