using System.Runtime.CompilerServices;
using Cenote.Keys;

namespace Cenote.Collections;

/// <content>Interpolated strings: up to 256 chars of them are formatted without an allocation.</content>
public sealed partial class PooledStringSet
{
    /// <param name="item">The string, an interpolated one, which is copied.</param>
    /// <inheritdoc cref="Add(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool Add(ref StringKeyHandler item) => Add(item.Text);

    /// <param name="item">The string, an interpolated one, which is copied.</param>
    /// <param name="exists">Whether it was there before.</param>
    /// <inheritdoc cref="TryAdd(TextKey, out bool)"/>
    [OverloadResolutionPriority(1)]
    public bool TryAdd(ref StringKeyHandler item, out bool exists) => TryAdd(item.Text, out exists);

    /// <param name="item">The string, an interpolated one.</param>
    /// <inheritdoc cref="Contains(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool Contains(ref StringKeyHandler item) => Contains(item.Text);

    /// <param name="item">The string, an interpolated one.</param>
    /// <inheritdoc cref="Remove(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool Remove(ref StringKeyHandler item) => Remove(item.Text);
}
