using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Unicode;
using Cenote.Keys;
using Cenote.Text;

namespace Cenote.Collections;

/// <content>Keys in UTF-8, in the form that they are stored in. What is added in one form is found in the other.</content>
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

        // The caller's value may overlap the memory of the key, so it is set last.
        if (_hasReplacements && !Utf8.IsValid(key))
        {
            return TryGetValueDecoded(key, out value);
        }

        value = default;
        return false;
    }

    // Not inlined, so that the search by chars has the registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetUtf8(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value) => TryGetValue(key, out value);

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

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ConcurrentPart<TValue> PartOf(ReadOnlySpan<byte> key)
    {
        if (StoresAsIs(key))
        {
            return PartOf(KeyHash.ComputeLong(key));
        }

        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return PartOf((TextKey)text.Chars);
    }
}
