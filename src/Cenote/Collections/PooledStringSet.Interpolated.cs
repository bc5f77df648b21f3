using System.Runtime.CompilerServices;
using Cenote.Keys;

namespace Cenote.Collections;

/// <content>Interpolated strings. Up to 256 chars are formatted without allocation.</content>
public sealed partial class PooledStringSet
{
    /// <param name="item">The interpolated string, which is copied.</param>
    /// <inheritdoc cref="Add(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool Add(ref StringKeyHandler item) => Add(item.Text);

    /// <param name="item">The interpolated string, which is copied.</param>
    /// <param name="exists">Whether the string existed.</param>
    /// <inheritdoc cref="TryAdd(TextKey, out bool)"/>
    [OverloadResolutionPriority(1)]
    public bool TryAdd(ref StringKeyHandler item, out bool exists) => TryAdd(item.Text, out exists);

    /// <param name="item">The interpolated string.</param>
    /// <inheritdoc cref="Contains(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool Contains(ref StringKeyHandler item) => Contains(item.Text);

    /// <param name="item">The interpolated string.</param>
    /// <inheritdoc cref="Remove(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool Remove(ref StringKeyHandler item) => Remove(item.Text);
}
