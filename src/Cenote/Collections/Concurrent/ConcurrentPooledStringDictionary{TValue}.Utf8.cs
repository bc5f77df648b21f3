using System.Text.Unicode;
using Cenote.Keys;
using Cenote.Text;

namespace Cenote.Collections;

/// <content>UTF-8 keys, converted to their stored encoding. A key added in one encoding is found in the other.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <inheritdoc cref="TryGetValue(TextKey, out TValue)"/>
    public bool TryGetValue(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value)
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

        // The caller's variable may overlap the memory of the key, so it is set last.
        if (_hasReplacements && !Utf8.IsValid(key))
        {
            return TryGetValueDecoded(key, out value);
        }

        value = default;
        return false;
    }

    // Not inlined, so that the lookup by chars keeps its locals in registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetUtf8(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value) => TryGetValue(key, out value);

    [SkipLocalsInit]
    private bool TryGetValueDecoded(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryGetValue(text.Chars, out value);
    }

    // Looks up a key that is not ASCII, in a dictionary that stores such keys as UTF-8.
    [SkipLocalsInit]
    private bool TryGetValueEncoded(ReadOnlySpan<char> key, [MaybeNullWhen(false)] out TValue value)
    {
        using var encoded = new EncodedKey(key, stackalloc byte[EncodedKey.StackBytes]);
        ulong hash = encoded.IsValid ? KeyHash.ComputeLong(encoded.Bytes) : KeyHash.ComputeLong(key);
        return encoded.IsValid
            ? PartOf(hash).TryGetValue(encoded.Bytes, hash, out value)
            : PartOf(hash).TryGetValue(key, hash, out value);
    }

    // Whether a new key is stored as the bytes passed in. The key may be added, so a U+FFFD in it is recorded.
    private bool StoresAsIs(ReadOnlySpan<byte> key)
    {
        if (KeyText.IsAscii(key))
        {
            return true;
        }

        if (!_storesUtf8 || key.Length > EncodedKey.MaxChars || !Utf8.IsValid(key))
        {
            return false;
        }

        if (!_hasReplacements && key.IndexOf("\uFFFD"u8) >= 0)
        {
            _hasReplacements = true;
        }

        return true;
    }

    // Returns the part of a key, hashed as in TryGetValueEncoded. The key may be added, so a U+FFFD in it is recorded.
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

    // Decodes a key that is not stored as is, and does so only once: its memory may change between choosing the part and using
    // the key.
    private Utf8Key Decode(ReadOnlySpan<byte> key, out TextKey stored)
    {
        if (StoresAsIs(key))
        {
            stored = key;
            return default;
        }

        var decoded = new Utf8Key(key, default);
        stored = decoded.Chars;
        return decoded;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void SetUtf8(ReadOnlySpan<byte> key, TValue value)
    {
        using Utf8Key decoded = Decode(key, out TextKey stored);
        PartOf(stored).Set(stored, value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryAddUtf8(ReadOnlySpan<byte> key, TValue value, out bool exists)
    {
        using Utf8Key decoded = Decode(key, out TextKey stored);
        return PartOf(stored).TryAdd(stored, value, out exists);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool SetUtf8(ReadOnlySpan<byte> key, TValue value, [MaybeNullWhen(false)] out TValue oldValue)
    {
        using Utf8Key decoded = Decode(key, out TextKey stored);
        return PartOf(stored).Set(stored, value, out oldValue);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryExchangeUtf8(ReadOnlySpan<byte> key, TValue value, [MaybeNullWhen(false)] out TValue oldValue)
    {
        using Utf8Key decoded = Decode(key, out TextKey stored);
        return PartOf(stored).TryExchange(stored, value, out oldValue);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryRemoveUtf8(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value)
    {
        using Utf8Key decoded = Decode(key, out TextKey stored);
        return PartOf(stored).TryRemove(stored, out value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryRemoveUtf8(ReadOnlySpan<byte> key, TValue comparisonValue)
    {
        using Utf8Key decoded = Decode(key, out TextKey stored);
        return PartOf(stored).TryRemove(stored, comparisonValue);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private TValue GetOrAddUtf8(ReadOnlySpan<byte> key, TValue value)
    {
        using Utf8Key decoded = Decode(key, out TextKey stored);
        return PartOf(stored).GetOrAdd(stored, value, out _);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryUpdateUtf8(ReadOnlySpan<byte> key, TValue newValue, TValue comparisonValue)
    {
        using Utf8Key decoded = Decode(key, out TextKey stored);
        return PartOf(stored).TryUpdate(stored, newValue, comparisonValue);
    }
}
