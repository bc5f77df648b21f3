namespace Cenote.Strings;

/// <content>
/// The operations of <see cref="string"/> on bytes: searches that allocate nothing, and new pooled strings made from this one.
/// A character of valid UTF-8 is found where that character is, and never inside another one.
/// </content>
public readonly partial struct PooledUtf8String
{
    /// <summary>A part of the text.</summary>
    /// <param name="startIndex">The byte where it starts, from 0 to <see cref="Length"/>.</param>
    /// <param name="length">Its bytes.</param>
    /// <returns>The part, in the pool's memory. It is not valid UTF-8 if it is cut inside a character.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not within the text.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public ReadOnlySpan<byte> SubstringSpan(int startIndex, int length) => PooledText.Substring(AsSpan(), startIndex, length);

    /// <summary>Where a value first occurs.</summary>
    /// <param name="value">What to look for.</param>
    /// <returns>The index of its first byte, or -1.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public int IndexOf(ReadOnlySpan<byte> value) => Kept(AsSpan().IndexOf(value));

    /// <summary>Where a value last occurs.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <remarks>The empty value is found at the end.</remarks>
    public int LastIndexOf(ReadOnlySpan<byte> value) => Kept(AsSpan().LastIndexOf(value));

    /// <summary>Whether a value occurs.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>Whether it does.</returns>
    public bool Contains(ReadOnlySpan<byte> value) => IndexOf(value) >= 0;

    /// <summary>Whether the text starts with a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>Whether it does.</returns>
    public bool StartsWith(ReadOnlySpan<byte> value) => Kept(AsSpan().StartsWith(value));

    /// <summary>Whether the text ends with a value.</summary>
    /// <inheritdoc cref="IndexOf"/>
    /// <returns>Whether it does.</returns>
    public bool EndsWith(ReadOnlySpan<byte> value) => Kept(AsSpan().EndsWith(value));

    /// <summary>A new string of the same pool with the same bytes. It is freed on its own.</summary>
    /// <returns>The new handle; the empty string gives the empty string.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    public PooledUtf8String Duplicate() => _pool is null ? default : Kept(_pool.DangerousAllocate(AsSpan()));

    /// <summary>A new string of the same pool: this text with a value inserted. This string lives on.</summary>
    /// <param name="index">The byte in front of which to insert, from 0 to <see cref="Length"/>.</param>
    /// <param name="value">What to insert.</param>
    /// <returns>The new handle, to be freed on its own. What becomes invalid UTF-8, for example by cutting a character, is
    /// replaced with U+FFFD.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not within the text.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale, or it is the empty string, which has no pool to insert a
    /// value in.</exception>
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

        return Kept(_pool.Allocate(TextEdit<byte>.Insert(text, index, value)));
    }

    /// <summary>
    /// A new string of the same pool: this text with every occurrence of a value replaced. This string lives on.
    /// </summary>
    /// <param name="oldValue">What to replace; not empty.</param>
    /// <param name="newValue">What to put in its place; may be empty.</param>
    /// <returns>The new handle, to be freed on its own, even if nothing was replaced. What becomes invalid UTF-8 is replaced with
    /// U+FFFD.</returns>
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

        return _pool is null ? default : Kept(_pool.Allocate(TextEdit<byte>.Replace(AsSpan(), oldValue, newValue)));
    }
}
