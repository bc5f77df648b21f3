using System.Text;
using System.Text.Unicode;
using Cenote.Formatting;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <content>New chunks, long and decoded strings, reset and disposal.</content>
public sealed unsafe partial class StringArena
{
    /// <summary>Copies a string into the arena, if there is memory for it.</summary>
    /// <param name="value">The chars, which need not be valid UTF-16.</param>
    /// <param name="result">The value, valid until the arena is reset or disposed; always valid for up to 7 chars. Empty on
    /// failure.</param>
    /// <returns>
    /// False if <see cref="StringArenaOptions.MaximumBytes"/> is reached, the operating system has no memory, or the arena is
    /// disposed. The arena is then unchanged.
    /// </returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state. Never throws.</remarks>
    public bool TryAdd(ReadOnlySpan<char> value, out ArenaString result)
    {
        if (IsDisposed || !HasRoomFor(value.Length))
        {
            result = default;
            return false;
        }

        result = Add(value);
        return true;
    }

    /// <summary>Adds an interpolated string, if there is memory for it, without allocating a managed string.</summary>
    /// <param name="handler">Created by the compiler.</param>
    /// <param name="result">The value, valid until the arena is reset or disposed; always valid for up to 7 chars. Empty on
    /// failure.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, out ArenaString)"/>
    public bool TryAdd(ref StringHandler handler, out ArenaString result) => handler.ClearAndReturn(TryAdd(handler.Text, out result));

    /// <summary>Like <see cref="TryAdd(ref StringHandler, out ArenaString)"/>, with a format provider.</summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Created by the compiler.</param>
    /// <param name="result">The value, valid until the arena is reset or disposed; always valid for up to 7 chars. Empty on
    /// failure.</param>
    /// <inheritdoc cref="TryAdd(ref StringHandler, out ArenaString)"/>
    public bool TryAdd(
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler,
        out ArenaString result) =>
        handler.ClearAndReturn(TryAdd(handler.Text, out result));

    /// <summary>Adds a UTF-8 string, like <see cref="Add(ReadOnlySpan{byte})"/>, if there is memory for it.</summary>
    /// <param name="utf8">The bytes; each invalid sequence becomes U+FFFD.</param>
    /// <param name="result">The value, valid until the arena is reset or disposed; always valid for up to 7 chars. Empty on
    /// failure.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, out ArenaString)"/>
    [OverloadResolutionPriority(-1)]
    public bool TryAdd(ReadOnlySpan<byte> utf8, out ArenaString result)
    {
        int length = Encoding.UTF8.GetCharCount(utf8);
        if (IsDisposed || !HasRoomFor(length))
        {
            result = default;
            return false;
        }

        result = AddDecoded(utf8, length);
        return true;
    }

    /// <summary>Adds a UTF-8 string. Each invalid sequence becomes U+FFFD, as with <see cref="Encoding.UTF8"/>.</summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The value, valid until the arena is reset or disposed; always valid for up to 7 chars.</returns>
    /// <remarks>O(length), in two passes. Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the arena is
    /// unchanged.</exception>
    [OverloadResolutionPriority(-1)]
    public ArenaString Add(ReadOnlySpan<byte> utf8) => AddDecoded(utf8, Encoding.UTF8.GetCharCount(utf8));

    /// <summary>Adds an interpolated string: <c>arena.Add($"user {id}")</c> allocates no managed string.</summary>
    /// <param name="handler">Created by the compiler.</param>
    /// <returns>The value, valid until the arena is reset or disposed; always valid for up to 7 chars.</returns>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit is reached or there is no memory; the arena is unchanged.</exception>
    public ArenaString Add(ref StringHandler handler) => handler.ClearAndReturn(Add(handler.Text));

    /// <summary>Like <see cref="Add(ref StringHandler)"/>, with a format provider.</summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Created by the compiler.</param>
    /// <inheritdoc cref="Add(ref StringHandler)"/>
    public ArenaString Add(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler) =>
        handler.ClearAndReturn(Add(handler.Text));

    /// <summary>
    /// Returns a pointer to a NUL-terminated string for native code. Requires <see cref="StringArenaOptions.NullTerminated"/>.
    /// </summary>
    /// <param name="value">
    /// A value of this arena. The string may contain NULs, but native code stops at the first one.
    /// </param>
    /// <returns>
    /// A pointer to the first char, aligned to 8 bytes. It is valid until the arena is reset or disposed, and must not be written
    /// through. It does not keep the arena alive: use <see cref="GC.KeepAlive"/> or <c>using</c>.
    /// </returns>
    /// <remarks>
    /// A string of up to 7 chars is copied into the arena on each call, in 8 or 16 bytes. As with additions, only one thread at a
    /// time may make such a call. Longer strings are not copied, so any thread may get a pointer to them. O(1), allocates nothing
    /// on the managed heap in steady state.
    /// </remarks>
    /// <exception cref="InvalidOperationException">The arena does not NUL-terminate strings, or the value is stale or belongs to
    /// another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit is reached or there is no memory for a short string; the arena is
    /// unchanged.</exception>
    public char* DangerousGetPointer(ArenaString value)
    {
        ThrowIfDisposed();
        if (_terminator == 0)
        {
            Throw.NotNullTerminated();
        }

        ReadOnlySpan<char> text = AsSpan(in value);
        char* pointer = (char*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(text));
        if (value.IsInline)
        {
            pointer = Take(text.Length, out _);
            text.CopyTo(new Span<char>(pointer, text.Length));
        }

        GC.KeepAlive(this);
        return pointer;
    }

