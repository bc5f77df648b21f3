using System.Diagnostics.CodeAnalysis;

namespace Cenote.Collections;

/// <content>Keys that are interpolated strings: up to 256 chars of them are formatted without an allocation.</content>
public sealed partial class PooledStringDictionary<TValue>
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
    public bool TryAdd(ref StringKeyHandler key, TValue value) => TryAdd(key.Text, value, out _);

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <param name="exists">Whether the key was there before; its value stays.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue, out bool)"/>
    public bool TryAdd(ref StringKeyHandler key, TValue value, out bool exists) => TryAdd(key.Text, value, out exists);

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <inheritdoc cref="Add(ReadOnlySpan{char}, TValue)"/>
    public void Add(ref StringKeyHandler key, TValue value) => Add(key.Text, value);

    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="Remove(ReadOnlySpan{char})"/>
    public bool Remove(ref StringKeyHandler key) => Remove(key.Text, out _);

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The value it had, or the default one.</param>
    /// <inheritdoc cref="Remove(ReadOnlySpan{char}, out TValue)"/>
    public bool Remove(ref StringKeyHandler key, [MaybeNullWhen(false)] out TValue value) => Remove(key.Text, out value);

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="exists">Whether the key was there before.</param>
    /// <inheritdoc cref="GetValueRefOrAddDefault(ReadOnlySpan{char}, out bool)"/>
    public ref TValue? GetValueRefOrAddDefault(scoped ref StringKeyHandler key, out bool exists) =>
        ref GetValueRefOrAddDefault(key.Text, out exists);

    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="GetValueRefOrNullRef(ReadOnlySpan{char})"/>
    public ref TValue GetValueRefOrNullRef(scoped ref StringKeyHandler key) => ref GetValueRefOrNullRef(key.Text);
}
