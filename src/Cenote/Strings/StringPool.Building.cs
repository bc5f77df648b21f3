using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Cenote.Formatting;

namespace Cenote.Strings;

/// <content>Strings that are formatted, decoded from UTF-8, written by a callback, or derived from others.</content>
public abstract unsafe partial class StringPool
{
    /// <summary>Allocates an interpolated string: <c>pool.Allocate($"user {id}")</c> allocates no managed string.</summary>
    /// <param name="handler">Created by the compiler.</param>
    /// <returns>The handle, which the caller must free.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    public PooledStringRef Allocate(ref StringHandler handler) => handler.ClearAndReturn(Allocate(handler.Text));

    /// <summary>Same as <see cref="Allocate(ref StringHandler)"/>, with a format provider.</summary>
    /// <param name="provider">The format provider; null for the current culture.</param>
    /// <param name="handler">Created by the compiler.</param>
    /// <inheritdoc cref="Allocate(ref StringHandler)"/>
    public PooledStringRef Allocate(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler) =>
        handler.ClearAndReturn(Allocate(handler.Text));

    /// <summary>
    /// Allocates an interpolated string as <see cref="TryAllocate(ReadOnlySpan{char}, out PooledStringRef)"/> does, without
    /// allocating a managed string.
    /// </summary>
    /// <param name="handler">Created by the compiler.</param>
    /// <param name="handle">
    /// The handle, which the caller must free; <see cref="PooledStringRef.Empty"/> for an empty string, and on failure.
    /// </param>
    /// <inheritdoc cref="TryAllocate(ReadOnlySpan{char}, out PooledStringRef)"/>
    public bool TryAllocate(ref StringHandler handler, out PooledStringRef handle) =>
        handler.ClearAndReturn(TryAllocate(handler.Text, out handle));

    /// <summary>Same as <see cref="TryAllocate(ref StringHandler, out PooledStringRef)"/>, with a format provider.</summary>
    /// <param name="provider">The format provider; null for the current culture.</param>
    /// <param name="handler">Created by the compiler.</param>
    /// <param name="handle">The handle, which the caller must free; empty for an empty string, and on failure.</param>
    /// <inheritdoc cref="TryAllocate(ref StringHandler, out PooledStringRef)"/>
    public bool TryAllocate(
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler,
        out PooledStringRef handle) =>
        handler.ClearAndReturn(TryAllocate(handler.Text, out handle));

    /// <summary>
    /// Allocates a string from UTF-8. Each invalid sequence becomes U+FFFD, as with <see cref="Encoding.UTF8"/>.
    /// </summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The handle, which the caller must free.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The string has more than <see cref="MaximumLength"/> chars.</exception>
    [OverloadResolutionPriority(-1)]
    public PooledStringRef Allocate(ReadOnlySpan<byte> utf8)
    {
        int length = Encoding.UTF8.GetCharCount(utf8);
        CheckLength(nameof(utf8), length);
        if (length == 0)
        {
            return default;
        }

        if (length < _minimumLength)
        {
            return AllocateShortManaged(nameof(utf8), Encoding.UTF8.GetString(utf8));
        }

        PooledStringRef result = AllocateText(length, out Span<char> text);
        Decode(utf8, text);
        EndWriting();
        return result;
    }

    /// <summary>
    /// Allocates a string from UTF-8, as <see cref="Allocate(ReadOnlySpan{byte})"/> does, but returns false instead of throwing
    /// if the pool rejects it or memory is refused.
    /// </summary>
    /// <param name="utf8">The bytes; each invalid sequence becomes U+FFFD.</param>
    /// <param name="handle">
    /// The handle, which the caller must free; <see cref="PooledStringRef.Empty"/> for an empty string, and on failure.
    /// </param>
    /// <inheritdoc cref="TryAllocate(ReadOnlySpan{char}, out PooledStringRef)"/>
    [OverloadResolutionPriority(-1)]
    public bool TryAllocate(ReadOnlySpan<byte> utf8, out PooledStringRef handle)
    {
        ThrowIfDisposed();
        handle = default;
        int length = Encoding.UTF8.GetCharCount(utf8);
        if (length == 0)
        {
            return true;
        }

        if (length < _minimumLength)
        {
            return TryAllocateShort(Encoding.UTF8.GetString(utf8), out handle);
        }

        if (length > MaximumLength || !TryAllocateText(length, out handle, out Span<char> text))
        {
            return false;
        }

        Decode(utf8, text);
        EndWriting();
        return true;
    }

