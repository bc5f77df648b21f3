using System.Buffers;
using System.Text;
using Cenote.Caching;
using Cenote.Tests.Support;

namespace Cenote.Tests.Caching;

public sealed class ByteCacheTests : IDisposable
{
    private readonly ByteCache _cache = new(new ByteCacheOptions { MaximumBytes = 1 << 20 });

    public void Dispose() => _cache.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(600)]
    [InlineData(20_000)]
    [InlineData(150_000)]
    public void What_was_set_is_found_in_every_way(int length)
    {
        byte[] value = [.. Enumerable.Range(0, length).Select(static i => (byte)i)];
        Assert.True(_cache.Set("key", value));

        byte[] copy = new byte[length + 3];
        Assert.True(_cache.TryGet("key", copy, out int found));
        Assert.Equal(value, copy[..found]);

        var writer = new ArrayBufferWriter<byte>();
        Assert.True(_cache.TryGet("key", writer));
        Assert.Equal(value, writer.WrittenSpan);

        Assert.True(_cache.TryRead("key", 5, static (bytes, state) => (bytes.ToArray(), state), out (byte[] Bytes, int State) read));
        Assert.Equal(value, read.Bytes);
        Assert.Equal(5, read.State);
        Assert.Equal(1, _cache.Count);
    }

    [Fact]
    public void The_largest_entry_is_the_same_in_one_piece_and_in_several_with_terms_and_without()
    {
        int largest = (int)_cache.MaximumEntryBytes - 1;
        foreach (int more in (int[])[-1, 0, 1, 4, 8, 36])
        {
            byte[] value = new byte[largest + more];
            ReadOnlySequence<byte> pieces = Pieces.Cut(value, value.Length / 2);
            foreach (CacheEntryOptions terms in (CacheEntryOptions[])[default, new() { Sliding = TimeSpan.FromMinutes(1), Tag = "tag" }])
            {
                Assert.Equal(more <= 0, _cache.Set("k", value, terms));
                Assert.Equal(more <= 0, _cache.Set("k", new ReadOnlySequence<byte>(value), terms));
                Assert.Equal(more <= 0, _cache.Set("k", pieces, terms));
            }

            Assert.Equal(more <= 0 ? 1 : 0, _cache.Count);
            _cache.Remove("k");
        }
    }

    [Fact]
    public void Small_entries_fill_a_cache_that_larger_ones_had_filled()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20 });
        for (int i = 0; i < 10_000; i++)
        {
            cache.Set($"large {i}", new byte[500]);
        }

        for (int i = 0; i < 60_000; i++)
        {
            cache.Set($"small {i}", new byte[20]);
        }

        Assert.InRange(cache.Count, cache.MaximumBytes / (20 + 11 + 48), long.MaxValue);
        Assert.Equal(0, cache.GetStatistics().Rejected);
    }

    [Fact]
    public void What_was_not_set_is_not_found()
    {
        _cache.Set("key", [1]);
        var writer = new ArrayBufferWriter<byte>();

        Assert.False(_cache.TryGet("kez", new byte[10], out int length));
        Assert.Equal(0, length);
        Assert.False(_cache.TryGet("", writer));
        Assert.Equal(0, writer.WrittenCount);
        Assert.False(_cache.TryRead("keyy", 0, static (_, _) => 1, out _));
        Assert.False(_cache.Remove("ke"));
    }

    [Fact]
    public void A_destination_that_is_too_small_learns_how_much_it_takes()
    {
        _cache.Set("key", new byte[10]);

        Assert.False(_cache.TryGet("key", new byte[9], out int length));
        Assert.Equal(10, length);
        Assert.False(_cache.TryGet("key", [], out length));
        Assert.Equal(10, length);
        Assert.True(_cache.TryGet("key", new byte[10], out _));
        Assert.Equal(1, _cache.GetStatistics().Hits);
        Assert.Equal(0, _cache.GetStatistics().Misses);
    }

    [Theory]
    [InlineData("")]
    [InlineData("a")]
    [InlineData("/api/customers/17")]
    [InlineData("schlüssel")]
    [InlineData("ключ, который длиннее шестнадцати букв")]
    [InlineData("with \ud83d\ude00 and more than thirty-two letters of it")]
    public void A_key_is_the_same_in_both_forms(string key)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(key);
        byte[] copy = new byte[4];

        _cache.Set(key, [1]);
        Assert.True(_cache.TryGet(utf8, copy, out _));
        _cache.Set(utf8, [2]);
        Assert.True(_cache.TryGet(key, copy, out _));
        Assert.Equal(2, copy[0]);
        Assert.Equal(1, _cache.Count);
        Assert.True(_cache.TryGet(utf8, new ArrayBufferWriter<byte>()));
        Assert.True(_cache.TryRead(utf8, 0, static (bytes, _) => bytes[0], out byte read) && read == 2);
        Assert.True(_cache.Remove(utf8));
        Assert.False(_cache.TryGet(key, copy, out _));
    }

    [Fact]
    public void A_string_that_is_null_is_the_empty_key()
    {
        _cache.Set((string?)null, [7]);

        Assert.True(_cache.TryGet("", new byte[1], out _));
        Assert.True(_cache.TryGet(default, new byte[1], out _));
    }

    [Fact]
    public void Replacing_keeps_one_entry_whatever_the_sizes()
    {
        int[] lengths = [100, 100, 96, 90, 50, 0, 2_000, 60_000, 59_000, 1, 100_000];
        foreach (int length in lengths)
        {
            byte[] value = CacheValues.Make(1, length, length);
            Assert.True(_cache.Set("key", value));
            Assert.True(_cache.TryRead("key", 0, static (bytes, _) => CacheValues.Check(1, bytes), out long found));
            Assert.Equal(length, found);
            Assert.Equal(1, _cache.Count);
        }

        Assert.Equal(lengths.Length - 1, _cache.GetStatistics().Replaced);
    }

    [Fact]
    public void What_is_larger_than_a_part_holds_is_refused_and_the_old_value_is_gone()
    {
        _cache.Set("key", [1]);
        _cache.Set("other", [2]);
        long largest = _cache.MaximumEntryBytes;

        Assert.True(_cache.Set("key", new byte[largest - 3]));
        Assert.False(_cache.Set("key", new byte[largest + 100]));
        Assert.False(_cache.Set("key", new byte[10 << 20]));
        Assert.False(_cache.TryGet("key", new byte[1], out int length) || length > 0);
        Assert.True(_cache.TryGet("other", new byte[1], out _));
        Assert.Equal(2, _cache.GetStatistics().Rejected);
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 1)]
    [InlineData(900, 100)]
    [InlineData(100_000, 999)]
    public void A_value_in_pieces_is_put_together(int length, int pieceLength)
    {
        byte[] value = [.. Enumerable.Range(0, length).Select(static i => (byte)i)];
        byte[] copy = new byte[length];

        Assert.True(_cache.Set("key", Pieces.Cut(value, pieceLength)));
        Assert.True(_cache.TryGet("key", copy, out int found) && found == length);
        Assert.Equal(value, copy);
        Assert.True(_cache.Set("ключ"u8, Pieces.Cut(value, pieceLength), new CacheEntryOptions { Tag = "tag" }));
        Assert.True(_cache.TryGet("ключ", copy, out found) && found == length);
        _cache.RemoveByTag("tag");
        Assert.False(_cache.TryGet("ключ", copy, out _));
    }

    [Fact]
    public void Pieces_that_are_larger_than_an_array_can_be_are_refused_counted_and_copied_nowhere()
    {
        ReadOnlySequence<byte> huge = Pieces.Repeat(new byte[1 << 20], 3_000);
        _cache.Set("key", [1]);
        _cache.Set("ключ", [1]);
        _cache.Set("other", [2]);
        long before = GC.GetAllocatedBytesForCurrentThread();

        Assert.False(_cache.Set("key", huge));
        Assert.False(_cache.Set("ключ"u8, huge));
        Assert.False(_cache.Set("none"u8, huge));

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
        Assert.False(_cache.TryGet("key", new byte[1], out _) || _cache.TryGet("ключ", new byte[1], out _));
        Assert.True(_cache.TryGet("other", new byte[1], out _));
        ByteCacheStatistics statistics = _cache.GetStatistics();
        Assert.Equal((6L, 3L, 2L, 1L), (statistics.Sets, statistics.Rejected, statistics.Replaced, statistics.Count));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => _cache.Set("other", huge, new CacheEntryOptions { Expiration = TimeSpan.Zero }));
        Assert.True(_cache.TryGet("other", new byte[1], out _));
    }

    [Fact]
    public void Huge_keys_are_refused_and_not_found()
    {
        string huge = new('k', 10 << 20);
        byte[] utf8 = Encoding.UTF8.GetBytes(new string('ü', 5 << 20));

        Assert.False(_cache.Set(huge, [1]));
        Assert.False(_cache.Set(utf8, [1]));
        Assert.False(_cache.TryGet(huge, new byte[1], out _));
        Assert.False(_cache.TryGet(utf8, new byte[1], out _));
        Assert.False(_cache.Remove(huge));
        Assert.Equal(2, _cache.GetStatistics().Rejected);
    }

    [Fact]
    public void Removing_and_clearing_leave_nothing_and_are_counted()
    {
        for (int i = 0; i < 500; i++)
        {
            _cache.Set($"key {i}", new byte[i]);
        }

        Assert.True(_cache.Remove("key 7"));
        Assert.False(_cache.Remove("key 7"));
        Assert.False(_cache.TryGet("key 7", new byte[500], out _));
        Assert.Equal(499, _cache.Count);
        _cache.Clear();
        Assert.Equal(0, _cache.Count);
        Assert.All(Enumerable.Range(0, 500), i => Assert.False(_cache.TryGet($"key {i}", new byte[500], out _)));
        Assert.Equal(500, _cache.GetStatistics().Removed);
        Assert.True(_cache.Set("key 7", [1]) && _cache.TryGet("key 7", new byte[1], out _));
    }

    [Fact]
    public void Statistics_add_up()
    {
        for (int i = 0; i < 20_000; i++)
        {
            _cache.Set($"key {i % 12_000}", new byte[100]);
        }

        ByteCacheStatistics statistics = _cache.GetStatistics();
        Assert.Equal(20_000, statistics.Sets);
        Assert.InRange(statistics.Evicted, 1, 20_000);
        Assert.Equal(statistics.Sets, statistics.Count + statistics.Evicted + statistics.Replaced + statistics.Rejected);
        Assert.Equal(_cache.Count, statistics.Count);
        Assert.Equal(_cache.TotalBytes, statistics.TotalBytes);
        Assert.Equal(1 << 20, statistics.MaximumBytes);
        Assert.Equal(0, statistics.HitRatio);
    }

    [Theory]
    [InlineData(8, 100)]
    [InlineData(20, 16)]
    [InlineData(30, 1)]
    [InlineData(12, 290)]
    public void An_entry_costs_at_most_48_bytes_when_the_cache_is_full(int keyLength, int valueLength)
    {
        for (int i = 0; i < 200_000; i++)
        {
            _cache.Set(i.ToString(System.Globalization.CultureInfo.InvariantCulture).PadLeft(keyLength, '0'), new byte[valueLength]);
        }

        double overhead = ((double)_cache.TotalBytes / _cache.Count) - keyLength - valueLength;
        Assert.InRange(overhead, 0, 48);
        Assert.InRange(_cache.TotalBytes, _cache.MaximumBytes * 9 / 10, _cache.MaximumBytes);
    }

    [Fact]
    public void A_reader_may_use_the_cache_throw_or_remove_what_it_reads()
    {
        _cache.Set("key", [1, 2]);

        Assert.True(_cache.TryRead("key", _cache, static (bytes, cache) => cache.Remove("key") && bytes[1] == 2, out bool both) && both);
        _cache.Set("key", [1, 2]);
        Assert.Throws<FormatException>(
            () => _cache.TryRead<int, int>("key", 0, static (_, _) => throw new FormatException(), out _));
        Assert.True(_cache.TryGet("key", new byte[2], out _));
    }

    [Fact]
    public void A_writer_that_breaks_its_contract_is_told_so()
    {
        _cache.Set("key", new byte[100]);

        Assert.Throws<InvalidOperationException>(() => _cache.TryGet("key", new StingyWriter()));
    }

    [Fact]
    public void Missing_arguments_are_named()
    {
        Assert.Throws<ArgumentNullException>("writer", () => _cache.TryGet("key", null!));
        Assert.Throws<ArgumentNullException>("writer", () => _cache.TryGet("key"u8, null!));
        Assert.Throws<ArgumentNullException>("read", () => _cache.TryRead<int, int>("key", 0, null!, out _));
        Assert.Throws<ArgumentNullException>("read", () => _cache.TryRead<int, int>("key"u8, 0, null!, out _));
    }

    [Fact]
    public void A_disposed_cache_says_so()
    {
        _cache.Set("key", [1]);
        _cache.Dispose();
        _cache.Dispose();

        Assert.True(_cache.IsDisposed);
        Assert.Equal(0, _cache.Count);
        Assert.Equal(0, _cache.TotalBytes);
        Assert.Throws<ObjectDisposedException>(() => _cache.TryGet("key", new byte[1], out _));
        Assert.Throws<ObjectDisposedException>(() => _cache.TryGet("key", new ArrayBufferWriter<byte>()));
        Assert.Throws<ObjectDisposedException>(() => _cache.TryRead("key", 0, static (_, _) => 1, out _));
        Assert.Throws<ObjectDisposedException>(() => _cache.Set("key", [1]));
        Assert.Throws<ObjectDisposedException>(() => _cache.Remove("key"));
        Assert.Throws<ObjectDisposedException>(() => _cache.RemoveByTag("tag"));
        Assert.Throws<ObjectDisposedException>(_cache.Clear);
        Assert.Throws<ObjectDisposedException>(() => _cache.Trim());
        Assert.Throws<ObjectDisposedException>(() => _cache.GetStatistics());
    }

    private sealed class StingyWriter : IBufferWriter<byte>
    {
        public void Advance(int count) => Assert.Fail("Advance must not be called.");

        public Memory<byte> GetMemory(int sizeHint = 0) => new byte[1];

        public Span<byte> GetSpan(int sizeHint = 0) => new byte[1];
    }
}
