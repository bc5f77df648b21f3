using System.Runtime.CompilerServices;
using Cenote.Text;

namespace Cenote.Caching;

/// <content>
/// Keys that come as UTF-8. They are the same keys as in UTF-16: what is set in one form is found in the other.
/// </content>
public sealed partial class ValueCache<TValue>
{
    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">The value, or the default one.</param>
    /// <inheritdoc cref="TryGet(ReadOnlySpan{char}, out TValue)"/>
    [SkipLocalsInit]
    public bool TryGetUtf8(ReadOnlySpan<byte> key, out TValue value)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return TryGet(sought.Key, out value);
    }

    /// <summary>Sets the value of a key.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">What limits the life of the entry.</param>
    /// <inheritdoc cref="ByteCache.Set(ReadOnlySpan{char}, ReadOnlySpan{byte}, CacheEntryOptions)"/>
    [SkipLocalsInit]
    public bool SetUtf8(ReadOnlySpan<byte> key, TValue value, CacheEntryOptions options = default)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Set(sought.Key, BytesOf(ref value), in options);
    }

    /// <summary>The value of a key, which is set if it is not there.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">The value to set.</param>
    /// <param name="options">What limits the life of a new entry.</param>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char}, TValue, CacheEntryOptions)"/>
    [SkipLocalsInit]
    public TValue GetOrAddUtf8(ReadOnlySpan<byte> key, TValue value, CacheEntryOptions options = default)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return GetOrAdd(sought.Key, value, static made => made, in options);
    }

    /// <summary>The value of a key, which is made and set if it is not there.</summary>
    /// <typeparam name="TState">What the caller passes on.</typeparam>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="state">Passed to <paramref name="make"/>, which then needs no closure.</param>
    /// <param name="make">
    /// Makes the value, without a lock: of several threads that ask at once each may make one, and all get the one that was set
    /// first.
    /// </param>
    /// <param name="options">What limits the life of a new entry.</param>
    /// <returns>The value that was there, or the one that was made.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="make"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An expiration is not positive; the message names it.</exception>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    [SkipLocalsInit]
    public TValue GetOrAddUtf8<TState>(
        ReadOnlySpan<byte> key, TState state, Func<TState, TValue> make, CacheEntryOptions options = default)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(make);
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return GetOrAdd(sought.Key, state, make, in options);
    }

    /// <summary>Starts the sliding expiration of an entry again, without reading it.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <inheritdoc cref="ByteCache.Touch(ReadOnlySpan{char})"/>
    [SkipLocalsInit]
    public bool TouchUtf8(ReadOnlySpan<byte> key)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Touch(sought.Key);
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <inheritdoc cref="ByteCache.Remove(ReadOnlySpan{char})"/>
    [SkipLocalsInit]
    public bool RemoveUtf8(ReadOnlySpan<byte> key)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Remove(sought.Key);
    }
}
