namespace Cenote.Strings;

/// <content>
/// Operations like those of <see cref="string"/>: searches without allocation, and new pooled strings derived from this one.
/// </content>
public readonly partial struct PooledString
{
    /// <summary>Returns a span over part of the string.</summary>
    /// <param name="startIndex">The start index, from 0 to <see cref="Length"/>.</param>
    /// <param name="length">The number of chars.</param>
    /// <returns>
    /// The part, in the pool's memory. <b>The span is invalid once anything changes the pool</b>, because any change may
    /// move strings.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not within the string.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public ReadOnlySpan<char> SubstringSpan(int startIndex, int length) => PooledText.Substring(AsSpan(), startIndex, length);

    /// <inheritdoc cref="PooledStringRef.IndexOf"/>
    public int IndexOf(ReadOnlySpan<char> value, StringComparison comparison = StringComparison.Ordinal) =>
        WithPoolAlive(AsSpan().IndexOf(value, comparison));

    /// <summary>Finds the last occurrence of a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <remarks>An empty value is found at the end.</remarks>
    public int LastIndexOf(ReadOnlySpan<char> value, StringComparison comparison = StringComparison.Ordinal) =>
        WithPoolAlive(AsSpan().LastIndexOf(value, comparison));

    /// <summary>Whether the string contains a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>True if the string contains the value.</returns>
    public bool Contains(ReadOnlySpan<char> value, StringComparison comparison = StringComparison.Ordinal) =>
        WithPoolAlive(AsSpan().Contains(value, comparison));

    /// <summary>Whether the string starts with a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>True if the string starts with the value.</returns>
    public bool StartsWith(ReadOnlySpan<char> value, StringComparison comparison = StringComparison.Ordinal) =>
        WithPoolAlive(AsSpan().StartsWith(value, comparison));

    /// <summary>Whether the string ends with a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>True if the string ends with the value.</returns>
    public bool EndsWith(ReadOnlySpan<char> value, StringComparison comparison = StringComparison.Ordinal) =>
        WithPoolAlive(AsSpan().EndsWith(value, comparison));

    /// <summary>
    /// Allocates a copy of the string in the same pool. The caller must free the copy, too. May move all strings, which
    /// invalidates all spans of the pool.
    /// </summary>
    /// <returns>The handle of the copy; the empty string if this string is empty.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and cannot grow; its strings are unchanged.</exception>
    public PooledString Duplicate() => _pool is null ? default : WithPoolAlive(_pool.Allocate(AsSpan()));

    /// <summary>
    /// Allocates a copy of this string with a value inserted, in the same pool. This string stays allocated. May move all
    /// strings, which invalidates all spans of the pool, but <paramref name="value"/> may be a span of the pool.
    /// </summary>
    /// <param name="index">The index to insert at, from 0 to <see cref="Length"/>.</param>
    /// <param name="value">The value to insert.</param>
    /// <returns>The new handle, which the caller must free.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is outside the string.</exception>
    /// <exception cref="InvalidOperationException">
    /// The handle is stale, or it is the empty string, which has no pool to allocate from.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The result is too long, or the pool is full and cannot grow; the pool's strings are unchanged.
    /// </exception>
    public PooledString Insert(int index, ReadOnlySpan<char> value)
    {
        ReadOnlySpan<char> text = AsSpan();
        PooledText.CheckInsertion(text, index);
        if (_pool is null)
        {
            return value.IsEmpty ? default : Throw.EmptyHandleHasNoPool<PooledString>(nameof(Insert));
        }

        return WithPoolAlive(_pool.Allocate(TextEdit<char>.Insert(text, index, value)));
    }

    /// <summary>
    /// Allocates a copy of this string with every occurrence of a value replaced, ordinally, in the same pool. This string stays
    /// allocated. May move all strings, which invalidates all spans of the pool, but the values may be spans of the pool.
    /// </summary>
    /// <param name="oldValue">The value to replace; not empty.</param>
    /// <param name="newValue">The replacement; may be empty.</param>
    /// <returns>The new handle, which the caller must free, even if nothing was replaced.</returns>
    /// <exception cref="ArgumentException"><paramref name="oldValue"/> is empty.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The result is too long, or the pool is full and cannot grow; the pool's strings are unchanged.
    /// </exception>
    public PooledString Replace(ReadOnlySpan<char> oldValue, ReadOnlySpan<char> newValue)
    {
        if (oldValue.IsEmpty)
        {
            Throw.NothingToReplace(nameof(oldValue));
        }

        return _pool is null ? default : WithPoolAlive(_pool.Allocate(TextEdit<char>.Replace(AsSpan(), oldValue, newValue)));
    }
}
