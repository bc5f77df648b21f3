using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;
using Cenote.Formatting;

namespace Cenote.Strings;

/// <content>Strings that are written in place, and those made from parts of others.</content>
public sealed partial class UnmanagedStringPool
{
    /// <summary>
    /// Allocates an interpolated string: <c>pool.Allocate($"user {id}")</c> makes no managed string. May move all texts, as
    /// <see cref="Allocate(ReadOnlySpan{char})"/> does.
    /// </summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <returns>The handle, to be freed by the caller.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and may not grow, or cannot; it is unchanged.</exception>
    /// <exception cref="ArgumentException">The text is shorter than the pool's minimum, and the pool was told to refuse such
    /// texts.</exception>
    public PooledString Allocate(ref StringHandler handler) => handler.Done(Allocate(handler.Text));

    /// <summary>As <see cref="Allocate(ref StringHandler)"/>, with values formatted by a provider.</summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Made by the compiler.</param>
    /// <inheritdoc cref="Allocate(ref StringHandler)"/>
    public PooledString Allocate(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler) =>
        handler.Done(Allocate(handler.Text));

    /// <summary>
    /// Allocates the text of UTF-8 bytes. Each invalid sequence becomes U+FFFD, as <see cref="Encoding.UTF8"/> has it. May move
    /// all texts, as <see cref="Allocate(ReadOnlySpan{char})"/> does.
    /// </summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The handle, to be freed by the caller.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The text has more than <see cref="MaximumLength"/> chars.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and may not grow, or cannot; it is unchanged.</exception>
    /// <exception cref="ArgumentException">The text is shorter than the pool's minimum, and the pool was told to refuse such
    /// texts.</exception>
    public PooledString Allocate(ReadOnlySpan<byte> utf8)
    {
        int length = Encoding.UTF8.GetCharCount(utf8);
        CheckLength(nameof(utf8), length);
        return Build(nameof(utf8), length, utf8, static (text, utf8) => Decode(utf8, text));
    }

    /// <summary>
    /// Copies a text into the pool as <see cref="Allocate(ReadOnlySpan{char})"/> does, if there is room for it.
    /// </summary>
    /// <param name="value">Any UTF-16.</param>
    /// <param name="handle">The handle, to be freed by the caller; <see cref="PooledString.Empty"/> for an empty text, and on
    /// failure.</param>
    /// <returns>False if the pool is full and may not grow, or cannot, or the text is too long, or too short for a pool that
    /// refuses short texts; the strings of the pool are as they were.</returns>
    /// <remarks>O(length), but for an allocation that compacts. Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public bool TryAllocate(ReadOnlySpan<char> value, out PooledString handle)
    {
        ThrowIfDisposed();
        handle = default;
        if (value.IsEmpty || value.Length > MaximumLength)
        {
            return value.IsEmpty;
        }

        if (value.Length < _minimumLength)
        {
            return TryAllocateShort(value, out handle);
        }

        if (!TryAllocateText(value.Length, out handle, out Span<char> text))
        {
            return TryAllocateMoving(value, out handle);
        }

        value.CopyTo(text);
        return true;
    }

    /// <summary>
    /// Allocates an interpolated string as <see cref="TryAllocate(ReadOnlySpan{char}, out PooledString)"/> does, without making a
    /// managed string of it.
    /// </summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <param name="handle">The handle, to be freed by the caller; <see cref="PooledString.Empty"/> for an empty text, and on
    /// failure.</param>
    /// <inheritdoc cref="TryAllocate(ReadOnlySpan{char}, out PooledString)"/>
    public bool TryAllocate(ref StringHandler handler, out PooledString handle) =>
        handler.Done(TryAllocate(handler.Text, out handle));

    /// <summary>
    /// As <see cref="TryAllocate(ref StringHandler, out PooledString)"/>, with values formatted by a provider.
    /// </summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Made by the compiler.</param>
    /// <param name="handle">The handle, to be freed by the caller; empty for an empty text, and on failure.</param>
    /// <inheritdoc cref="TryAllocate(ref StringHandler, out PooledString)"/>
    public bool TryAllocate(
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler,
        out PooledString handle) =>
        handler.Done(TryAllocate(handler.Text, out handle));

