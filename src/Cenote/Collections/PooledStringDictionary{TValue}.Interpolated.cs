using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Keys;

namespace Cenote.Collections;

/// <content>Keys that are interpolated strings. Up to 256 chars are formatted without allocation.</content>
public sealed partial class PooledStringDictionary<TValue>
{
    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="this[TextKey]"/>
    [OverloadResolutionPriority(1)]
    public TValue this[StringKeyHandler key]
    {
        get => this[key.Text];
        set => this[key.Text] = value;
    }

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The value, or the default.</param>
    /// <inheritdoc cref="TryGetValue(TextKey, out TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool TryGetValue(ref StringKeyHandler key, [MaybeNullWhen(false)] out TValue value) =>
        TryGetValue(key.Text, out value);

    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="ContainsKey(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool ContainsKey(ref StringKeyHandler key) => ContainsKey(key.Text);

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <inheritdoc cref="TryAdd(TextKey, TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool TryAdd(ref StringKeyHandler key, TValue value) => TryAdd(key.Text, value, out _);

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <param name="exists">Whether the key existed; its value is unchanged.</param>
    /// <inheritdoc cref="TryAdd(TextKey, TValue, out bool)"/>
    [OverloadResolutionPriority(1)]
    public bool TryAdd(ref StringKeyHandler key, TValue value, out bool exists) => TryAdd(key.Text, value, out exists);

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <inheritdoc cref="Add(TextKey, TValue)"/>
    [OverloadResolutionPriority(1)]
    public void Add(ref StringKeyHandler key, TValue value) => Add(key.Text, value);

    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="Remove(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool Remove(ref StringKeyHandler key) => Remove(key.Text, out _);

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The removed value, or the default.</param>
    /// <inheritdoc cref="Remove(TextKey, out TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool Remove(ref StringKeyHandler key, [MaybeNullWhen(false)] out TValue value) => Remove(key.Text, out value);

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="exists">Whether the key existed.</param>
    /// <inheritdoc cref="GetValueRefOrAddDefault(TextKey, out bool)"/>
    [OverloadResolutionPriority(1)]
    public ref TValue? GetValueRefOrAddDefault(scoped ref StringKeyHandler key, out bool exists) =>
        ref GetValueRefOrAddDefault(key.Text, out exists);

    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="GetValueRefOrNullRef(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public ref TValue GetValueRefOrNullRef(scoped ref StringKeyHandler key) => ref GetValueRefOrNullRef(key.Text);
}
