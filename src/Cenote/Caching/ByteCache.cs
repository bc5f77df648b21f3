using System.Buffers;
using Cenote.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Caching;

/// <summary>
/// A concurrent cache of byte values outside the managed heap, with a strict memory limit in bytes. The limit covers keys,
/// values, headers and the index. When memory is needed, rarely used entries are evicted first. The GC sees only a few objects,
/// regardless of the number of entries.
/// </summary>
/// <remarks>
/// <para>Thread-safe. Most reads take no lock; writers lock only the part that the key belongs to. Values are copied in and
/// out, so reads are never torn. In steady state, only <see cref="Trim"/>, <see cref="GetStatistics"/> and the overloads of
/// <see cref="Save(string)"/> allocate managed memory.</para>
/// <para>Any entry may be evicted at any time. A null string is the empty key.</para>
/// <para>The cache owns its memory, which is released on disposal or finalization. Disposing it during use is safe: reads on
/// other threads return a value from before disposal or throw <see cref="ObjectDisposedException"/>.</para>
/// </remarks>
/// <example>
/// Set and read a value:
/// <code>
/// using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 32 &lt;&lt; 20 });
/// cache.Set("/customers/17", "Ada"u8, new CacheEntryOptions { Expiration = TimeSpan.FromMinutes(1) });
/// bool found = cache.TryRead("/customers/17", 0, static (value, _) => value.Length, out int length);
/// Console.WriteLine($"{found} {length}");   // prints True 3
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(CacheDebugView))]
public sealed partial class ByteCache : IDisposable, ICacheSize
{
    private readonly CacheStore _store;

    /// <summary>Creates an empty cache.</summary>
    /// <param name="options">The options; null for the defaults (64 MiB).</param>
    /// <exception cref="ArgumentNullException"><see cref="ByteCacheOptions.TimeProvider"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit exceeds the machine's memory, or the operating system refuses the memory.
    /// </exception>
    public ByteCache(ByteCacheOptions? options = null)
        : this(options ?? new ByteCacheOptions(), PageSource.System)
    {
    }

    internal ByteCache(ByteCacheOptions options, PageSource pages) => _store = new CacheStore(options, nameof(ByteCache), pages);

    /// <summary>
    /// The approximate number of entries. Entries that are expired, or whose tag was removed, count until the cache drops them.
    /// O(parts). 0 after disposal.
    /// </summary>
    public long Count => _store.Count;

    /// <summary>
    /// Unmanaged bytes in use, at most <see cref="MaximumBytes"/>: entries, gaps between them, the index, and the tables of use
    /// counts and removed tags. O(parts); waits for writers that keep changing a part. 0 after disposal.
    /// </summary>
    public long TotalBytes => _store.TotalBytes;

    /// <summary>The memory limit, in bytes.</summary>
    public long MaximumBytes => _store.MaximumBytes;

    /// <summary>
    /// The maximum bytes of an entry's key and value together: slightly less than a quarter of a part. Larger entries are
    /// rejected.
    /// </summary>
    public long MaximumEntryBytes => _store.MaximumEntryBytes;

    /// <summary>The approximate managed bytes of the cache, independent of the number of entries.</summary>
    public long ManagedBytes => _store.ManagedBytes;

    /// <summary>Whether the cache is disposed.</summary>
    public bool IsDisposed => _store.IsDisposed;

    private string DebuggerText => CacheDebugView.TextOf(this);

    /// <summary>Copies the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="destination">The destination. It may be overwritten even if the result is false.</param>
    /// <param name="length">The length of the value in bytes; 0 if there is none.</param>
    /// <returns>
    /// False if there is no value, or if the destination is too small: then <paramref name="length"/> is the required size.
    /// </returns>
    /// <remarks>
    /// O(length), allocates nothing. Takes the lock of a part only if writers change the part during the read, if the entry has
    /// expired or its tag was removed, or if a sliding expiration restarts.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public bool TryGet(TextKey key, Span<byte> destination, out int length) =>
        _store.TryGet(key, destination, out length);

    /// <inheritdoc cref="TryGet(TextKey, Span{byte}, out int)"/>
    public bool TryGet(ReadOnlySpan<byte> key, Span<byte> destination, out int length) =>
        _store.TryGet(key, destination, out length);

    /// <summary>Writes the value of a key to a buffer writer.</summary>
    /// <param name="key">The key.</param>
    /// <param name="writer">Receives the value in one span.</param>
    /// <returns>False if there is no value; the writer is then not advanced.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The writer returned a shorter span than requested.</exception>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    [SkipLocalsInit]
    public bool TryGet(TextKey key, IBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return _store.TryGet(form.Key, writer);
    }

