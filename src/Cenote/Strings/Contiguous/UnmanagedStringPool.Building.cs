using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Cenote.Formatting;

namespace Cenote.Strings;

/// <content>Strings that are formatted, decoded from UTF-8, written by a callback, or derived from others.</content>
public sealed partial class UnmanagedStringPool
{
    /// <summary>
    /// Allocates an interpolated string: <c>pool.Allocate($"user {id}")</c> allocates no managed string. May move all strings, as
    /// <see cref="Allocate(ReadOnlySpan{char})"/> does.
    /// </summary>
    /// <param name="handler">Created by the compiler.</param>
    /// <returns>The handle, which the caller must free.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and cannot grow; its strings are unchanged.</exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    public PooledString Allocate(ref StringHandler handler) => handler.ClearAndReturn(Allocate(handler.Text));

    /// <summary>Same as <see cref="Allocate(ref StringHandler)"/>, with a format provider.</summary>
    /// <param name="provider">The format provider; null for the current culture.</param>
    /// <param name="handler">Created by the compiler.</param>
    /// <inheritdoc cref="Allocate(ref StringHandler)"/>
    public PooledString Allocate(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler) =>
        handler.ClearAndReturn(Allocate(handler.Text));

    /// <summary>
    /// Allocates a string from UTF-8. Each invalid sequence becomes U+FFFD, as with <see cref="Encoding.UTF8"/>. May move all
    /// strings, as <see cref="Allocate(ReadOnlySpan{char})"/> does.
    /// </summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The handle, which the caller must free.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The string has more than <see cref="MaximumLength"/> chars.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and cannot grow; its strings are unchanged.</exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    [OverloadResolutionPriority(-1)]
    public PooledString Allocate(ReadOnlySpan<byte> utf8)
    {
        int length = Encoding.UTF8.GetCharCount(utf8);
        CheckLength(nameof(utf8), length);
        return Build(nameof(utf8), length, utf8, static (text, utf8) => Decode(utf8, text));
    }

    /// <summary>
    /// Copies a string into the pool as <see cref="Allocate(ReadOnlySpan{char})"/> does, but returns false instead of throwing if
    /// the string does not fit.
    /// </summary>
    /// <param name="value">The chars, which need not be valid UTF-16.</param>
    /// <param name="handle">
    /// The handle, which the caller must free; <see cref="PooledString.Empty"/> for an empty string, and on failure.
    /// </param>
    /// <returns>
    /// False if the pool is full and cannot grow, the string is too long, or the pool rejects it as too short. The pool's strings
    /// are then unchanged.
    /// </returns>
    /// <remarks>
    /// O(length), unless the call compacts the block. Allocates nothing on the managed heap in steady state.
    /// </remarks>
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
    /// Allocates an interpolated string as <see cref="TryAllocate(ReadOnlySpan{char}, out PooledString)"/> does, without
    /// allocating a managed string.
    /// </summary>
    /// <param name="handler">Created by the compiler.</param>
    /// <param name="handle">
    /// The handle, which the caller must free; <see cref="PooledString.Empty"/> for an empty string, and on failure.
    /// </param>
    /// <inheritdoc cref="TryAllocate(ReadOnlySpan{char}, out PooledString)"/>
    public bool TryAllocate(ref StringHandler handler, out PooledString handle) =>
        handler.ClearAndReturn(TryAllocate(handler.Text, out handle));

    /// <summary>Same as <see cref="TryAllocate(ref StringHandler, out PooledString)"/>, with a format provider.</summary>
    /// <param name="provider">The format provider; null for the current culture.</param>
    /// <param name="handler">Created by the compiler.</param>
    /// <param name="handle">The handle, which the caller must free; empty for an empty string, and on failure.</param>
    /// <inheritdoc cref="TryAllocate(ref StringHandler, out PooledString)"/>
    public bool TryAllocate(
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler,
        out PooledString handle) =>
        handler.ClearAndReturn(TryAllocate(handler.Text, out handle));

    /// <summary>
    /// Allocates a string from UTF-8, as <see cref="Allocate(ReadOnlySpan{byte})"/> does, but returns false instead of throwing
    /// if the string does not fit.
    /// </summary>
    /// <param name="utf8">The bytes; each invalid sequence becomes U+FFFD.</param>
    /// <param name="handle">
    /// The handle, which the caller must free; <see cref="PooledString.Empty"/> for an empty string, and on failure.
    /// </param>
    /// <inheritdoc cref="TryAllocate(ReadOnlySpan{char}, out PooledString)"/>
    [OverloadResolutionPriority(-1)]
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
    /// Allocates a string that a callback writes, as <see cref="string.Create{TState}(int, TState, SpanAction{char, TState})"/>
    /// does. May move all strings, but not while the callback runs.
    /// </summary>
    /// <param name="length">The number of chars. For 0, the result is the empty string, and the callback is not called.</param>
    /// <param name="state">
    /// Passed to <paramref name="fill"/>. The state may contain spans of this pool: no string moves until the callback returns.
    /// </param>
    /// <param name="fill">
    /// Writes the chars, which are initially zero, in the pool or in a buffer that is then copied to the pool. The callback may
    /// allocate from the pool and free strings. No string moves until the callback returns: an allocation that would otherwise
    /// move strings grows the pool or fails. The callback must not clear, trim, defragment or dispose the pool. If the callback
    /// throws, the string is freed and the exception propagates. The span is invalid once the callback returns.
    /// </param>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <returns>The handle, which the caller must free.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="fill"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or above
    /// <see cref="MaximumLength"/>.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and cannot grow; its strings are unchanged.</exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    public PooledString Create<TState>(int length, TState state, SpanAction<char, TState> fill)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(fill);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        CheckLength(nameof(length), length);
        return Build(nameof(length), length, state, fill, zeroed: true);
    }

    // Never throws, even if another thread changes the bytes after their chars were counted.
    private static void Decode(ReadOnlySpan<byte> utf8, Span<char> text)
    {
        _ = Utf8.ToUtf16(utf8, text, out _, out int written);
        text[written..].Clear();
    }

    /// <summary>
    /// Allocates a copy of a string with a value inserted. The original, which may be empty or belong to another pool, stays
    /// allocated. May move all strings, which invalidates all spans of the pool, but <paramref name="value"/> may be a span of
    /// the pool.
    /// </summary>
    /// <param name="text">The handle of the original.</param>
    /// <param name="index">The index to insert at, in chars, from 0 to the length of the original.</param>
    /// <param name="value">The value to insert.</param>
    /// <returns>The new handle, which the caller must free.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is outside the string.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The result is too long, or the pool is full and cannot grow; the pool's strings are unchanged.
    /// </exception>
    public PooledString Insert(PooledString text, int index, ReadOnlySpan<char> value)
    {
        ThrowIfDisposed();
        ReadOnlySpan<char> old = text.AsSpan();
        PooledText.CheckInsertion(old, index);
        return text.WithPoolAlive(Allocate(TextEdit<char>.Insert(old, index, value)));
    }

    internal PooledString Allocate(TextEdit<char> edit) =>
        Build(edit.Parameter, edit.CheckedLength(MaximumLength), edit, static (text, edit) => edit.Write(text));

    // The state may contain spans of this pool.
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
            return AllocateViaBuffer(length, state, write, zeroed);
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
        ThrowIfShortRejected(parameter, length);
        char[] text = new char[length];
        Write(text, state, write, zeroed: false);
        _ = TryAllocateShort(text, out PooledString result);
        return result;
    }
}
