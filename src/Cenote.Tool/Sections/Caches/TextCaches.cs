using Cenote.Caching;
using Cenote.Tool.Input;
using Microsoft.Extensions.Caching.Memory;

namespace Cenote.Tool.Sections.Caches;

/// <summary>
/// A cache of bytes by key, with a limit in bytes. Implemented by structs, so that generic loops are compiled for each struct
/// separately and make no virtual calls.
/// </summary>
internal interface ITextCache : IDisposable
{
    /// <summary>The native memory, in bytes.</summary>
    long NativeBytes { get; }

    /// <summary>Passes the value of a key to a reader; false if there is none.</summary>
    bool TryRead<TReader>(ReadOnlySpan<char> key, ref TReader reader)
        where TReader : struct, ITextReader;

    /// <summary>Sets the value of a key.</summary>
    void Set(ReadOnlySpan<char> key, ReadOnlySpan<byte> value);
}

/// <summary>
/// The cache of .NET. Callers state the size of each entry: here its size on a 64-bit heap.
/// </summary>
/// <param name="limit">The maximum size of all entries, in bytes.</param>
[SuppressMessage("Reliability", "CA1001", Justification = "The struct is disposable as an ITextCache; the rule misses that.")]
internal readonly struct ManagedCache(long limit) : ITextCache
{
    // An entry of the cache and a node of its dictionary, with the node's place in the table.
    private const int EntryBytes = 168;

    // A header, a method table, a length, and a string's terminating NUL.
    private const int StringBytes = 22;
    private const int ArrayBytes = 24;
    private const int Alignment = 8;

    private readonly MemoryCache _cache = new(new MemoryCacheOptions { SizeLimit = limit });

    public long NativeBytes => 0;

    /// <summary>The size of an entry, in bytes.</summary>
    /// <param name="chars">The length of its key.</param>
    /// <param name="bytes">The length of its value.</param>
    public static long ChargeOf(int chars, int bytes) =>
        EntryBytes + Aligned(StringBytes + (sizeof(char) * (long)chars)) + Aligned(ArrayBytes + (long)bytes);

    public bool TryRead<TReader>(ReadOnlySpan<char> key, ref TReader reader)
        where TReader : struct, ITextReader
    {
        if (!_cache.TryGetValue(key, out byte[]? value))
        {
            return false;
        }

        // The value never changes, so it is read in place.
        reader.Read(value.AsSpan());
        return true;
    }

    public void Set(ReadOnlySpan<char> key, ReadOnlySpan<byte> value)
    {
        using ICacheEntry entry = _cache.CreateEntry(new string(key));
        entry.Value = value.ToArray();
        entry.Size = ChargeOf(key.Length, value.Length);
    }

    public void Dispose() => _cache.Dispose();

    private static long Aligned(long bytes) => (bytes + Alignment - 1) & -Alignment;
}

/// <summary>The cache in unmanaged memory, which computes sizes itself and returns copies.</summary>
[SuppressMessage("Reliability", "CA1001", Justification = "The struct is disposable as an ITextCache; the rule misses that.")]
internal readonly struct OffHeapCache(CacheEntries entries) : ITextCache
{
    private const int MaxBytesPerChar = 3;

    private readonly ByteCache _cache = new(new ByteCacheOptions { MaximumBytes = entries.LimitBytes });
    private readonly byte[] _copy = new byte[MaxBytesPerChar * entries.LongestChars];

    public long NativeBytes => _cache.TotalBytes;

    public bool TryRead<TReader>(ReadOnlySpan<char> key, ref TReader reader)
        where TReader : struct, ITextReader
    {
        if (!_cache.TryGet(key, _copy, out int length))
        {
            return false;
        }

        reader.Read(_copy.AsSpan(0, length));
        return true;
    }

    public void Set(ReadOnlySpan<char> key, ReadOnlySpan<byte> value) => _cache.Set(key, value);

    public void Dispose() => _cache.Dispose();
}