    /// <summary>Passes the value of a key to a callback, whose result is assigned to <paramref name="result"/>.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="key">The key.</param>
    /// <param name="state">Passed to <paramref name="read"/>, which then needs no closure.</param>
    /// <param name="read">Called with a copy of the value, outside any lock: it may use the cache, throw, or block.</param>
    /// <param name="result">The result of <paramref name="read"/>, or the default value.</param>
    /// <returns>False if there is no value.</returns>
    /// <remarks>Values of up to 512 bytes are copied to the stack, larger ones to an array from ArrayPool.Shared.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="read"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public bool TryRead<TState, TResult>(
        TextKey key, TState state, CacheReader<TState, TResult> read, [MaybeNullWhen(false)] out TResult result)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(read);
        return key.IsUtf8
            ? TryReadUtf8(key.Utf8, state, read, out result)
            : _store.TryRead(new CacheKey(key.Chars), state, read, out result);
    }

    /// <summary>Sets the value of a key.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">The value, which is copied.</param>
    /// <param name="options">Expiration and tag of the entry.</param>
    /// <returns>
    /// False if the entry was rejected: it is larger than <see cref="MaximumEntryBytes"/>, or too many keys have the same hash.
    /// The key then has no value, and the rejection is counted in <see cref="ByteCacheStatistics.Rejected"/>. An oversized entry
    /// evicts nothing; an entry rejected for hash collisions may have evicted other entries. Also false if another thread changed
    /// the memory of the key during the call. True for an entry that has already expired: it replaces the previous entry and is
    /// never found.
    /// </returns>
    /// <remarks>O(length) plus any evictions. Allocates nothing.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">An expiration is not positive; the message names it.</exception>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public bool Set(TextKey key, ReadOnlySpan<byte> value, in CacheEntryOptions options = default) =>
        _store.Set(key, value, in options);

    /// <summary>Sets the value of a key from a sequence of segments.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">
    /// The value, which is copied. Several segments are first joined in an array from ArrayPool.Shared.
    /// </param>
    /// <param name="options">Expiration and tag of the entry.</param>
    /// <inheritdoc cref="Set(TextKey, ReadOnlySpan{byte}, in CacheEntryOptions)"/>
    /// <exception cref="ArgumentException">
    /// The length of the sequence is not the sum of its segments' lengths. The entry is unchanged.
    /// </exception>
    [SkipLocalsInit]
    public bool Set(TextKey key, ReadOnlySequence<byte> value, in CacheEntryOptions options = default)
    {
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Set(form.Key, in value, in options);
    }

    /// <summary>Restarts the sliding expiration of an entry without reading it. Counts neither as a hit nor as a miss.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if the key is not found.</returns>
    /// <remarks>Takes the lock of one part.</remarks>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public bool Touch(TextKey key) => _store.Touch(key);

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if the key is not found.</returns>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public bool Remove(TextKey key) => _store.Remove(key);

    /// <summary>Removes all current entries with a tag. Usually O(1), because memory is reclaimed lazily.</summary>
    /// <param name="tag">The tag, compared by its 64-bit hash with a random seed per process.</param>
    /// <remarks>
    /// Removed tags are kept in a table of fixed size, which counts toward the limit: at least one tag per 32 KiB of the limit,
    /// from 16 to 524,288 tags. When the table is full, the next removal scans all entries once.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public void RemoveByTag(ReadOnlySpan<char> tag) => _store.RemoveByTag(tag);

    /// <summary>Removes every entry. The cache keeps the memory until <see cref="Trim"/>.</summary>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public void Clear() => _store.Clear();

    /// <summary>
    /// Drops entries that have expired or whose tag was removed, and returns unused memory to the operating system. Writing
    /// to the memory makes it resident again. O(entries). Locks one part at a time.
    /// </summary>
    /// <returns>The bytes returned.</returns>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public long Trim() => _store.Trim();

    /// <summary>Returns approximate counts and sizes. O(parts); waits for writers that keep changing a part.</summary>
    /// <returns>The statistics.</returns>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public ByteCacheStatistics GetStatistics() => _store.GetStatistics();

    /// <summary>
    /// Disposes the cache and releases its memory. The addresses stay reserved until a garbage collection finds that no thread
    /// reads them. Disposing the cache again does nothing.
    /// </summary>
    public void Dispose() => _store.Dispose();

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryReadUtf8<TState, TResult>(
        ReadOnlySpan<byte> key, TState state, CacheReader<TState, TResult> read, [MaybeNullWhen(false)] out TResult result)
        where TState : allows ref struct
    {
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return _store.TryRead(form.Key, state, read, out result);
    }
}