    /// <summary>
    /// Allocates the text of UTF-8 bytes as <see cref="Allocate(ReadOnlySpan{byte})"/> does, if there is room for it.
    /// </summary>
    /// <param name="utf8">The bytes; each invalid sequence becomes U+FFFD.</param>
    /// <param name="handle">The handle, to be freed by the caller; <see cref="PooledString.Empty"/> for an empty text, and on
    /// failure.</param>
    /// <inheritdoc cref="TryAllocate(ReadOnlySpan{char}, out PooledString)"/>
    public bool TryAllocate(ReadOnlySpan<byte> utf8, out PooledString handle)
    {
        ThrowIfDisposed();
        handle = default;
        int length = Encoding.UTF8.GetCharCount(utf8);
        if (length == 0 || length > MaximumLength)
        {
            return length == 0;
        }

        if (length < _minimumLength)
        {
            return TryAllocateShort(Encoding.UTF8.GetString(utf8), out handle);
        }

        if (!TryAllocateText(length, out handle, out Span<char> text))
        {
            return TryAllocateMovingUtf8(utf8, length, out handle);
        }

        Decode(utf8, text);
        return true;
    }

    /// <summary>
    /// Allocates a string and lets a callback write it, as
    /// <see cref="string.Create{TState}(int, TState, SpanAction{char, TState})"/>
    /// does. May move all texts, but not while the callback runs.
    /// </summary>
    /// <param name="length">Chars of the string; 0 gives the empty string without a call.</param>
    /// <param name="state">
    /// Handed to <paramref name="fill"/>. It may consist of spans of this pool: no text moves before the call has returned.
    /// </param>
    /// <param name="fill">
    /// Writes the chars, which are zero before, in the pool or in a buffer that is copied there. It may allocate from the pool
    /// and free strings, and no text moves meanwhile: an allocation for which texts would have to move grows the pool or is
    /// refused. It may not clear, trim, defragment or dispose the pool. What it throws reaches the caller, and the string is
    /// freed. Its span is invalid once it has returned.
    /// </param>
    /// <typeparam name="TState">Type of the state.</typeparam>
    /// <returns>The handle, to be freed by the caller.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="fill"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or above
    /// <see cref="MaximumLength"/>.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and may not grow, or cannot; it is unchanged.</exception>
    /// <exception cref="ArgumentException">The text is shorter than the pool's minimum, and the pool was told to refuse such
    /// texts.</exception>
    public PooledString Create<TState>(int length, TState state, SpanAction<char, TState> fill)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(fill);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        CheckLength(nameof(length), length);
        return Build(nameof(length), length, state, fill, zeroed: true);
    }

    // Throws nothing, also if another thread has changed the bytes since their chars were counted.
    private static void Decode(ReadOnlySpan<byte> utf8, Span<char> text)
    {
        _ = Utf8.ToUtf16(utf8, text, out _, out int written);
        text[written..].Clear();
    }

    /// <summary>
    /// A new string of this pool: a text with a value inserted. The text may be the empty string, which has no pool of its own,
    /// or one of another pool. It lives on. May move all texts: spans of the pool are
    /// invalid from now on, but <paramref name="value"/> may be one.
    /// </summary>
    /// <param name="text">The handle of the text.</param>
    /// <param name="index">Where to insert, in chars, from 0 to the length of the text.</param>
    /// <param name="value">What to insert.</param>
    /// <returns>The new handle, to be freed on its own.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not within the text.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The result is too long, or the pool is full and may not grow, or cannot; it is
    /// unchanged.</exception>
    public PooledString Insert(PooledString text, int index, ReadOnlySpan<char> value)
    {
        ThrowIfDisposed();
        ReadOnlySpan<char> old = text.AsSpan();
        PooledText.CheckInsertion(old, index);
        return text.Kept(Allocate(TextEdit<char>.Insert(old, index, value)));
    }

    internal PooledString Allocate(TextEdit<char> edit) =>
        Build(edit.Parameter, edit.LengthUpTo(MaximumLength), edit, static (text, edit) => edit.Write(text));

    // The state may consist of spans of this pool.
    private PooledString Build<TState>(
        string parameter, int length, TState state, SpanAction<char, TState> write, bool zeroed = false)
        where TState : allows ref struct
    {
        if (length == 0)
        {
            return default;
        }

        if (length < _minimumLength)
        {
            return CreateShort(parameter, length, state, write);
        }

        if (!TryAllocateText(length, out PooledString result, out Span<char> text))
        {
            return AllocateAside(length, state, write, zeroed);
        }

        bool written = false;
        try
        {
            Write(text, state, write, zeroed);
            written = true;
            return result;
        }
        finally
        {
            if (!written)
            {
                result.Free();
            }
        }
    }

    private PooledString CreateShort<TState>(string parameter, int length, TState state, SpanAction<char, TState> write)
        where TState : allows ref struct
    {
        ThrowIfShortIsRefused(parameter, length);
        char[] text = new char[length];
        Write(text, state, write, zeroed: false);
        _ = TryAllocateShort(text, out PooledString result);
        return result;
    }
}
