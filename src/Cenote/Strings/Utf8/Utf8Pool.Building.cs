using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;
using Cenote.Formatting;

namespace Cenote.Strings;

/// <content>Strings that are written in place.</content>
public abstract partial class Utf8Pool
{
    private const int BriefChars = 128;
    private const int MaxBytesPerChar = 3;

    // Chars of the longest text that is encoded on the stack; -1 if nothing may be left there, or texts may be too short.
    private readonly int _longestBrief;

    /// <summary>Allocates the UTF-8 of a UTF-16 text, encoded straight into the pool. Lone surrogates become U+FFFD.</summary>
    /// <param name="utf16">The text.</param>
    /// <returns>The handle, to be freed by the caller; <see cref="PooledUtf8String.Empty"/> for an empty text.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The UTF-8 is longer than <see cref="MaximumLength"/>.</exception>
    /// <exception cref="ArgumentException">The text is shorter than the pool's minimum, and the pool was told to refuse such
    /// texts.</exception>
    public PooledUtf8String Allocate(ReadOnlySpan<char> utf16)
    {
        if (utf16.Length <= _longestBrief)
        {
            return Ascii.IsValid(utf16) && TryTakeAscii(utf16, out PooledUtf8String brief) ? brief : AllocateBrief(utf16);
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
            return AllocateShort(nameof(utf16), Encoding.UTF8.GetBytes(utf16.ToString()));
        }

        PooledUtf8String result = AllocateText((int)bytes, out Span<byte> text);
        Encode(utf16, text);
        EndWriting();
        return result;
    }

    /// <summary>
    /// Copies UTF-8 into the pool as <see cref="Allocate(ReadOnlySpan{byte})"/> does, if there is memory for it.
    /// </summary>
    /// <param name="utf8">The bytes.</param>
    /// <param name="handle">The handle, to be freed by the caller; <see cref="PooledUtf8String.Empty"/> for an empty text, and on
    /// failure.</param>
    /// <returns>
    /// False if the limit or the operating system refuses the memory, or U+FFFD makes the text longer than
    /// <see cref="MaximumLength"/>; the pool is unchanged then.
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

    /// <summary>Copies bytes that need not be UTF-8, if there is memory for them. None of them give the default id.</summary>
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

    /// <summary>Allocates an interpolated string: <c>pool.Allocate($"user {id}")</c> makes no managed string.</summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <returns>The handle, to be freed by the caller.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The UTF-8 is longer than <see cref="MaximumLength"/>.</exception>
    /// <exception cref="ArgumentException">The text is shorter than the pool's minimum, and the pool was told to refuse such
    /// texts.</exception>
    public PooledUtf8String Allocate(ref StringHandler handler) => handler.Done(Allocate(handler.Text));

    /// <summary>As <see cref="Allocate(ref StringHandler)"/>, with values formatted by a provider.</summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Made by the compiler.</param>
    /// <inheritdoc cref="Allocate(ref StringHandler)"/>
    public PooledUtf8String Allocate(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler) =>
        handler.Done(Allocate(handler.Text));

    /// <summary>
    /// Allocates the UTF-8 of a UTF-16 text as <see cref="Allocate(ReadOnlySpan{char})"/> does, if there is memory for it.
    /// </summary>
    /// <param name="utf16">The text; lone surrogates become U+FFFD.</param>
    /// <param name="handle">The handle, to be freed by the caller; <see cref="PooledUtf8String.Empty"/> for an empty text, and on
    /// failure.</param>
    /// <returns>
    /// False if the limit or the operating system refuses the memory, or the UTF-8 is longer than <see cref="MaximumLength"/>;
    /// the pool is unchanged then.
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
    /// making a managed string of it.
    /// </summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <param name="handle">The handle, to be freed by the caller; <see cref="PooledUtf8String.Empty"/> for an empty text, and on
    /// failure.</param>
    /// <inheritdoc cref="TryAllocate(ReadOnlySpan{char}, out PooledUtf8String)"/>
    public bool TryAllocate(ref StringHandler handler, out PooledUtf8String handle) =>
        handler.Done(TryAllocate(handler.Text, out handle));

    /// <summary>
    /// As <see cref="TryAllocate(ref StringHandler, out PooledUtf8String)"/>, with values formatted by a provider.
    /// </summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Made by the compiler.</param>
    /// <param name="handle">The handle, to be freed by the caller; empty for an empty text, and on failure.</param>
    /// <inheritdoc cref="TryAllocate(ref StringHandler, out PooledUtf8String)"/>
    public bool TryAllocate(
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler,
        out PooledUtf8String handle) =>
        handler.Done(TryAllocate(handler.Text, out handle));

    /// <summary>
    /// Allocates a string and lets a callback write it. If what it wrote is not valid UTF-8, the string is made anew with U+FFFD
    /// in place of each invalid sequence.
    /// </summary>
    /// <param name="bytes">Bytes of the string; 0 gives the empty string without a call.</param>
    /// <param name="state">Handed to <paramref name="fill"/>.</param>
    /// <param name="fill">
    /// Writes the bytes, which are zero before. It may use the pool, but not clear or dispose it. What it throws
    /// reaches the caller, and the string is freed.
    /// </param>
    /// <typeparam name="TState">Type of the state.</typeparam>
    /// <returns>The handle, to be freed by the caller.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="fill"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory, or U+FFFD makes the text longer than <see cref="MaximumLength"/>;
    /// the pool is unchanged.
    /// </exception>
    /// <exception cref="ArgumentException">The text is shorter than the pool's minimum, and the pool was told to refuse such
    /// texts. It is refused once it is written, because repair may make it longer.</exception>
    public PooledUtf8String Create<TState>(int bytes, TState state, SpanAction<byte, TState> fill)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(fill);
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        return Build(nameof(bytes), bytes, state, fill, zeroed: true);
    }

    /// <summary>
    /// A new string of this pool: a text with a value inserted. The text may be the empty string, which has no pool of its own,
    /// or one of another pool. It lives on.
    /// </summary>
    /// <param name="text">The handle of the text.</param>
    /// <param name="index">Where to insert, in bytes, from 0 to the length of the text.</param>
    /// <param name="value">What to insert.</param>
    /// <returns>The new handle, to be freed on its own.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not within the text.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The result is too long, or the limit or the operating system refuses the memory;
    /// the pool is unchanged.</exception>
    public PooledUtf8String Insert(PooledUtf8String text, int index, ReadOnlySpan<byte> value)
    {
        ThrowIfDisposed();
        ReadOnlySpan<byte> old = text.AsSpan();
        PooledText.CheckInsertion(old, index);
        return text.Kept(Allocate(TextEdit<byte>.Insert(old, index, value)));
    }

    internal PooledUtf8String Allocate(TextEdit<byte> edit) =>
        Build(edit.Parameter, edit.LengthUpTo(MaximumLength), edit, static (text, edit) => edit.Write(text), zeroed: false);

    // Throws nothing, also if another thread changes the chars meanwhile: a text that has become longer is cut, and what a
    // shorter one leaves is zeros.
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

    // What is not valid may be long enough once it is repaired, so it is refused afterwards.
    private PooledUtf8String CreateShort<TState>(string parameter, int bytes, TState state, SpanAction<byte, TState> fill)
        where TState : allows ref struct
    {
        byte[] text = new byte[bytes];
        _fills.Begin();
        _fills.Run(text, state, fill);
        long repaired = Utf8Text.CountRepaired(text);
        return repaired < _minimumLength ? AllocateShort(parameter, Repaired(text, repaired)) : Allocate(text);
    }
}
