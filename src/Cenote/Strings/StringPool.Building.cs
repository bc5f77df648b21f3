using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;
using Cenote.Formatting;

namespace Cenote.Strings;

/// <content>Strings that are written in place.</content>
public abstract partial class StringPool
{
    /// <summary>Allocates an interpolated string: <c>pool.Allocate($"user {id}")</c> makes no managed string.</summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <returns>The handle, to be freed by the caller.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentException">The text is shorter than the pool's minimum, and the pool was told to refuse such
    /// texts.</exception>
    public PooledStringRef Allocate(ref StringHandler handler) => handler.Done(Allocate(handler.Text));

    /// <summary>As <see cref="Allocate(ref StringHandler)"/>, with values formatted by a provider.</summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Made by the compiler.</param>
    /// <inheritdoc cref="Allocate(ref StringHandler)"/>
    public PooledStringRef Allocate(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler) =>
        handler.Done(Allocate(handler.Text));

    /// <summary>
    /// Allocates an interpolated string as <see cref="TryAllocate(ReadOnlySpan{char}, out PooledStringRef)"/> does, without
    /// making a managed string of it.
    /// </summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <param name="handle">
    /// The handle, to be freed by the caller; <see cref="PooledStringRef.Empty"/> for an empty text, and on failure.
    /// </param>
    /// <inheritdoc cref="TryAllocate(ReadOnlySpan{char}, out PooledStringRef)"/>
    public bool TryAllocate(ref StringHandler handler, out PooledStringRef handle) =>
        handler.Done(TryAllocate(handler.Text, out handle));

    /// <summary>
    /// As <see cref="TryAllocate(ref StringHandler, out PooledStringRef)"/>, with values formatted by a provider.
    /// </summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Made by the compiler.</param>
    /// <param name="handle">The handle, to be freed by the caller; empty for an empty text, and on failure.</param>
    /// <inheritdoc cref="TryAllocate(ref StringHandler, out PooledStringRef)"/>
    public bool TryAllocate(
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler,
        out PooledStringRef handle) =>
        handler.Done(TryAllocate(handler.Text, out handle));

    /// <summary>
    /// Allocates the text of UTF-8 bytes. Each invalid sequence becomes U+FFFD, as <see cref="Encoding.UTF8"/> has it.
    /// </summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The handle, to be freed by the caller.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentException">The text is shorter than the pool's minimum, and the pool was told to refuse such
    /// texts.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The text has more than <see cref="MaximumLength"/> chars.</exception>
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
            return AllocateShort(nameof(utf8), Encoding.UTF8.GetString(utf8));
        }

        PooledStringRef result = AllocateText(length, out Span<char> text);
        Decode(utf8, text);
        EndWriting();
        return result;
    }

    /// <summary>
    /// Allocates the text of UTF-8 bytes as <see cref="Allocate(ReadOnlySpan{byte})"/> does, if the pool takes it and there is memory for it.
    /// </summary>
    /// <param name="utf8">The bytes; each invalid sequence becomes U+FFFD.</param>
    /// <param name="handle">
    /// The handle, to be freed by the caller; <see cref="PooledStringRef.Empty"/> for an empty text, and on failure.
    /// </param>
    /// <inheritdoc cref="TryAllocate(ReadOnlySpan{char}, out PooledStringRef)"/>
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
    /// Allocates a string and lets a callback write it, as
    /// <see cref="string.Create{TState}(int, TState, SpanAction{char, TState})"/> does.
    /// </summary>
    /// <param name="length">Chars of the string; 0 gives the empty string without a call.</param>
    /// <param name="state">Handed to <paramref name="fill"/>.</param>
    /// <param name="fill">
    /// Writes the chars, which are zero before. It may use the pool, but not clear or dispose it. What it throws
    /// reaches the caller, and the string is freed.
    /// </param>
    /// <typeparam name="TState">Type of the state.</typeparam>
    /// <returns>The handle, to be freed by the caller.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="fill"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or above
    /// <see cref="MaximumLength"/>.</exception>
    /// <exception cref="ArgumentException">The text is shorter than the pool's minimum, and the pool was told to refuse such
    /// texts.</exception>
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

    // Throws nothing, also if another thread has changed the bytes since their chars were counted: a text that has become longer
    // is cut, and what a shorter one leaves is zeros.
    private static void Decode(ReadOnlySpan<byte> utf8, Span<char> text)
    {
        _ = Utf8.ToUtf16(utf8, text, out _, out int written);
        text[written..].Clear();
    }

    /// <summary>
    /// A new string of this pool: a text with a value inserted. The text may be the empty string, which has no pool of its own,
    /// or one of another pool. It lives on.
    /// </summary>
    /// <param name="text">The handle of the text.</param>
    /// <param name="index">Where to insert, in chars, from 0 to the length of the text.</param>
    /// <param name="value">What to insert.</param>
    /// <returns>The new handle, to be freed on its own.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not within the text.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The result is too long, or the limit or the operating system refuses the memory;
    /// the pool is unchanged.</exception>
    public PooledStringRef Insert(PooledStringRef text, int index, ReadOnlySpan<char> value)
    {
        ThrowIfDisposed();
        ReadOnlySpan<char> old = text.AsSpan();
        PooledText.CheckInsertion(old, index);
        return text.Kept(Allocate(TextEdit<char>.Insert(old, index, value)));
    }

    internal PooledStringRef Allocate(TextEdit<char> edit) =>
        Build(edit.Parameter, edit.LengthUpTo(MaximumLength), edit, static (text, edit) => edit.Write(text), zeroed: false);

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
        ThrowIfShortIsRefused(parameter, length);
        char[] chars = new char[length];
        _fills.Begin();
        _fills.Run(chars, state, fill);
        return AllocateShort(parameter, chars);
    }
}
