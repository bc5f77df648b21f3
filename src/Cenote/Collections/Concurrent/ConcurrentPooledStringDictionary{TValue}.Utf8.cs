using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Unicode;
using Cenote.Text;

namespace Cenote.Collections;

/// <content>
/// Keys that come as UTF-8. They are the same keys as in UTF-16: what is added in one form is found in the other. An invalid
/// sequence counts as U+FFFD, as with <see cref="System.Text.Encoding.UTF8"/>.
/// </content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">The value, or the default one.</param>
    /// <inheritdoc cref="TryGetValue(ReadOnlySpan{char}, out TValue)"/>
    public bool TryGetValueUtf8(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value)
    {
        if (!_storesUtf8 && !KeyText.IsAscii(key))
        {
            return TryGetValueDecoded(key, out value);
        }

        ulong hash = KeyHash.ComputeLong(key);
        if (PartOf(hash).TryGetValue(key, hash, out TValue? read))
        {
            value = read;
            return true;
        }

        // The caller's value may overlap the memory of the key, so it is set last.
        if (_hasReplacements && !Utf8.IsValid(key))
        {
            return TryGetValueDecoded(key, out value);
        }

        value = default;
        return false;
    }

    [SkipLocalsInit]
    private bool TryGetValueDecoded(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryGetValue(text.Chars, out value);
    }

    // A key that is not ASCII, where such keys are stored as UTF-8.
    [SkipLocalsInit]
    private bool TryGetValueEncoded(ReadOnlySpan<char> key, [MaybeNullWhen(false)] out TValue value)
    {
        using var encoded = new EncodedKey(key, stackalloc byte[EncodedKey.StackBytes]);
        ulong hash = encoded.IsValid ? KeyHash.ComputeLong(encoded.Bytes) : KeyHash.ComputeLong(key);
        return encoded.IsValid
            ? PartOf(hash).TryGetValue(encoded.Bytes, hash, out value)
            : PartOf(hash).TryGetValue(key, hash, out value);
    }

    // Whether a key that may be added is stored as the bytes that it comes as.
    private bool StoresAsIs(ReadOnlySpan<byte> key)
    {
        if (KeyText.IsAscii(key))
        {
            return true;
        }

        if (!_storesUtf8 || key.Length > EncodedKey.MostChars || !Utf8.IsValid(key))
        {
            return false;
        }

        if (!_hasReplacements && key.IndexOf("\uFFFD"u8) >= 0)
        {
            _hasReplacements = true;
        }

        return true;
    }

    // As TryGetValueEncoded, for a key that may be added.
    [SkipLocalsInit]
    private ConcurrentPart<TValue> PartOfEncoded(ReadOnlySpan<char> key)
    {
        using var encoded = new EncodedKey(key, stackalloc byte[EncodedKey.StackBytes]);
        if (!encoded.IsValid)
        {
            return PartOf(KeyHash.ComputeLong(key));
        }

        if (!_hasReplacements && key.Contains('\uFFFD'))
        {
            _hasReplacements = true;
        }

        return PartOf(KeyHash.ComputeLong(encoded.Bytes));
    }

    /// <summary>Whether a key is there.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <inheritdoc cref="ContainsKey(ReadOnlySpan{char})"/>
    public bool ContainsKeyUtf8(ReadOnlySpan<byte> key) => TryGetValueUtf8(key, out _);

    /// <summary>Adds a key that is not there yet, if there is memory for it.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">Its value.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue)"/>
    public bool TryAddUtf8(ReadOnlySpan<byte> key, TValue value) => TryAddUtf8(key, value, out _);

    /// <summary>Adds a key that is not there yet, if there is memory for it.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">Its value.</param>
    /// <param name="exists">Whether the key was there before; its value stays.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue, out bool)"/>
    [SkipLocalsInit]
    public bool TryAddUtf8(ReadOnlySpan<byte> key, TValue value, out bool exists)
    {
        if (StoresAsIs(key))
        {
            return PartOf(KeyHash.ComputeLong(key)).TryAddUtf8(key, value, out exists);
        }

        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryAdd(text.Chars, value, out exists);
    }

    /// <summary>Sets the value of a key, and adds the key if it is not there.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">Its value.</param>
    /// <inheritdoc cref="Set(ReadOnlySpan{char}, TValue, out TValue)" path="/exception"/>
    [SkipLocalsInit]
    public void SetUtf8(ReadOnlySpan<byte> key, TValue value)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        this[text.Chars] = value;
    }

    /// <summary>Sets the value of a key, and adds the key if it is not there.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">Its value.</param>
    /// <param name="oldValue">The value that was replaced, or the default one.</param>
    /// <inheritdoc cref="Set(ReadOnlySpan{char}, TValue, out TValue)"/>
    [SkipLocalsInit]
    public bool SetUtf8(ReadOnlySpan<byte> key, TValue value, [MaybeNullWhen(false)] out TValue oldValue)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return Set(text.Chars, value, out oldValue);
    }

    /// <summary>Replaces the value of a key that is there.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">The value to set.</param>
    /// <param name="oldValue">The value that was replaced, or the default one.</param>
    /// <inheritdoc cref="TryExchange(ReadOnlySpan{char}, TValue, out TValue)"/>
    [SkipLocalsInit]
    public bool TryExchangeUtf8(ReadOnlySpan<byte> key, TValue value, [MaybeNullWhen(false)] out TValue oldValue)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryExchange(text.Chars, value, out oldValue);
    }

    /// <summary>Removes a key. Its memory goes to the next key of its size.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">The value it had, or the default one.</param>
    /// <inheritdoc cref="TryRemove(ReadOnlySpan{char}, out TValue)"/>
    [SkipLocalsInit]
    public bool TryRemoveUtf8(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryRemove(text.Chars, out value);
    }

    /// <summary>Removes a key if it has the expected value.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="comparisonValue">The value that the key must have, by <see cref="EqualityComparer{T}.Default"/>.</param>
    /// <inheritdoc cref="TryRemove(ReadOnlySpan{char}, TValue)"/>
    [SkipLocalsInit]
    public bool TryRemoveUtf8(ReadOnlySpan<byte> key, TValue comparisonValue)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryRemove(text.Chars, comparisonValue);
    }
}
