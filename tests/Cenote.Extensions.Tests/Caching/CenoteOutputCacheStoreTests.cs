using System.Buffers;
using System.IO.Pipelines;
using Cenote.Caching;
using Cenote.Extensions.Caching;
using Cenote.Extensions.Tests.Support;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Extensions.Tests.Caching;

public sealed class CenoteOutputCacheStoreTests : IDisposable
{
    private static readonly string[] s_tags = ["tag"];

    private static readonly TimeSpan s_minute = TimeSpan.FromMinutes(1);

    private readonly ITestOutputHelper _output;
    private readonly ByteCache _cache = new(new ByteCacheOptions { MaximumBytes = 16 << 20 });
    private readonly CenoteOutputCacheStore _store;

    public CenoteOutputCacheStoreTests(ITestOutputHelper output)
    {
        _output = output;
        _store = new CenoteOutputCacheStore(_cache);
    }

    public void Dispose() => _cache.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5_000)]
    [InlineData(500_000)]
    public async Task A_response_comes_back_without_its_note(int length)
    {
        byte[] body = new byte[length];
        new Random(length).NextBytes(body);
        foreach (string[] tags in (string[][])[[], ["a"], ["a", "b", "c"]])
        {
            await _store.SetAsync("key", body, tags, s_minute, default);
            Assert.Equal(body, await _store.GetAsync("key", default));
            Assert.Equal(body, await ReadAsync("key"));

            await _store.SetAsync("cut", Segments.Cut(body, 999), tags, s_minute, default);
            Assert.Equal(body, await ReadAsync("cut"));
        }

        Assert.Null(await _store.GetAsync("other", default));
        Assert.Null(await ReadAsync("other"));
    }

    [Theory]
    [InlineData(16 << 20)]
    [InlineData(1 << 20)]
    [InlineData(64 << 20)]
    public async Task Responses_with_tags_are_gone_when_the_cache_was_saved_and_loaded(int maximumBytes)
    {
        await _store.SetAsync("evicted", [1], ["a"], s_minute, default);
        await _store.SetAsync("tagged", [2], ["b", "c"], s_minute, default);
        await _store.SetAsync("none", [3], null, s_minute, default);
        await _store.EvictByTagAsync("a", default);
        using var saved = new MemoryStream();
        _cache.Save(saved);
        saved.Position = 0;

        using ByteCache loaded = ByteCache.Load(saved, new ByteCacheOptions { MaximumBytes = maximumBytes });
        var store = new CenoteOutputCacheStore(loaded);

        Assert.Null(await store.GetAsync("evicted", default));
        Assert.Null(await store.GetAsync("tagged", default));
        Assert.Equal([3], (await store.GetAsync("none", default))!);
    }

    [Fact]
    public async Task What_others_have_put_into_the_cache_is_no_response()
    {
        foreach (byte[] value in (byte[][])[[], [1], [1, 0, 0, 0], [255, 255, 255, 255], [255, 255, 255, 127], new byte[30].Select(static _ => (byte)1).ToArray()])
        {
            _cache.Set("key", value);

            Assert.Null(await _store.GetAsync("key", default));
            Assert.Null(await ReadAsync("key"));
        }
    }

    [Fact]
    public async Task Each_of_several_tags_evicts_a_response()
    {
        foreach (string tag in (string[])["a", "b", "c"])
        {
            await _store.SetAsync("three", [1], ["a", "b", "c"], s_minute, default);
            await _store.SetAsync("none", [2], null, s_minute, default);
            await _store.SetAsync("other", [3], ["d"], s_minute, default);

            await _store.EvictByTagAsync(tag, default);

            Assert.Null(await _store.GetAsync("three", default));
            Assert.Null(await ReadAsync("three"));
            Assert.NotNull(await _store.GetAsync("none", default));
            Assert.NotNull(await _store.GetAsync("other", default));
        }

        await _store.SetAsync("three", [4], ["a", "b", "c"], s_minute, default);
        Assert.Equal([4], (await ReadAsync("three"))!);
    }

    [Fact]
    public async Task Random_tags_leave_what_a_model_has()
    {
        int seed = RunSettings.NewSeed();
        _output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var model = new Dictionary<string, (byte[] Value, string[] Tags)>(StringComparer.Ordinal);
        int kept = 0;
        for (int step = 0; step < RunSettings.Length(100_000); step++)
        {
            string key = $"{random.Next(100)}";
            switch (random.Next(10))
            {
                case < 4:
                    byte[] value = new byte[random.Next(200)];
                    random.NextBytes(value);
                    string[] tags = [.. Enumerable.Range(0, random.Next(4)).Select(_ => $"tag {random.Next(50)}")];
                    await _store.SetAsync(key, value, tags, s_minute, default);
                    model[key] = (value, tags);
                    break;
                case 4:
                    string tag = $"tag {random.Next(50)}";
                    await _store.EvictByTagAsync(tag, default);
                    foreach (string gone in model.Where(entry => entry.Value.Tags.Contains(tag)).Select(entry => entry.Key).ToArray())
                    {
                        model.Remove(gone);
                    }

                    break;
                default:
                    byte[]? found = await _store.GetAsync(key, default);
                    byte[]? expected = model.TryGetValue(key, out (byte[] Value, string[] Tags) entry) ? entry.Value : null;

                    // Tags may share a counter, so more entries may be evicted than in the model, but never fewer.
                    Assert.Equal(found is null ? null : expected, found);
                    kept += found is null ? 0 : 1;
                    if (found is null && expected is not null)
                    {
                        Assert.NotEmpty(model[key].Tags);
                        model.Remove(key);
                    }

                    break;
            }
        }

        Assert.True(kept > 0, $"Seed {seed}");
    }

    [Fact]
    public async Task Threads_that_set_evict_and_read_see_whole_responses()
    {
        int found = 0;
        await Task.WhenAll(Enumerable.Range(0, 4).Select(thread => Task.Run(async () =>
        {
            var random = new Random(thread);
            for (int i = 0; i < RunSettings.Length(200_000); i++)
            {
                string key = $"{random.Next(20)}";
                byte[] response = [.. Enumerable.Repeat((byte)i, 1 + ((byte)i * 3))];
                switch (random.Next(4))
                {
                    case 0:
                        await _store.SetAsync(key, response, ["all", $"tag {i % 7}"], s_minute, default);
                        break;
                    case 1 when random.Next(5) == 0:
                        await _store.EvictByTagAsync($"tag {i % 7}", default);
                        break;
                    default:
                        if (await _store.GetAsync(key, default) is { } value)
                        {
                            Assert.Single(value.Distinct());
                            Assert.Equal(1 + (value[0] * 3), value.Length);
                            Interlocked.Increment(ref found);
                        }

                        break;
                }
            }
        })));

        Assert.True(found > 0);
    }

    [Fact]
    public async Task A_response_lives_as_long_as_it_is_valid()
    {
        var clock = new StoppedClock();
        using var cache = new ByteCache(new ByteCacheOptions { TimeProvider = clock });
        var store = new CenoteOutputCacheStore(cache);
        await store.SetAsync("key", [1], ["tag"], TimeSpan.FromSeconds(2), default);
        clock.Milliseconds = 1_999;
        Assert.NotNull(await store.GetAsync("key", default));
        clock.Milliseconds = 2_000;
        Assert.Null(await store.GetAsync("key", default));
    }

    [Fact]
    public async Task Misuse_is_refused_and_changes_nothing()
    {
        await _store.SetAsync("key", [1], ["tag"], s_minute, default);
        var sequence = new ReadOnlySequence<byte>([2]);
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await _store.GetAsync(null!, default));
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await _store.TryGetAsync(null!, new Pipe().Writer, default));
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await _store.TryGetAsync("key", null!, default));
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await _store.SetAsync(null!, [2], null, s_minute, default));
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await _store.SetAsync("key", null!, null, s_minute, default));
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await _store.SetAsync("key", [2], [null!], s_minute, default));
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await _store.EvictByTagAsync(null!, default));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(
            async () => await _store.SetAsync("key", sequence, default, TimeSpan.Zero, default));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(
            async () => await _store.SetAsync("key", [2], null, TimeSpan.FromMilliseconds(-1), default));
        Assert.Throws<ArgumentNullException>(() => new CenoteOutputCacheStore(null!));
        var cancelled = new CancellationToken(canceled: true);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await _store.GetAsync("key", cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await _store.EvictByTagAsync("tag", cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await _store.TryGetAsync("key", new Pipe().Writer, cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await _store.SetAsync("key", [2], null, s_minute, cancelled));

        Assert.Equal([1], (await ReadAsync("key"))!);
    }

    [Fact]
    public async Task What_is_too_large_is_refused_and_counted()
    {
        await _store.SetAsync("key", [1], null, s_minute, default);
        await _store.SetAsync("key", new byte[16 << 20], ["tag"], s_minute, default);

        Assert.Null(await _store.GetAsync("key", default));
        Assert.Equal(1, _cache.GetStatistics().Rejected);
    }

    [Fact]
    public async Task What_is_larger_than_an_array_can_be_is_refused_and_counted()
    {
        await _store.SetAsync("key", [1], null, s_minute, default);
        await _store.SetAsync(
            "key", Segments.Repeat(new byte[1 << 20], 3_000), s_tags, s_minute, default);

        Assert.Null(await _store.GetAsync("key", default));
        Assert.Equal(1, _cache.GetStatistics().Rejected);
    }

    [Fact]
    public async Task A_writer_that_gives_less_than_it_was_asked_for_is_told_so()
    {
        await _store.SetAsync("key", new byte[100], null, s_minute, default);

        await Assert.ThrowsAsync<InvalidOperationException>(
            async () => await _store.TryGetAsync("key", new StingyWriter(), default));
    }

    [Fact]
    public async Task Reading_a_response_allocates_nothing()
    {
        var reader = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        await _store.SetAsync("key", new byte[2_000], ["a", "b"], s_minute, default);
        long allocated = 0;
        for (int i = 0; i < 200; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            ValueTask<bool> reading = _store.TryGetAsync("key", reader.Writer, default);
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.True(reading.IsCompletedSuccessfully && await reading);
            Assert.True(reader.Reader.TryRead(out ReadResult result));
            reader.Reader.AdvanceTo(result.Buffer.End);
        }

        Assert.Equal(0, allocated);
    }

    private async Task<byte[]?> ReadAsync(string key)
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        bool found = await _store.TryGetAsync(key, pipe.Writer, default);
        await pipe.Writer.CompleteAsync();
        ReadResult result = await pipe.Reader.ReadAsync();
        Assert.True(result.IsCompleted);
        Assert.True(found || result.Buffer.IsEmpty);
        return found ? result.Buffer.ToArray() : null;
    }

    private sealed class StingyWriter : PipeWriter
    {
        public override void Advance(int bytes) => Assert.Fail("Advance must not be called.");

        public override Memory<byte> GetMemory(int sizeHint = 0) => new byte[1];

        public override Span<byte> GetSpan(int sizeHint = 0) => new byte[1];

        public override void CancelPendingFlush() => Assert.Fail("CancelPendingFlush must not be called.");

        public override void Complete(Exception? exception = null) => Assert.Fail("Complete must not be called.");

        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) => default;
    }

    private sealed class StoppedClock : TimeProvider
    {
        public long Milliseconds { get; set; }

        public override long TimestampFrequency => 1_000;

        public override long GetTimestamp() => Milliseconds;
    }
}
