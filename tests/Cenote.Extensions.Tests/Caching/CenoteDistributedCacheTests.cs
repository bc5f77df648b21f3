using System.Buffers;
using Cenote.Caching;
using Cenote.Extensions.Caching;
using Cenote.Extensions.Tests.Support;
using Microsoft.Extensions.Caching.Distributed;

namespace Cenote.Extensions.Tests.Caching;

/// <summary>Behaviour specific to Cenote; the rest is in <see cref="DistributedCacheContractTests"/>.</summary>
public sealed class CenoteDistributedCacheTests : IDisposable
{
    private static readonly DistributedCacheEntryOptions s_noLimit = new();

    private readonly ByteCache _bytes = new(new ByteCacheOptions { MaximumBytes = 8 << 20 });
    private readonly CenoteDistributedCache _cache;

    public CenoteDistributedCacheTests() => _cache = new CenoteDistributedCache(_bytes);

    public void Dispose() => _bytes.Dispose();

    [Fact]
    public void What_is_too_large_is_refused_and_counted()
    {
        byte[] large = new byte[_bytes.MaximumEntryBytes + 100];
        foreach (ReadOnlySequence<byte> value in (ReadOnlySequence<byte>[])[new(large), Segments.Cut(large, 4_000)])
        {
            _cache.Set("key", [1], s_noLimit);
            _cache.Set("key", value, s_noLimit);
            Assert.Null(_cache.Get("key"));
        }

        _cache.Set("key", large, s_noLimit);
        Assert.Null(_cache.Get("key"));
        Assert.Equal(3, _bytes.GetStatistics().Rejected);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3_999)]
    [InlineData(1L << 40)]
    public async Task A_sequence_of_another_length_than_it_says_is_not_stored(long index)
    {
        _cache.Set("key", [1], s_noLimit);
        Assert.Throws<ArgumentException>("value", () => _cache.Set("key", Segments.Lying(index), s_noLimit));
        Assert.Equal([1], _cache.Get("key"));

        var store = new CenoteOutputCacheStore(_bytes);
        var minute = TimeSpan.FromMinutes(1);
        await store.SetAsync("page", [2], ["tag"], minute, default);
        await Assert.ThrowsAsync<ArgumentException>(
            "value", async () => await store.SetAsync("page", Segments.Lying(index), (string[])["tag"], minute, default));
        Assert.Equal([2], await store.GetAsync("page", default));
    }

    [Fact]
    public void An_absolute_expiration_ends_an_entry_after_a_suspension()
    {
        var clock = new SuspendedClock();
        using var bytes = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20, TimeProvider = clock });
        var cache = new CenoteDistributedCache(bytes);
        cache.Set("key", [1], new DistributedCacheEntryOptions { AbsoluteExpiration = clock.Now.AddHours(1) });
        Assert.Equal([1], cache.Get("key"));

        clock.Now = clock.Now.AddHours(8);

        Assert.Null(cache.Get("key"));
    }

    [Fact]
    public void What_is_larger_than_an_array_can_be_is_refused_and_counted()
    {
        _cache.Set("key", [1], s_noLimit);
        _cache.Set("key", Segments.Repeat(new byte[1 << 20], 3_000), s_noLimit);

        Assert.Null(_cache.Get("key"));
        Assert.Equal(1, _bytes.GetStatistics().Rejected);
    }

    [Fact]
    public async Task A_token_that_is_cancelled_ends_a_call_before_it_begins()
    {
        _cache.Set("key", [1], s_noLimit);
        var cancelled = new CancellationToken(canceled: true);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => _cache.GetAsync("key", cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => _cache.SetAsync("key", [2], s_noLimit, cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => _cache.RefreshAsync("key", cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => _cache.RemoveAsync("key", cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await _cache.SetAsync("key", new ReadOnlySequence<byte>([2]), s_noLimit, cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await _cache.TryGetAsync("key", new ArrayBufferWriter<byte>(), cancelled));

        Assert.Equal([1], _cache.Get("key")!);
    }

    [Fact]
    public async Task A_token_that_is_cancelled_hides_no_wrong_argument()
    {
        var cancelled = new CancellationToken(canceled: true);
        await Assert.ThrowsAsync<ArgumentNullException>(() => _cache.GetAsync(null!, cancelled));
        await Assert.ThrowsAsync<ArgumentNullException>(() => _cache.SetAsync(null!, [1], s_noLimit, cancelled));
        await Assert.ThrowsAsync<ArgumentNullException>(() => _cache.SetAsync("key", null!, s_noLimit, cancelled));
        await Assert.ThrowsAsync<ArgumentNullException>(() => _cache.SetAsync("key", [1], null!, cancelled));
        await Assert.ThrowsAsync<ArgumentNullException>(() => _cache.RefreshAsync(null!, cancelled));
        await Assert.ThrowsAsync<ArgumentNullException>(() => _cache.RemoveAsync(null!, cancelled));
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await _cache.TryGetAsync("key", null!, cancelled));
        await Assert.ThrowsAsync<ArgumentNullException>(
            async () => await _cache.SetAsync("key", default(ReadOnlySequence<byte>), null!, cancelled));
    }

    [Fact]
    public void Texts_that_are_no_valid_Unicode_are_keys_of_their_own()
    {
        _cache.Set("\uD800", [1], s_noLimit);
        _cache.Set("\uDC00", [2], s_noLimit);
        _cache.Set("\uFFFD", [3], s_noLimit);

        Assert.Equal((1, 2, 3), (_cache.Get("\uD800")![0], _cache.Get("\uDC00")![0], _cache.Get("\uFFFD")![0]));
    }

    [Fact]
    public void A_refresh_counts_neither_as_a_hit_nor_as_a_miss()
    {
        _cache.Set("key", [1], s_noLimit);
        _cache.Refresh("key");
        _cache.Refresh("none");

        Assert.Equal((0L, 0L), (_bytes.GetStatistics().Hits, _bytes.GetStatistics().Misses));
    }

    [Fact]
    public async Task Reading_and_writing_allocate_nothing_but_the_array_that_Get_returns()
    {
        var writer = new ArrayBufferWriter<byte>(2_000);
        byte[] value = new byte[1_000];
        ReadOnlySequence<byte> cut = Segments.Cut(value, 300);
        var options = new DistributedCacheEntryOptions { SlidingExpiration = TimeSpan.FromMinutes(1) };
        long allocated = 0;
        for (int i = 0; i < 100; i++)
        {
            writer.ResetWrittenCount();
            long before = GC.GetAllocatedBytesForCurrentThread();
            _cache.Set("key", value, options);
            _cache.Set("key", cut, options);
            _cache.TryGet("key", writer);
            Assert.False(await _cache.TryGetAsync("none", writer));
            _cache.Refresh("key");
            _cache.Remove("none");
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        }

        Assert.Equal(0, allocated);
    }

    [Fact]
    public void A_disposed_cache_says_so()
    {
        Assert.Throws<ArgumentNullException>(() => new CenoteDistributedCache(null!));
        _bytes.Dispose();
        Assert.Throws<ObjectDisposedException>(() => _cache.Get("key"));
        Assert.Throws<ObjectDisposedException>(() => _cache.Set("key", [1], s_noLimit));
        Assert.Throws<ObjectDisposedException>(() => _cache.Refresh("key"));
        Assert.Throws<ObjectDisposedException>(() => _cache.Remove("key"));
    }

    /// <summary>A clock of a suspended machine: the date can advance, but the timestamp does not.</summary>
    private sealed class SuspendedClock : TimeProvider
    {
        public DateTimeOffset Now { get; set; } = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

        public override DateTimeOffset GetUtcNow() => Now;

        public override long GetTimestamp() => 1;
    }
}
