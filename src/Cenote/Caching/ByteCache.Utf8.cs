using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Text;

namespace Cenote.Caching;

/// <content>
/// Keys that come as UTF-8. They are the same keys as in UTF-16: what is set in one form is found in the other. An invalid
/// sequence counts as U+FFFD, as with <see cref="System.Text.Encoding.UTF8"/>.
/// </content>
public sealed partial class ByteCache
{
    /// <summary>Copies the value of a key.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="destination">Where to. If the result is false it may have been written to all the same.</param>
    /// <param name="length">Bytes of the value; 0 if there is none.</param>
    /// <inheritdoc cref="TryGet(ReadOnlySpan{char}, Span{byte}, out int)"/>
    [SkipLocalsInit]
    public bool TryGetUtf8(ReadOnlySpan<byte> key, Span<byte> destination, out int length)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.TryGet(sought.Key, destination, out length);
    }

    /// <summary>Writes the value of a key to a writer.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="writer">Takes the value: one copy into the span that it gives.</param>
    /// <inheritdoc cref="TryGet(ReadOnlySpan{char}, IBufferWriter{byte})"/>
    [SkipLocalsInit]
    public bool TryGetUtf8(ReadOnlySpan<byte> key, IBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.TryGet(sought.Key, writer);
    }

    /// <summary>Makes something of the value of a key.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="state">Passed to <paramref name="read"/>, which then needs no closure.</param>
    /// <param name="read">
    /// Called with a copy of the value, and without a lock: it may use the cache, throw, or take its time.
    /// </param>
    /// <param name="result">What it returned, or the default value.</param>
    /// <inheritdoc cref="TryRead"/>
    [SkipLocalsInit]
    public bool TryReadUtf8<TState, TResult>(
        ReadOnlySpan<byte> key, TState state, CacheReader<TState, TResult> read, [MaybeNullWhen(false)] out TResult result)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(read);
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.TryRead(sought.Key, state, read, out result);
    }

    /// <summary>Sets the value of a key.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">The value, which is copied.</param>
    /// <inheritdoc cref="Set(ReadOnlySpan{char}, ReadOnlySpan{byte})"/>
    public bool SetUtf8(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) => SetUtf8(key, value, default);

    /// <summary>Sets the value of a key.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">The value, which is copied.</param>
    /// <param name="options">What limits the life of the entry.</param>
    /// <inheritdoc cref="Set(ReadOnlySpan{char}, ReadOnlySpan{byte}, CacheEntryOptions)"/>
    [SkipLocalsInit]
    public bool SetUtf8(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, CacheEntryOptions options)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Set(sought.Key, value, in options);
    }

    /// <summary>Sets the value of a key, which comes in pieces.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">
    /// The value, which is copied, first of all to an array of the shared pool if it has more than one piece and is not too large.
    /// </param>
    /// <param name="options">What limits the life of the entry.</param>
    /// <inheritdoc cref="Set(ReadOnlySpan{char}, ReadOnlySpan{byte}, CacheEntryOptions)"/>
    /// <exception cref="ArgumentException">
    /// The segments of the value have more or fewer bytes than it says. The entry of the key stays as it is.
    /// </exception>
    [SkipLocalsInit]
    public bool SetUtf8(ReadOnlySpan<byte> key, ReadOnlySequence<byte> value, CacheEntryOptions options = default)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Set(sought.Key, in value, in options);
    }

    /// <summary>Starts the sliding expiration of an entry again, without reading it.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <inheritdoc cref="Touch(ReadOnlySpan{char})"/>
    [SkipLocalsInit]
    public bool TouchUtf8(ReadOnlySpan<byte> key)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Touch(sought.Key);
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <inheritdoc cref="Remove(ReadOnlySpan{char})"/>
    [SkipLocalsInit]
    public bool RemoveUtf8(ReadOnlySpan<byte> key)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Remove(sought.Key);
    }
}
