using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Caching;

/// <summary>
/// A cache of bytes below the managed heap, with a limit in bytes that holds at every instant: keys, values, headers, and what
/// finds them. The garbage collector sees a few objects, however many entries there are. Entries that others need the memory of
/// are evicted, first of all those that were hardly asked for.
/// </summary>
/// <remarks>
/// <para>Safe for any number of threads. Readers take no lock; writers lock the one of several parts that the key belongs to.
/// Values are copied in and out, so nobody sees one that is being changed. Nothing here allocates managed memory in steady state,
/// except for <see cref="Trim"/> and <see cref="GetStatistics"/>.</para>
/// <para>Any entry may be gone at any time: this is a cache. A string that is null counts as the empty key.</para>
/// <para>The cache owns its memory: dispose it, or let it be finalized. Disposing it while others use it is safe: they get a
/// value from before, or an <see cref="ObjectDisposedException"/>.</para>
/// </remarks>
/// <example>
/// Set, read, remove:
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

    /// <summary>Makes an empty cache.</summary>
    /// <param name="options">Limit, clock and defaults; null for 64 MiB.</param>
    /// <exception cref="ArgumentNullException"><see cref="ByteCacheOptions.TimeProvider"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The limit is more than the machine has, or the operating system refuses
    /// it.</exception>
    public ByteCache(ByteCacheOptions? options = null)
        : this(options ?? new ByteCacheOptions(), PageSource.System)
    {
    }

    internal ByteCache(ByteCacheOptions options, PageSource pages) => _store = new CacheStore(options, nameof(ByteCache), pages);

    /// <summary>
    /// Entries at approximately this moment, including those that have expired or whose tag was removed, but that nothing has met
    /// yet. O(parts). 0 once the cache is disposed.
    /// </summary>
    public long Count => _store.Count;

    /// <summary>
    /// Unmanaged bytes in use, never more than <see cref="MaximumBytes"/>: cells of entries and gaps between them, and what finds
    /// them. O(parts), locks each. 0 once the cache is disposed.
    /// </summary>
    public long TotalBytes => _store.TotalBytes;

    /// <summary>The limit, in bytes.</summary>
    public long MaximumBytes => _store.MaximumBytes;

    /// <summary>
    /// The largest entry that is stored, in bytes of key and value: somewhat less than a quarter of one part. A larger one is
    /// refused.
    /// </summary>
    public long MaximumEntryBytes => _store.MaximumEntryBytes;

    /// <summary>
    /// Bytes of managed memory that the cache holds, approximately. They do not depend on the entries.
    /// </summary>
    public long ManagedBytes => _store.ManagedBytes;

    /// <summary>Whether the cache is disposed.</summary>
    public bool IsDisposed => _store.IsDisposed;

    private string DebuggerText => CacheDebugView.TextOf(this);

    /// <summary>Copies the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="destination">Where to. If the result is false it may have been written to all the same.</param>
    /// <param name="length">Bytes of the value; 0 if there is none.</param>
    /// <returns>
    /// False if there is none; or if the destination is too small, and then <paramref name="length"/> is more than its length.
    /// </returns>
    /// <remarks>O(length), allocates nothing, takes no lock unless writers change the same part again and again.</remarks>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public bool TryGet(TextKey key, Span<byte> destination, out int length) =>
        key.IsUtf8
            ? TryGetUtf8(key.Utf8, destination, out length)
            : _store.TryGet(new CacheKey(key.Chars), destination, out length);

    /// <inheritdoc cref="TryGet(TextKey, Span{byte}, out int)"/>
    [SkipLocalsInit]
    public bool TryGet(ReadOnlySpan<byte> key, Span<byte> destination, out int length)
    {
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return _store.TryGet(form.Key, destination, out length);
    }

    /// <summary>Writes the value of a key to a writer.</summary>
    /// <param name="key">The key.</param>
    /// <param name="writer">Takes the value: one copy into the span that it gives.</param>
    /// <returns>False if there is none; the writer has not advanced then.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The writer gave a shorter span than it was asked for.</exception>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    [SkipLocalsInit]
    public bool TryGet(TextKey key, IBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return _store.TryGet(form.Key, writer);
    }

    /// <summary>Makes something of the value of a key.</summary>
    /// <typeparam name="TState">What the caller passes on.</typeparam>
    /// <typeparam name="TResult">What is made.</typeparam>
    /// <param name="key">The key.</param>
    /// <param name="state">Passed to <paramref name="read"/>, which then needs no closure.</param>
    /// <param name="read">
    /// Called with a copy of the value, and without a lock: it may use the cache, throw, or take its time.
    /// </param>
    /// <param name="result">What it returned, or the default value.</param>
    /// <returns>False if there is no value.</returns>
    /// <remarks>Up to 512 bytes are copied to the stack, more to an array of the shared pool.</remarks>
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
    /// <param name="options">What limits the life of the entry.</param>
    /// <returns>
    /// False if it was refused, and counted as that: the entry is larger than <see cref="MaximumEntryBytes"/>, or more keys than
    /// chance explains have the same hash. The key then has no value. An entry that is too large evicts no other one; one whose
    /// hash is taken may. Also false if another thread changed the memory of the key during the call. True for an entry that
    /// has already expired: it replaces the previous entry and is never found.
    /// </returns>
    /// <remarks>O(length) and what is evicted. Allocates nothing.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">An expiration is not positive; the message names it.</exception>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public bool Set(TextKey key, ReadOnlySpan<byte> value, in CacheEntryOptions options = default) =>
        key.IsUtf8 ? SetUtf8(key.Utf8, value, in options) : _store.Set(new CacheKey(key.Chars), value, in options);

    /// <summary>Sets the value of a key, which comes in pieces.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">
    /// The value, which is copied, first of all to an array of the shared pool if it has more than one piece and is not too large.
    /// </param>
    /// <param name="options">What limits the life of the entry.</param>
    /// <inheritdoc cref="Set(TextKey, ReadOnlySpan{byte}, in CacheEntryOptions)"/>
    /// <exception cref="ArgumentException">
    /// The segments of the value have more or fewer bytes than it says. The entry of the key stays as it is.
    /// </exception>
    [SkipLocalsInit]
    public bool Set(TextKey key, ReadOnlySequence<byte> value, in CacheEntryOptions options = default)
    {
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Set(form.Key, in value, in options);
    }

    /// <summary>
    /// Starts the sliding expiration of an entry again, without reading it. It counts neither as a hit nor as a miss.
    /// </summary>
    /// <param name="key">The key.</param>
    /// <returns>False if it is not there.</returns>
    /// <remarks>Takes the lock of one part.</remarks>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    [SkipLocalsInit]
    public bool Touch(TextKey key)
    {
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Touch(form.Key);
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if it is not there.</returns>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    [SkipLocalsInit]
    public bool Remove(TextKey key)
    {
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Remove(form.Key);
    }

    /// <summary>
    /// Removes every entry that has a tag and was set before. O(1), however many they are: their memory is reused when they are
    /// met.
    /// </summary>
    /// <param name="tag">The tag, compared by a hash of 64 bits with a secret of the process.</param>
    /// <remarks>
    /// Tags that were removed are remembered in a fixed part of the memory, one for each 32 KiB of the limit and at least 16.
    /// When that is full, the next removal walks over all entries once.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public void RemoveByTag(ReadOnlySpan<char> tag) => _store.RemoveByTag(tag);

    /// <summary>Removes every entry. The memory stays with the cache until <see cref="Trim"/>.</summary>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public void Clear() => _store.Clear();

    /// <summary>
    /// Drops the entries that have expired or whose tags were removed, and gives memory that entries do not need back to the
    /// operating system. It comes back when it is written again. O(entries), one part after the other.
    /// </summary>
    /// <returns>Bytes given back.</returns>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public long Trim() => _store.Trim();

    /// <summary>Counts and sizes, at approximately this moment. O(parts), locks each.</summary>
    /// <returns>The state.</returns>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public ByteCacheStatistics GetStatistics() => _store.GetStatistics();

    /// <summary>
    /// Disposes the cache and gives its memory back; the addresses stay reserved until the garbage collector has seen that nobody
    /// reads any more. A second call does nothing.
    /// </summary>
    public void Dispose() => _store.Dispose();

    // Not inlined, so that the search by chars has the registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetUtf8(ReadOnlySpan<byte> key, Span<byte> destination, out int length) =>
        TryGet(key, destination, out length);

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool SetUtf8(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, in CacheEntryOptions options)
    {
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Set(form.Key, value, in options);
    }

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
