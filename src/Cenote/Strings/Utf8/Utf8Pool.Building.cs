using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Cenote.Formatting;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>Strings that are formatted, encoded as UTF-8, written by a callback, or derived from others.</content>
public abstract unsafe partial class Utf8Pool
{
    private const int MaxStackChars = 128;
    private const int MaxBytesPerChar = 3;

    // The length in chars of the longest string that is encoded on the stack. It is -1 with ClearOnFree, because a copy would
    // remain on the stack, and with a minimum length.
    private readonly int _maxStackLength;

    /// <summary>Allocates a string from UTF-16, encoded as UTF-8. Lone surrogates become U+FFFD.</summary>
    /// <param name="utf16">The string.</param>
    /// <returns>The handle, which the caller must free; <see cref="PooledUtf8String.Empty"/> for an empty string.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The UTF-8 is longer than <see cref="MaximumLength"/>.</exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    public PooledUtf8String Allocate(ReadOnlySpan<char> utf16)
    {
        if (utf16.Length <= _maxStackLength)
        {
            return Ascii.IsValid(utf16) && TryTakeAscii(utf16, out CellId id)
                ? new PooledUtf8String(this, id)
                : AllocateViaStack(utf16);
        }

        ThrowIfDisposed();
        if (utf16.IsEmpty)
        {
            return default;
        }

        long bytes = Utf8Text.CountBytes(utf16);
        if (bytes > MaximumLength)
        {
            Throw.TooLong<byte>(nameof(utf16), bytes, MaximumLength);
        }

        if (bytes < _minimumLength)
        {
            return AllocateShortManaged(nameof(utf16), Encoding.UTF8.GetBytes(utf16.ToString()));
        }

        PooledUtf8String result = AllocateText((int)bytes, out Span<byte> text);
        Encode(utf16, text);
        EndWriting();
        return result;
    }

    /// <summary>
    /// Copies UTF-8 into the pool as <see cref="Allocate(ReadOnlySpan{byte})"/> does, but returns false instead of throwing if
    /// the pool rejects it or memory is refused.
    /// </summary>
    /// <param name="utf8">The bytes.</param>
    /// <param name="handle">
    /// The handle, which the caller must free; <see cref="PooledUtf8String.Empty"/> for an empty string, and on failure.
    /// </param>
    /// <returns>
    /// False if the limit or the operating system refuses the memory, replacement with U+FFFD makes the string longer than
    /// <see cref="MaximumLength"/>, or the pool rejects the string as too short. The pool is then unchanged.
    /// </returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public bool TryAllocate(ReadOnlySpan<byte> utf8, out PooledUtf8String handle)
    {
        ThrowIfDisposed();
        handle = default;
        if (utf8.IsEmpty)
        {
            return true;
        }

        bool isValid = Utf8.IsValid(utf8);
        long bytes = isValid ? utf8.Length : Utf8Text.CountRepaired(utf8);
        if (bytes < _minimumLength)
        {
            return TryAllocateShort(isValid ? utf8.ToArray() : Repaired(utf8, bytes), out handle);
        }

        if (bytes > MaximumLength || !TryAllocateText((int)bytes, out handle, out Span<byte> text))
        {
            return false;
        }

        if (isValid)
        {
            utf8.CopyTo(text);
            EndWriting();
        }
        else
        {
            WriteRepaired(handle, utf8, text);
        }

        return true;
    }

    /// <summary>Copies bytes that need not be UTF-8; false if memory is refused. An empty span yields the default id.</summary>
    internal bool TryAllocateBytes(ReadOnlySpan<byte> bytes, out PooledStringId id)
    {
        id = default;
        if (bytes.IsEmpty)
        {
            return true;
        }

        if (!TryAllocateText(bytes.Length, out PooledUtf8String handle, out Span<byte> text))
        {
            return false;
        }

        bytes.CopyTo(text);
        EndWriting();
        id = handle.Id;
        return true;
    }

    /// <summary>Allocates an interpolated string: <c>pool.Allocate($"user {id}")</c> allocates no managed string.</summary>
    /// <param name="handler">Created by the compiler.</param>
    /// <returns>The handle, which the caller must free.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The UTF-8 is longer than <see cref="MaximumLength"/>.</exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    public PooledUtf8String Allocate(ref StringHandler handler) => handler.ClearAndReturn(Allocate(handler.Text));

    /// <summary>Same as <see cref="Allocate(ref StringHandler)"/>, with a format provider.</summary>
    /// <param name="provider">The format provider; null for the current culture.</param>
    /// <param name="handler">Created by the compiler.</param>
    /// <inheritdoc cref="Allocate(ref StringHandler)"/>
    public PooledUtf8String Allocate(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler) =>
        handler.ClearAndReturn(Allocate(handler.Text));

    /// <summary>
    /// Allocates a string from UTF-16, as <see cref="Allocate(ReadOnlySpan{char})"/> does, but returns false instead of throwing
    /// if the pool rejects it or memory is refused.
    /// </summary>
    /// <param name="utf16">The string; lone surrogates become U+FFFD.</param>
    /// <param name="handle">
    /// The handle, which the caller must free; <see cref="PooledUtf8String.Empty"/> for an empty string, and on failure.
    /// </param>
    /// <returns>
    /// False if the limit or the operating system refuses the memory, the UTF-8 is longer than <see cref="MaximumLength"/>, or
    /// the pool rejects it as too short. The pool is then unchanged.
    /// </returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public bool TryAllocate(ReadOnlySpan<char> utf16, out PooledUtf8String handle)
    {
        ThrowIfDisposed();
        handle = default;
        if (utf16.IsEmpty)
        {
            return true;
        }

        long bytes = Utf8Text.CountBytes(utf16);
        if (bytes < _minimumLength)
        {
            return TryAllocateShort(Encoding.UTF8.GetBytes(utf16.ToString()), out handle);
        }

        if (bytes > MaximumLength || !TryAllocateText((int)bytes, out handle, out Span<byte> text))
        {
            return false;
        }

        Encode(utf16, text);
        EndWriting();
        return true;
    }

