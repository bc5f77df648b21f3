namespace Cenote.Strings;

/// <content>The operations of <see cref="string"/>: searches that allocate nothing, and new pooled strings made from this
/// one.</content>
public readonly partial struct PooledString
{
    /// <summary>A part of the text.</summary>
    /// <param name="startIndex">Where it starts, from 0 to <see cref="Length"/>.</param>
    /// <param name="length">Its chars.</param>
    /// <returns>The part, in the pool's memory. <b>The span is invalid once anything changes the pool</b>: compaction and growth
    /// move texts.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not within the text.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public ReadOnlySpan<char> SubstringSpan(int startIndex, int length) => PooledText.Substring(AsSpan(), startIndex, length);

    /// <inheritdoc cref="PooledStringRef.IndexOf"/>
    public int IndexOf(ReadOnlySpan<char> value, StringComparison comparison = StringComparison.Ordinal) =>
        Kept(AsSpan().IndexOf(value, comparison));

    /// <summary>Where a value last occurs.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <remarks>The empty value is found at the end.</remarks>
    public int LastIndexOf(ReadOnlySpan<char> value, StringComparison comparison = StringComparison.Ordinal) =>
        Kept(AsSpan().LastIndexOf(value, comparison));

    /// <summary>Whether a value occurs.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>Whether it does.</returns>
    public bool Contains(ReadOnlySpan<char> value, StringComparison comparison = StringComparison.Ordinal) =>
        Kept(AsSpan().Contains(value, comparison));

    /// <summary>Whether the text starts with a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>Whether it does.</returns>
    public bool StartsWith(ReadOnlySpan<char> value, StringComparison comparison = StringComparison.Ordinal) =>
        Kept(AsSpan().StartsWith(value, comparison));

    /// <summary>Whether the text ends with a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>Whether it does.</returns>
    public bool EndsWith(ReadOnlySpan<char> value, StringComparison comparison = StringComparison.Ordinal) =>
        Kept(AsSpan().EndsWith(value, comparison));

    /// <summary>
    /// A new string of the same pool with the same text. It is freed on its own. May move all texts: spans of the pool are
    /// invalid from now on.
    /// </summary>
    /// <returns>The new handle; the empty string gives the empty string.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and may not grow, or cannot; it is unchanged.</exception>
    public PooledString Duplicate() => _pool is null ? default : Kept(_pool.Allocate(AsSpan()));

    /// <summary>
    /// A new string of the same pool: this text with a value inserted. This string lives on. May move all texts: spans of the
    /// pool are invalid from now on, but <paramref name="value"/> may be one.
    /// </summary>
    /// <param name="index">Where to insert, from 0 to <see cref="Length"/>.</param>
    /// <param name="value">What to insert.</param>
    /// <returns>The new handle, to be freed on its own.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not within the text.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale, or it is the empty string, which has no pool to insert a
    /// value in.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and may not grow, or cannot; it is unchanged.</exception>
    public PooledString Insert(int index, ReadOnlySpan<char> value)
    {
        ReadOnlySpan<char> text = AsSpan();
        PooledText.CheckInsertion(text, index);
        if (_pool is null)
        {
            return value.IsEmpty ? default : Throw.EmptyHandleHasNoPool<PooledString>(nameof(Insert));
        }

        return Kept(_pool.Allocate(TextEdit<char>.Insert(text, index, value)));
    }

    /// <summary>
    /// A new string of the same pool: this text with every occurrence of a value replaced, ordinally. This string lives on. May
    /// move all texts: spans of the pool are invalid from now on, but the values may be such spans.
    /// </summary>
    /// <param name="oldValue">What to replace; not empty.</param>
    /// <param name="newValue">What to put in its place; may be empty.</param>
    /// <returns>The new handle, to be freed on its own, even if nothing was replaced.</returns>
    /// <exception cref="ArgumentException"><paramref name="oldValue"/> is empty.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The result is too long, or the pool is full and may not grow, or cannot; it is
    /// unchanged.</exception>
    public PooledString Replace(ReadOnlySpan<char> oldValue, ReadOnlySpan<char> newValue)
    {
        if (oldValue.IsEmpty)
        {
            Throw.NothingToReplace(nameof(oldValue));
        }

        return _pool is null ? default : Kept(_pool.Allocate(TextEdit<char>.Replace(AsSpan(), oldValue, newValue)));
    }
}
