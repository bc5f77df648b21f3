using Cenote.Formatting;
using Cenote.Keys;

namespace Cenote.Collections;

/// <content>Interpolated strings as keys, formatted without allocating a string.</content>
public sealed partial class PooledStringDictionary<TValue>
{
    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="this[TextKey]"/>
    [OverloadResolutionPriority(1)]
    public TValue this[StringHandler key]
    {
        // The handler is not cleared: a compound assignment uses copies of it for both accessors.
        get => this[key.Text];
        set => this[key.Text] = value;
    }

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The value, or the default.</param>
    /// <inheritdoc cref="TryGetValue(TextKey, out TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool TryGetValue(ref StringHandler key, [MaybeNullWhen(false)] out TValue value) =>
        key.ClearAndReturn(TryGetValue(key.Text, out value));

    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="ContainsKey(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool ContainsKey(ref StringHandler key) => key.ClearAndReturn(ContainsKey(key.Text));

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <inheritdoc cref="TryAdd(TextKey, TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool TryAdd(ref StringHandler key, TValue value) => key.ClearAndReturn(TryAdd(key.Text, value, out _));

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <param name="exists">Whether the key existed; if so, its value is unchanged.</param>
    /// <inheritdoc cref="TryAdd(TextKey, TValue, out bool)"/>
    [OverloadResolutionPriority(1)]
    public bool TryAdd(ref StringHandler key, TValue value, out bool exists) => key.ClearAndReturn(TryAdd(key.Text, value, out exists));

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <inheritdoc cref="Add(TextKey, TValue)"/>
    [OverloadResolutionPriority(1)]
    public void Add(ref StringHandler key, TValue value)
    {
        Add(key.Text, value);
        key.Clear();
    }

    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="Remove(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool Remove(ref StringHandler key) => key.ClearAndReturn(Remove(key.Text, out _));

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The removed value, or the default.</param>
    /// <inheritdoc cref="Remove(TextKey, out TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool Remove(ref StringHandler key, [MaybeNullWhen(false)] out TValue value) => key.ClearAndReturn(Remove(key.Text, out value));

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="exists">Whether the key existed.</param>
    /// <inheritdoc cref="GetValueRefOrAddDefault(TextKey, out bool)"/>
    [OverloadResolutionPriority(1)]
    public ref TValue? GetValueRefOrAddDefault(scoped ref StringHandler key, out bool exists)
    {
        ref TValue? value = ref GetValueRefOrAddDefault(key.Text, out exists);
        key.Clear();
        return ref value;
    }

    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="GetValueRefOrNullRef(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public ref TValue GetValueRefOrNullRef(scoped ref StringHandler key)
    {
        ref TValue value = ref GetValueRefOrNullRef(key.Text);
        key.Clear();
        return ref value;
    }
}