    /// <summary>
    /// Allocates a string that a callback writes, as <see cref="string.Create{TState}(int, TState, SpanAction{char, TState})"/>
    /// does.
    /// </summary>
    /// <param name="length">The number of chars. For 0, the result is the empty string, and the callback is not called.</param>
    /// <param name="state">Passed to <paramref name="fill"/>.</param>
    /// <param name="fill">
    /// Writes the chars, which are initially zero. The callback may use the pool, but must not clear or dispose the pool. If the
    /// callback throws, the string is freed and the exception propagates.
    /// </param>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <returns>The handle, which the caller must free.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="fill"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or above
    /// <see cref="MaximumLength"/>.</exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    public PooledStringRef Create<TState>(int length, TState state, SpanAction<char, TState> fill)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(fill);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        CheckLength(nameof(length), length);
        return Build(nameof(length), length, state, fill, zeroed: true);
    }

    // Never throws, even if another thread changes the bytes after their chars were counted: a longer result is truncated, and a
    // shorter one is padded with NULs.
    private static void Decode(ReadOnlySpan<byte> utf8, Span<char> text)
    {
        _ = Utf8.ToUtf16(utf8, text, out _, out int written);
        text[written..].Clear();
    }

    /// <summary>
    /// Allocates a copy of a string with a value inserted. The original, which may be empty or belong to another pool, stays
    /// allocated.
    /// </summary>
    /// <param name="text">The handle of the original.</param>
    /// <param name="index">The index to insert at, in chars, from 0 to the length of the original.</param>
    /// <param name="value">The value to insert.</param>
    /// <returns>The new handle, which the caller must free.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is outside the string.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The result is too long, or the limit or the operating system refuses the memory;
    /// the pool is unchanged.</exception>
    public PooledStringRef Insert(PooledStringRef text, int index, ReadOnlySpan<char> value)
    {
        ThrowIfDisposed();
        ReadOnlySpan<char> old = text.AsSpan();
        PooledText.CheckInsertion(old, index);
        return text.WithPoolAlive(Allocate(TextEdit<char>.Insert(old, index, value)));
    }

    internal PooledStringRef Allocate(TextEdit<char> edit) =>
        Build(edit.Parameter, edit.CheckedLength(MaximumLength), edit, static (text, edit) => edit.Write(text), zeroed: false);

    private PooledStringRef Build<TState>(string parameter, int length, TState state, SpanAction<char, TState> fill, bool zeroed)
        where TState : allows ref struct
    {
        ThrowIfDisposed();
        if (length == 0)
        {
            return default;
        }

        if (length < _minimumLength)
        {
            return CreateShort(parameter, length, state, fill);
        }

        PooledStringRef result = AllocateText(length, out Span<char> text);
        bool filled = false;
        try
        {
            if (zeroed)
            {
                text.Clear();
            }

            _fills.Begin();
            EndWriting();
            _fills.Run(text, state, fill);
            filled = true;
            return result;
        }
        finally
        {
            if (!filled)
            {
                result.Free();
            }
        }
    }

    private PooledStringRef CreateShort<TState>(string parameter, int length, TState state, SpanAction<char, TState> fill)
        where TState : allows ref struct
    {
        ThrowIfShortRejected<char>(parameter, length);
        char[] chars = new char[length];
        _fills.Begin();
        _fills.Run(chars, state, fill);
        return AllocateShortManaged(parameter, new string(chars));
    }
}
