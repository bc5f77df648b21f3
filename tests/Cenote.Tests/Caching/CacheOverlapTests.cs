using System.Runtime.InteropServices;
using Cenote.Caching;
using Cenote.Tests.Support;

namespace Cenote.Tests.Caching;

/// <summary>Keys whose memory overlaps the destination, or is changed by a callback.</summary>
public sealed class CacheOverlapTests : IDisposable
{
    private readonly ByteCache _cache = new(new ByteCacheOptions { MaximumBytes = 1 << 20 });

    public void Dispose() => _cache.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    public async Task A_key_in_its_destination_is_found_concurrently_with_writers(int offset)
    {
        byte[] value = new byte[100];
        _cache.Set("always there"u8, value);
        using var end = new CancellationTokenSource();
        Task writing = Task.Run(() =>
        {
            for (int i = 0; !end.IsCancellationRequested; i++)
            {
                _cache.Set("always there"u8, value);
                _cache.Set($"other {i % 50}", new byte[200]);
            }
        });
        byte[] narrow = new byte[200];
        char[] wide = new char[200];
        for (int i = 0; i < RunSettings.Length(200_000); i++)
        {
            "always there"u8.CopyTo(narrow.AsSpan(offset));
            Assert.True(_cache.TryGet(narrow.AsSpan(offset, 12), narrow, out int length));
            Assert.Equal(100, length);
            "always there".CopyTo(wide.AsSpan(offset));
            Assert.True(_cache.TryGet(wide.AsSpan(offset, 12), MemoryMarshal.AsBytes(wide.AsSpan()), out _));
        }

        await end.CancelAsync();
        await writing;
    }

    [Fact]
    public void A_length_may_overlap_the_key()
    {
        _cache.Set("key", new byte[10]);
        char[] chars = "key ".ToCharArray();
        Assert.True(_cache.TryGet(chars.AsSpan(0, 3), new byte[10], out MemoryMarshal.Cast<char, int>(chars.AsSpan())[0]));
        Assert.Equal(10, MemoryMarshal.Cast<char, int>(chars.AsSpan())[0]);
    }

    [Fact]
    public void A_value_may_overlap_the_key()
    {
        using var values = new ValueCache<int>(new ByteCacheOptions { MaximumBytes = 1 << 20 });
        values.Set("key", 17);
        char[] chars = "key ".ToCharArray();
        Assert.True(values.TryGet(chars.AsSpan(0, 3), out MemoryMarshal.Cast<char, int>(chars.AsSpan())[0]));
        Assert.Equal(17, MemoryMarshal.Cast<char, int>(chars.AsSpan())[0]);
    }

    [Fact]
    public void A_factory_may_change_the_key()
    {
        using var values = new ValueCache<int>(new ByteCacheOptions { MaximumBytes = 16 << 20 });
        for (int i = 0; i < 100; i++)
        {
            char[] key = $"key {i}".ToCharArray();
            Assert.Equal(i, values.GetOrAdd(key, (key, i), static state => Overwrite(state.key, state.i)));
            byte[] utf8 = System.Text.Encoding.UTF8.GetBytes($"schlüssel {i}");
            Assert.Equal(i, values.GetOrAdd(utf8, (utf8, i), static state => Overwrite(state.utf8, state.i)));
        }

        Assert.Equal(200, values.Count);
        Assert.All(Enumerable.Range(0, 100), i => Assert.True(values.TryGet($"key {i}", out _) && values.TryGet($"schlüssel {i}", out _)));
    }

    [Fact]
    public void A_writer_may_change_the_key()
    {
        _cache.Set("key", new byte[10_000]);
        char[] key = "key".ToCharArray();
        Assert.True(_cache.TryGet(key, new ChangingWriter(() => key.AsSpan().Fill('x'))));
        byte[] utf8 = "key"u8.ToArray();
        Assert.True(_cache.TryGet(utf8, new ChangingWriter(() => utf8.AsSpan().Fill((byte)'x'))));
    }

    [Fact]
    public void A_clock_may_change_the_key()
    {
        char[] key = "key".ToCharArray();
        var clock = new ChangingClock();
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 16 << 20, TimeProvider = clock });
        var options = new CacheEntryOptions { Expiration = TimeSpan.FromHours(1) };
        for (char last = 'a'; last <= 'z'; last++)
        {
            clock.Act = () => key[2] = last;
            Assert.True(cache.Set(key, [(byte)last], options));
            clock.Act = null;
            byte[] value = new byte[1];
            Assert.True(cache.TryGet($"ke{last}", value, out _));
            Assert.Equal((byte)last, value[0]);
            clock.Act = () => key[2] = last;
            key[2] = '!';
            Assert.True(cache.Touch(key));
            key[2] = '!';
            Assert.True(cache.Remove(key));
        }

        Assert.Equal(0, cache.Count);
    }

    private static int Overwrite<T>(T[] key, int value)
    {
        key.AsSpan().Clear();
        return value;
    }

    private sealed class ChangingClock : TimeProvider
    {
        public Action? Act { get; set; }

        public override long GetTimestamp()
        {
            Act?.Invoke();
            return base.GetTimestamp();
        }
    }

    private sealed class ChangingWriter(Action change) : System.Buffers.IBufferWriter<byte>
    {
        public void Advance(int count)
        {
        }

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            change();
            return new byte[Math.Max(sizeHint, 1)];
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
