using System.Buffers;
using System.Text;

namespace Cenote.Strings;

/// <content>Strings that are written in place, and those made from parts of others.</content>
public sealed partial class UnmanagedStringPool
{
    /// <summary>Allocates an interpolated string: <c>pool.Allocate($"user {id}")</c> makes no managed string. May move all texts, as <see cref="Allocate(ReadOnlySpan{char})"/> does.</summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <returns>The handle, to be freed by the caller.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and may not grow, or cannot; it is unchanged.</exception>
    public PooledString Allocate(ref PooledStringHandler handler)
    {
        try
        {
            return Allocate(handler.Text);
        }
        finally
        {
            handler.Clear();
        }
    }

    /// <summary>
    /// Allocates the text of UTF-8 bytes. Each invalid sequence becomes U+FFFD, as <see cref="Encoding.UTF8"/> has it. May move all
    /// texts, as <see cref="Allocate(ReadOnlySpan{char})"/> does.
    /// </summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The handle, to be freed by the caller.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The text has more than <see cref="MaximumLength"/> chars.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and may not grow, or cannot; it is unchanged.</exception>
    public PooledString AllocateUtf8(ReadOnlySpan<byte> utf8)
    {
        int length = Encoding.UTF8.GetCharCount(utf8);
        CheckLength(nameof(utf8), length);
        return Build(length, utf8, static (text, utf8) => Encoding.UTF8.GetChars(utf8, text));
    }

    /// <summary>
    /// Allocates a string and lets a callback write it, as <see cref="string.Create{TState}(int, TState, SpanAction{char, TState})"/>
    /// does. May move all texts before the callback is called, but not while it runs.
    /// </summary>
    /// <param name="length">Chars of the string; 0 gives the empty string without a call.</param>
    /// <param name="state">Handed to <paramref name="fill"/>. It must not be a span of this pool: that may be moved before the call.</param>
    /// <param name="fill">
    /// Writes the chars, whose content is arbitrary before. It may allocate from the pool and free strings, and no text moves meanwhile:
    /// an allocation for which texts would have to move grows the pool or is refused. It may not clear, trim, defragment or dispose
    /// the pool. What it throws reaches the caller, and the string is freed. Its span is invalid once it has returned.
    /// </param>
    /// <typeparam name="TState">Type of the state.</typeparam>
    /// <returns>The handle, to be freed by the caller.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="fill"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or above <see cref="MaximumLength"/>.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and may not grow, or cannot; it is unchanged.</exception>
    public PooledString Create<TState>(int length, TState state, SpanAction<char, TState> fill)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(fill);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        CheckLength(nameof(length), length);
        if (length == 0)
        {
            return default;
        }

        PooledString result = AllocateText(length, out Span<char> text);
        bool filled = false;
        _heap.Pin();
        try
        {
            fill(text, state);
            filled = true;
            return result;
        }
        finally
        {
            _heap.Unpin();
            if (!filled)
            {
                result.Free();
            }
        }
    }

    internal PooledString Allocate(TextEdit<char> edit) =>
        Build(edit.LengthUpTo(MaximumLength), edit, static (text, edit) => edit.Write(text));

    // The state may consist of spans of this pool.
    private PooledString Build<TState>(int length, TState state, SpanAction<char, TState> write)
        where TState : allows ref struct
    {
        if (length == 0)
        {
            return default;
        }

        if (!TryAllocateText(length, out PooledString result, out Span<char> text))
        {
            return AllocateAside(length, state, write);
        }

        write(text, state);
        return result;
    }
}
