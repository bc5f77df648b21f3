using System.Diagnostics.CodeAnalysis;

namespace Cenote.Collections;

/// <content>Keys that are interpolated strings: up to 256 chars of them are formatted without an allocation.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="this[ReadOnlySpan{char}]"/>
    public TValue this[StringKeyHandler key]
    {
        get => this[key.Text];
        set => this[key.Text] = value;
    }

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The value, or the default one.</param>
    /// <inheritdoc cref="TryGetValue(ReadOnlySpan{char}, out TValue)"/>
    public bool TryGetValue(ref StringKeyHandler key, [MaybeNullWhen(false)] out TValue value) =>
        TryGetValue(key.Text, out value);

    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="ContainsKey(ReadOnlySpan{char})"/>
    public bool ContainsKey(ref StringKeyHandler key) => ContainsKey(key.Text);

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue)"/>
    public bool TryAdd(ref StringKeyHandler key, TValue value) => TryAdd(key.Text, value);

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <param name="exists">Whether the key was there before; its value stays.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue, out bool)"/>
    public bool TryAdd(ref StringKeyHandler key, TValue value, out bool exists) => TryAdd(key.Text, value, out exists);

    /// <param name="key">The key, an interpolated string, which is copied if it is new.</param>
    /// <param name="value">The value to add.</param>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char}, TValue)"/>
    public TValue GetOrAdd(ref StringKeyHandler key, TValue value) => GetOrAdd(key.Text, value);

    /// <param name="key">The key, an interpolated string, which is copied if it is new.</param>
    /// <param name="value">Its value.</param>
    /// <param name="oldValue">The value that was replaced, or the default one.</param>
    /// <inheritdoc cref="Set(ReadOnlySpan{char}, TValue, out TValue)"/>
    public bool Set(ref StringKeyHandler key, TValue value, [MaybeNullWhen(false)] out TValue oldValue) =>
        Set(key.Text, value, out oldValue);

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The value it had, or the default one.</param>
    /// <inheritdoc cref="TryRemove(ReadOnlySpan{char}, out TValue)"/>
    public bool TryRemove(ref StringKeyHandler key, [MaybeNullWhen(false)] out TValue value) => TryRemove(key.Text, out value);
}
