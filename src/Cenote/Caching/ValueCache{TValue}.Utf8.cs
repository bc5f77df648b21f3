using System.Runtime.CompilerServices;
using Cenote.Text;

namespace Cenote.Caching;

/// <content>
/// Keys that come as UTF-8. They are the same keys as in UTF-16: what is set in one form is found in the other.
/// </content>
public sealed partial class ValueCache<TValue>
{
    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <param name="value">The value, or the default one.</param>
    /// <inheritdoc cref="TryGet(ReadOnlySpan{char}, out TValue)"/>
    [SkipLocalsInit]
    public bool TryGetUtf8(ReadOnlySpan<byte> key, out TValue value)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return TryGet(sought.Key, out value);
    }

    /// <summary>Sets the value of a key.</summary>
    /// <param name="key">The key in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">What limits the life of the entry.</param>
    /// <inheritdoc cref="ByteCache.Set(ReadOnlySpan{char}, ReadOnlySpan{byte}, CacheEntryOptions)"/>
    [SkipLocalsInit]
    public bool SetUtf8(ReadOnlySpan<byte> key, TValue value, CacheEntryOptions options = default)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Set(sought.Key, BytesOf(ref value), in options);
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <inheritdoc cref="ByteCache.Remove(ReadOnlySpan{char})"/>
    [SkipLocalsInit]
    public bool RemoveUtf8(ReadOnlySpan<byte> key)
    {
        using var sought = new Utf8CacheKey(key, stackalloc char[Utf8Key.StackChars]);
        return _store.Remove(sought.Key);
    }
}