    /// <summary>
    /// Frees all strings at once, and keeps the chunks for reuse. Values of more than 7 chars become stale, and spans must no
    /// longer be used. O(1), or O(<see cref="BytesUsed"/>) with <see cref="StringArenaOptions.ClearOnFree"/>.
    /// </summary>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// No places are left, after 128 PiB of chars or because there are too many arenas; the arena is unchanged.
    /// </exception>
    public void Reset()
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            ThrowIfDisposed();
            PlaceWindow window = _window;
            window.MarkUsed(_heap.End);
            if (!window.HasRoom)
            {
                // Values of the used-up window stay stale, because the window no longer has an owner.
                _window = PlaceDirectory.Rent();
                _window.Owner = this;
                PlaceDirectory.Return(window);
            }

            _heap.Rewind(_window.Next);
        }
    }

    /// <summary>
    /// Disposes the arena and releases its memory. Values of more than 7 chars become stale, and spans must no longer be used. A
    /// second call does nothing.
    /// </summary>
    public void Dispose()
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            if (!IsDisposed)
            {
                Close();
                _heap.Wipe();
                _space.Dispose();
                GC.SuppressFinalize(this);
            }
        }
    }

    /// <summary>For tests.</summary>
    internal PlaceWindow Window => _window;

    internal PlaceMap Places => _heap.Places;

    private string DebuggerText =>
        IsDisposed ? DebuggerState.Disposed : $"BytesUsed = {BytesUsed}, BytesReserved = {BytesReserved}";

    private void Close()
    {
        _maxInlineLength = -1;
        _window.MarkUsed(_heap.End);
        PlaceDirectory.Return(_window);
        _heap.Close();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ArenaString AddSlow(ReadOnlySpan<char> value)
    {
        char* text = Take(value.Length, out ulong tail);
        value.CopyTo(new Span<char>(text, value.Length));
        return Finish(text, tail);
    }

    private ulong BytesOf(int length)
    {
        ulong bytes = ((((ulong)length + (uint)_terminator) * sizeof(char)) + 7) & ~7UL;
        return length < ArenaString.WrittenLength ? bytes : bytes + ArenaText.HeaderBytes;
    }

    // Allocates space for a string and its NUL. Finish creates the value.
    private char* Take(int length, out ulong tail)
    {
        ThrowIfDisposed();
        ulong bytes = BytesOf(length);
        if (!_heap.HasRoom(bytes) && !TryMakeRoom(bytes))
        {
            ThrowNoMemory(length);
        }

        byte* text = _heap.Next;
        _heap.Next += bytes;
        if (length >= ArenaString.WrittenLength)
        {
            *(long*)text = length;
            text += ArenaText.HeaderBytes;
        }

        ((char*)text)[length] = '\0';
        tail = ArenaString.LongTail(Math.Min(length, ArenaString.WrittenLength), _heap.PlaceOf(text));
        return (char*)text;
    }

    private bool HasRoomFor(int length)
    {
        ulong bytes = BytesOf(length);
        if (length <= ArenaString.InlineLength || _heap.HasRoom(bytes))
        {
            return true;
        }

        try
        {
            return TryMakeRoom(bytes);
        }
        catch (OutOfMemoryException)
        {
            // There is no managed memory for the list of chunks.
            return false;
        }
    }

    private bool TryMakeRoom(ulong bytes)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            return !IsDisposed && _heap.TryMakeRoom(bytes);
        }
    }

    private ArenaString AddDecoded(ReadOnlySpan<byte> utf8, int length)
    {
        if (length <= ArenaString.InlineLength)
        {
            Span<char> chars = stackalloc char[ArenaString.InlineLength];
            return Add(chars[..Decode(utf8, chars)]);
        }

        char* text = Take(length, out ulong tail);
        var whole = new Span<char>(text, length);
        whole[Decode(utf8, whole)..].Clear();
        return Finish(text, tail);
    }

    // Never throws, even if another thread changes the bytes: a result that became longer is truncated.
    private static int Decode(ReadOnlySpan<byte> utf8, Span<char> text)
    {
        _ = Utf8.ToUtf16(utf8, text, out _, out int written);
        return written;
    }

    private ArenaString Finish(char* text, ulong tail)
    {
        var result = new ArenaString(*(ulong*)text, tail);
        GC.KeepAlive(this);
        return result;
    }

    [DoesNotReturn]
    private void ThrowNoMemory(int length)
    {
        ThrowIfDisposed();
        if (_space.LimitReached)
        {
            Throw.ArenaLimitReached(length, _space.BytesLent, _space.MaximumBytes);
        }

        Throw.NoMemoryForArena(length);
    }

    [DoesNotReturn]
    internal void ThrowStale()
    {
        ThrowIfDisposed();
        Throw.StaleArenaString();
    }

    internal void ThrowIfDisposed()
    {
        if (IsDisposed)
        {
            Throw.ArenaDisposed();
        }
    }
}
