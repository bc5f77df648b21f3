using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Cenote.Collections;

/// <content>
/// Keys that come as UTF-8. They are the same keys as in UTF-16: what is added in one form is found in the other. An invalid sequence counts
/// as U+FFFD, as <see cref="System.Text.Encoding.UTF8"/> has it.
/// </content>
public sealed partial class PooledStringDictionary<TValue>
{
    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <param name="value">The value, or the default one.</param>
    /// <returns>False if the key is not there.</returns>
    /// <inheritdoc cref="TryGetValue(ReadOnlySpan{char}, out TValue)"/>
    [SkipLocalsInit]
    public bool TryGetValueUtf8(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryGetValue(text.Chars, out value);
    }

    /// <summary>Whether a key is there.</summary>
    /// <param name="key">The key in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <returns>False if it is not.</returns>
    /// <inheritdoc cref="ContainsKey(ReadOnlySpan{char})"/>
    [SkipLocalsInit]
    public bool ContainsKeyUtf8(ReadOnlySpan<byte> key)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return ContainsKey(text.Chars);
    }

    /// <summary>Adds a key that is not there yet.</summary>
    /// <param name="key">The key in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <param name="value">Its value.</param>
    /// <returns>False if the key is there already; its value stays.</returns>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue)"/>
    [SkipLocalsInit]
    public bool TryAddUtf8(ReadOnlySpan<byte> key, TValue value)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryAdd(text.Chars, value);
    }

    /// <summary>Sets the value of a key, and adds the key if it is not there.</summary>
    /// <param name="key">The key in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <param name="value">Its value.</param>
    /// <inheritdoc cref="GetValueRefOrAddDefault(ReadOnlySpan{char}, out bool)" path="/exception"/>
    [SkipLocalsInit]
    public void SetUtf8(ReadOnlySpan<byte> key, TValue value)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        this[text.Chars] = value;
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <returns>False if the key was not there.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool RemoveUtf8(ReadOnlySpan<byte> key) => RemoveUtf8(key, out _);

    /// <summary>Removes a key. Its memory goes to the next key of its size.</summary>
    /// <param name="key">The key in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <param name="value">The value it had, or the default one.</param>
    /// <returns>False if the key was not there.</returns>
    /// <inheritdoc cref="Remove(ReadOnlySpan{char}, out TValue)"/>
    [SkipLocalsInit]
    public bool RemoveUtf8(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return Remove(text.Chars, out value);
    }

    /// <summary>The value of a key, in place. A key that is not there is added with the default value.</summary>
    /// <param name="key">The key in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <param name="exists">Whether the key was there before.</param>
    /// <inheritdoc cref="GetValueRefOrAddDefault(ReadOnlySpan{char}, out bool)"/>
    [SkipLocalsInit]
    public ref TValue? GetValueRefOrAddDefaultUtf8(scoped ReadOnlySpan<byte> key, out bool exists)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return ref GetValueRefOrAddDefault(text.Chars, out exists);
    }
}
