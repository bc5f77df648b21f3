using Cenote.Formatting;
using Cenote.Keys;

namespace Cenote.Collections;

/// <content>Interpolated strings as items, formatted without allocating a string.</content>
public sealed partial class PooledStringSet
{
    /// <param name="item">The interpolated string, which is copied.</param>
    /// <inheritdoc cref="Add(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool Add(ref StringHandler item) => item.ClearAndReturn(Add(item.Text));

    /// <param name="item">The interpolated string, which is copied.</param>
    /// <param name="exists">Whether the string existed.</param>
    /// <inheritdoc cref="TryAdd(TextKey, out bool)"/>
    [OverloadResolutionPriority(1)]
    public bool TryAdd(ref StringHandler item, out bool exists) => item.ClearAndReturn(TryAdd(item.Text, out exists));

    /// <param name="item">The interpolated string.</param>
    /// <inheritdoc cref="Contains(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool Contains(ref StringHandler item) => item.ClearAndReturn(Contains(item.Text));

    /// <param name="item">The interpolated string.</param>
    /// <inheritdoc cref="Remove(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool Remove(ref StringHandler item) => item.ClearAndReturn(Remove(item.Text));
}