    /// <summary>
    /// Allocates an interpolated string as <see cref="TryAllocate(ReadOnlySpan{char}, out PooledUtf8String)"/> does, without
    /// allocating a managed string.
    /// </summary>
    /// <param name="handler">Created by the compiler.</param>
    /// <param name="handle">
    /// The handle, which the caller must free; <see cref="PooledUtf8String.Empty"/> for an empty string, and on failure.
    /// </param>
    /// <inheritdoc cref="TryAllocate(ReadOnlySpan{char}, out PooledUtf8String)"/>
    public bool TryAllocate(ref StringHandler handler, out PooledUtf8String handle) =>
        handler.ClearAndReturn(TryAllocate(handler.Text, out handle));

    /// <summary>Same as <see cref="TryAllocate(ref StringHandler, out PooledUtf8String)"/>, with a format provider.</summary>
    /// <param name="provider">The format provider; null for the current culture.</param>
    /// <param name="handler">Created by the compiler.</param>
    /// <param name="handle">The handle, which the caller must free; empty for an empty string, and on failure.</param>
    /// <inheritdoc cref="TryAllocate(ref StringHandler, out PooledUtf8String)"/>
    public bool TryAllocate(
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler,
        out PooledUtf8String handle) =>
        handler.ClearAndReturn(TryAllocate(handler.Text, out handle));

    /// <summary>
    /// Allocates a string that a callback writes. If the result is not valid UTF-8, the string is written again, with each
    /// invalid sequence replaced with U+FFFD.
    /// </summary>
    /// <param name="bytes">The number of bytes. For 0, the result is the empty string, and the callback is not called.</param>
    /// <param name="state">Passed to <paramref name="fill"/>.</param>
    /// <param name="fill">
    /// Writes the bytes, which are initially zero. The callback may use the pool, but must not clear or dispose the pool. If the
    /// callback throws, the string is freed and the exception propagates.
    /// </param>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <returns>The handle, which the caller must free.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="fill"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory, or replacement with U+FFFD makes the string longer than
    /// <see cref="MaximumLength"/>; the pool is unchanged.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>). Such a string is rejected only after it is written, because replaced sequences may
    /// make it longer.
    /// </exception>
    public PooledUtf8String Create<TState>(int bytes, TState state, SpanAction<byte, TState> fill)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(fill);
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        return Build(nameof(bytes), bytes, state, fill, zeroed: true);
    }

    /// <summary>
    /// Allocates a copy of a string with a value inserted. The original, which may be empty or belong to another pool, stays
    /// allocated.
    /// </summary>
    /// <param name="text">The handle of the original.</param>
    /// <param name="index">The index to insert at, in bytes, from 0 to the length of the original.</param>
    /// <param name="value">The value to insert.</param>
    /// <returns>The new handle, which the caller must free.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is outside the string.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The result is too long, or the limit or the operating system refuses the memory;
    /// the pool is unchanged.</exception>
    public PooledUtf8String Insert(PooledUtf8String text, int index, ReadOnlySpan<byte> value)
    {
        ThrowIfDisposed();
        ReadOnlySpan<byte> old = text.AsSpan();
        PooledText.CheckInsertion(old, index);
        return text.WithPoolAlive(Allocate(TextEdit<byte>.Insert(old, index, value)));
    }

    internal PooledUtf8String Allocate(TextEdit<byte> edit) =>
        Build(edit.Parameter, edit.CheckedLength(MaximumLength), edit, static (text, edit) => edit.Write(text), zeroed: false);

    // Never throws, even if another thread changes the chars concurrently: a longer result is truncated, and a shorter one is
    // padded with NULs.
    private static void Encode(ReadOnlySpan<char> utf16, Span<byte> text)
    {
        _ = Utf8.FromUtf16(utf16, text, out _, out int written);
        text[written..].Clear();
    }

    private PooledUtf8String Build<TState>(string parameter, int bytes, TState state, SpanAction<byte, TState> fill, bool zeroed)
        where TState : allows ref struct
    {
        ThrowIfDisposed();
        if (bytes == 0)
        {
            return default;
        }

        if (bytes < _minimumLength)
        {
            return CreateShort(parameter, bytes, state, fill);
        }

        PooledUtf8String result = AllocateText(bytes, out Span<byte> text);
        bool valid = false;
        try
        {
            if (zeroed)
            {
                text.Clear();
            }

            _fills.Begin();
            EndWriting();
            _fills.Run(text, state, fill);
            valid = Utf8.IsValid(text);
            return valid ? result : AllocateRepaired(text);
        }
        finally
        {
            if (!valid)
            {
                result.Free();
            }
        }
    }

    // Replacing invalid sequences with U+FFFD can make the string long enough, so its length is checked after it is written.
    private PooledUtf8String CreateShort<TState>(string parameter, int bytes, TState state, SpanAction<byte, TState> fill)
        where TState : allows ref struct
    {
        byte[] text = new byte[bytes];
        _fills.Begin();
        _fills.Run(text, state, fill);
        long repaired = Utf8Text.CountRepaired(text);
        return repaired < _minimumLength ? AllocateShortManaged(parameter, Repaired(text, repaired)) : Allocate(text);
    }
}
