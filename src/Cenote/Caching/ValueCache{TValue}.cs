using Cenote.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Caching;

/// <summary>
/// A <see cref="ByteCache"/> for values of one unmanaged type, such as numbers or structs. Limits, expiration, tags and thread
/// safety are the same.
/// </summary>
/// <typeparam name="TValue">The type of the values.</typeparam>
/// <remarks>Thread-safe; reads are never torn. A null string is the empty key.</remarks>
/// <example>
/// Compute a missing value:
/// <code>
/// using var lengths = new ValueCache&lt;int>();
/// int length = lengths.GetOrAdd("Dos Ojos", "Dos Ojos".Length, static found => found);
/// Console.WriteLine($"{length} {lengths.TryGet("Dos Ojos", out _)}");   // prints 8 True
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(CacheDebugView))]
public sealed partial class ValueCache<TValue> : IDisposable, ICacheSize
    where TValue : unmanaged
{
    private readonly CacheStore _store;

    /// <summary>Creates an empty cache.</summary>
    /// <param name="options">Limit, clock and defaults; null for 64 MiB.</param>
    /// <inheritdoc cref="ByteCache(ByteCacheOptions)"/>
    public ValueCache(ByteCacheOptions? options = null)
        : this(options ?? new ByteCacheOptions(), PageSource.System)
    {
    }

    internal ValueCache(ByteCacheOptions options, PageSource pages) =>
        _store = new CacheStore(options, nameof(ValueCache<>), pages);

    /// <inheritdoc cref="ByteCache.Count"/>
    public long Count => _store.Count;

    /// <inheritdoc cref="ByteCache.TotalBytes"/>
    public long TotalBytes => _store.TotalBytes;

    /// <inheritdoc cref="ByteCache.MaximumBytes"/>
    public long MaximumBytes => _store.MaximumBytes;

    /// <inheritdoc cref="ByteCache.MaximumEntryBytes"/>
    public long MaximumEntryBytes => _store.MaximumEntryBytes;

    /// <inheritdoc cref="ByteCache.ManagedBytes"/>
    public long ManagedBytes => _store.ManagedBytes;

    /// <inheritdoc cref="ByteCache.IsDisposed"/>
    public bool IsDisposed => _store.IsDisposed;

    private string DebuggerText => CacheDebugView.TextOf(this);

    /// <summary>Looks up the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, or the default value.</param>
    /// <returns>False if the key is not found.</returns>
    /// <remarks>Allocates nothing. For locks, see <see cref="ByteCache.TryGet(TextKey, Span{byte}, out int)"/>.</remarks>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public bool TryGet(TextKey key, out TValue value)
    {
        Unsafe.SkipInit(out value);
        bool found = _store.TryGet(key, BytesOf(ref value), out _);
        value = found ? value : default;
        return found;
    }

    /// <inheritdoc cref="TryGet(TextKey, out TValue)"/>
    public bool TryGet(ReadOnlySpan<byte> key, out TValue value)
    {
        Unsafe.SkipInit(out value);
        bool found = _store.TryGet(key, BytesOf(ref value), out _);
        value = found ? value : default;
        return found;
    }

    /// <summary>Sets the value of a key.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">Expiration and tag of the entry.</param>
    /// <inheritdoc cref="ByteCache.Set(TextKey, ReadOnlySpan{byte}, in CacheEntryOptions)"/>
    public bool Set(TextKey key, TValue value, in CacheEntryOptions options = default) =>
        _store.Set(key, BytesOf(ref value), in options);

    /// <summary>Returns the value of a key, or sets it if the key is not found.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value to set.</param>
    /// <param name="options">Expiration and tag of a new entry.</param>
    /// <returns>The existing value, or <paramref name="value"/>.</returns>
    /// <remarks>If the entry is rejected, <paramref name="value"/> is returned and nothing is stored.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">An expiration is not positive; the message names it.</exception>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public TValue GetOrAdd(TextKey key, TValue value, in CacheEntryOptions options = default) =>
        TryGet(key, out TValue found) ? found : Add(key, value, static made => made, in options);

    /// <summary>Returns the value of a key, or creates and sets it if the key is not found.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="key">The key.</param>
    /// <param name="state">Passed to <paramref name="make"/>, which then needs no closure.</param>
    /// <param name="make">
    /// Creates the value, outside any lock. Threads may call it concurrently; they all get the value that was set first, unless
    /// that entry was rejected or is already gone.
    /// </param>
    /// <param name="options">Expiration and tag of a new entry.</param>
    /// <returns>The existing value, or the new one.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="make"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An expiration is not positive; the message names it.</exception>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public TValue GetOrAdd<TState>(
        TextKey key, TState state, Func<TState, TValue> make, in CacheEntryOptions options = default)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(make);
        return TryGet(key, out TValue found) ? found : Add(key, state, make, in options);
    }

    /// <inheritdoc cref="ByteCache.Touch(TextKey)"/>
    public bool Touch(TextKey key) => _store.Touch(key);

    /// <inheritdoc cref="ByteCache.Remove(TextKey)"/>
    public bool Remove(TextKey key) => _store.Remove(key);

    /// <inheritdoc cref="ByteCache.RemoveByTag(ReadOnlySpan{char})"/>
    public void RemoveByTag(ReadOnlySpan<char> tag) => _store.RemoveByTag(tag);

    /// <inheritdoc cref="ByteCache.Clear"/>
    public void Clear() => _store.Clear();

    /// <inheritdoc cref="ByteCache.Trim"/>
    public long Trim() => _store.Trim();

    /// <inheritdoc cref="ByteCache.GetStatistics"/>
    public ByteCacheStatistics GetStatistics() => _store.GetStatistics();

    /// <inheritdoc cref="ByteCache.Dispose"/>
    public void Dispose() => _store.Dispose();

    private static Span<byte> BytesOf(ref TValue value) => MemoryMarshal.AsBytes(new Span<TValue>(ref value));

    // Uses a copy of the key, because the factory may change the memory of the key.
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private TValue Add<TState>(TextKey key, TState state, Func<TState, TValue> make, in CacheEntryOptions options)
        where TState : allows ref struct
    {
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        using var copy = new OwnCacheKey(form.Key, stackalloc byte[OwnCacheKey.StackBytes]);
        TValue value = make(state);
        _store.GetOrSet(copy.Key, BytesOf(ref value), in options);
        return value;
    }
}
