namespace Cenote.Strings;

/// <content>
/// Operations like those of <see cref="string"/>, but on bytes: searches without allocation, and new pooled strings derived from
/// this one. In valid UTF-8, a search for a character never matches inside another character. </content>
public readonly partial struct PooledUtf8String
{
    /// <summary>Returns a span over part of the string.</summary>
    /// <param name="startIndex">The index of the part's first byte, from 0 to <see cref="Length"/>.</param>
    /// <param name="length">The number of bytes.</param>
    /// <returns>The part, in the pool's memory. The part is not valid UTF-8 if it begins or ends inside a character.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not within the string.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public ReadOnlySpan<byte> SubstringSpan(int startIndex, int length) => PooledText.Substring(AsSpan(), startIndex, length);

    /// <summary>Finds the first occurrence of a value.</summary>
    /// <param name="value">The value to find.</param>
    /// <returns>The index of its first byte, or -1.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public int IndexOf(ReadOnlySpan<byte> value) => WithPoolAlive(AsSpan().IndexOf(value));

    /// <summary>Finds the last occurrence of a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <remarks>An empty value is found at the end.</remarks>
    public int LastIndexOf(ReadOnlySpan<byte> value) => WithPoolAlive(AsSpan().LastIndexOf(value));

    /// <summary>Whether the string contains a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>True if the string contains the value.</returns>
    public bool Contains(ReadOnlySpan<byte> value) => IndexOf(value) >= 0;

    /// <summary>Whether the string starts with a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>True if the string starts with the value.</returns>
    public bool StartsWith(ReadOnlySpan<byte> value) => WithPoolAlive(AsSpan().StartsWith(value));

    /// <summary>Whether the string ends with a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>True if the string ends with the value.</returns>
    public bool EndsWith(ReadOnlySpan<byte> value) => WithPoolAlive(AsSpan().EndsWith(value));

    /// <summary>Allocates a copy of the string in the same pool. The caller must free the copy, too.</summary>
    /// <returns>The handle of the copy; the empty string if this string is empty.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    public PooledUtf8String Duplicate() => _pool is null ? default : WithPoolAlive(_pool.DangerousAllocate(AsSpan()));

    /// <summary>Allocates a copy of this string with a value inserted, in the same pool. This string stays allocated.</summary>
    /// <param name="index">The index to insert at, in bytes, from 0 to <see cref="Length"/>.</param>
    /// <param name="value">The value to insert.</param>
    /// <returns>
    /// The new handle, which the caller must free. Sequences that become invalid UTF-8, for example a split character, become
    /// U+FFFD.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is outside the string.</exception>
    /// <exception cref="InvalidOperationException">
    /// The handle is stale, or it is the empty string, which has no pool to allocate from.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The result is too long, or the limit or the operating system refuses the memory;
    /// the pool is unchanged.</exception>
    public PooledUtf8String Insert(int index, ReadOnlySpan<byte> value)
    {
        ReadOnlySpan<byte> text = AsSpan();
        PooledText.CheckInsertion(text, index);
        if (_pool is null)
        {
            return value.IsEmpty ? default : Throw.EmptyHandleHasNoPool<PooledUtf8String>(nameof(Insert));
        }

        return WithPoolAlive(_pool.Allocate(TextEdit<byte>.Insert(text, index, value)));
    }

    /// <summary>
    /// Allocates a copy of this string with every occurrence of a value replaced, in the same pool. This string stays allocated.
    /// </summary>
    /// <param name="oldValue">The value to replace; not empty.</param>
    /// <param name="newValue">The replacement; may be empty.</param>
    /// <returns>
    /// The new handle, which the caller must free, even if nothing was replaced. Sequences that become invalid UTF-8 become
    /// U+FFFD.
    /// </returns>
    /// <exception cref="ArgumentException"><paramref name="oldValue"/> is empty.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The result is too long, or the limit or the operating system refuses the memory;
    /// the pool is unchanged.</exception>
    public PooledUtf8String Replace(ReadOnlySpan<byte> oldValue, ReadOnlySpan<byte> newValue)
    {
        if (oldValue.IsEmpty)
        {
            Throw.NothingToReplace(nameof(oldValue));
        }

        return _pool is null ? default : WithPoolAlive(_pool.Allocate(TextEdit<byte>.Replace(AsSpan(), oldValue, newValue)));
    }
}
