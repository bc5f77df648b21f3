using BitFaster.Caching;
using BitFaster.Caching.Lfu;
using BitFaster.Caching.Lru;
using BitFaster.Caching.Scheduler;
using Cenote.Caching;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Options;

namespace Cenote.Benchmarks.Caching;

/// <summary>
/// The caches that <see cref="CacheLoad"/> compares. Each can hold about the same number of entries, except FASTER, whose log
/// size is a power of two, and <see cref="LargeCenote"/>, a <c>ByteCache</c> with as much memory as FASTER.
/// </summary>
internal static class ReadThroughCaches
{
    public const string Cenote = nameof(ByteCache);
    public const string LargeCenote = "ByteCache, 576 MiB";
    public const string Lru = "ConcurrentLru";
    public const string Lfu = "ConcurrentLfu";
    public const string ForegroundLfu = "ConcurrentLfu, foreground";
    public const string Memory = "MemoryCache";
    public const string DistributedMemory = "MemoryDistributedCache";
    public const string Faster = "FASTER";
    public const string CopyingFaster = "FASTER, reads copied to the tail";
    public const string None = "no cache";

    private const int MeanValueBytes = 200;

    // About what ByteCache charges for the key and header of an entry, in bytes. MemoryCache is charged the same.
    private const int ChargedBytes = 90;
    private const double Compaction = 0.05;

    public static IReadThrough Make(string kind, int entries) => kind switch
    {
        Cenote => new ByteCacheRival((long)entries * (MeanValueBytes + ChargedBytes)),
        LargeCenote => new ByteCacheRival(FasterRival.Bytes),
        Lru => new BitFasterRival(new ConcurrentLru<string, byte[]>(Environment.ProcessorCount, entries, StringComparer.Ordinal)),
        Lfu => new BitFasterRival(new ConcurrentLfu<string, byte[]>(entries)),

        // By default, maintenance runs in the background, and starves if readers use all processors.
        ForegroundLfu => new BitFasterRival(new ConcurrentLfu<string, byte[]>(
            Environment.ProcessorCount, entries, new ForegroundScheduler(), StringComparer.Ordinal)),
        Memory => new MemoryCacheRival(entries),
        DistributedMemory => new DistributedMemoryRival(entries),
        Faster => new FasterRival(copiesReads: false),
        CopyingFaster => new FasterRival(copiesReads: true),
        _ => new NoCache(),
    };

    private sealed class ByteCacheRival(long bytes) : IReadThrough
    {
        private readonly ByteCache _cache = new(new ByteCacheOptions { MaximumBytes = bytes });

        public bool TryGet(ReadOnlySpan<char> key, Span<byte> destination) => _cache.TryGet(key, destination, out _);

        public void Set(ReadOnlySpan<char> key, ReadOnlySpan<byte> value) => _cache.Set(key, value);

        public void Dispose() => _cache.Dispose();
    }

    private sealed class BitFasterRival(ICache<string, byte[]> cache) : IReadThrough
    {
        private readonly IAlternateLookup<ReadOnlySpan<char>, string, byte[]> _lookup =
            cache.GetAlternateLookup<ReadOnlySpan<char>>();

        public bool TryGet(ReadOnlySpan<char> key, Span<byte> destination) =>
            _lookup.TryGet(key, out byte[]? value) && value.AsSpan().TryCopyTo(destination);

        public void Set(ReadOnlySpan<char> key, ReadOnlySpan<byte> value) => cache.AddOrUpdate(key.ToString(), value.ToArray());

        public void Dispose() => cache.Clear();
    }

    private sealed class MemoryCacheRival(int entries) : IReadThrough
    {
        private readonly MemoryCache _cache = new(new MemoryCacheOptions
        {
            SizeLimit = (long)entries * (MeanValueBytes + ChargedBytes),
            CompactionPercentage = Compaction,
        });

        public bool TryGet(ReadOnlySpan<char> key, Span<byte> destination) =>
            _cache.TryGetValue(key, out byte[]? value) && value.AsSpan().TryCopyTo(destination);

        // Avoids MemoryCacheEntryOptions, which would be an additional object.
        public void Set(ReadOnlySpan<char> key, ReadOnlySpan<byte> value)
        {
            using ICacheEntry entry = _cache.CreateEntry(key.ToString());
            entry.Value = value.ToArray();
            entry.Size = ChargedBytes + value.Length;
        }

        public void Dispose() => _cache.Dispose();
    }

    private sealed class DistributedMemoryRival(int entries) : IReadThrough
    {
        // MemoryDistributedCache itself counts the bytes of keys and values.
        private readonly MemoryDistributedCache _cache = new(Options.Create(new MemoryDistributedCacheOptions
        {
            SizeLimit = (long)entries * (MeanValueBytes + (CacheLoad.KeyLength * sizeof(char))),
            CompactionPercentage = Compaction,
        }));

        public bool TryGet(ReadOnlySpan<char> key, Span<byte> destination) =>
            _cache.Get(key.ToString()) is { } value && value.AsSpan().TryCopyTo(destination);

        public void Set(ReadOnlySpan<char> key, ReadOnlySpan<byte> value) =>
            _cache.Set(key.ToString(), value.ToArray(), new DistributedCacheEntryOptions());

        public void Dispose()
        {
        }
    }

    private sealed class NoCache : IReadThrough
    {
        public bool TryGet(ReadOnlySpan<char> key, Span<byte> destination) => true;

        public void Set(ReadOnlySpan<char> key, ReadOnlySpan<byte> value)
        {
        }

        public void Dispose()
        {
        }
    }
}
