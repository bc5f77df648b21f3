using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <content>New chunks, long and decoded texts, reset and disposal.</content>
public sealed unsafe partial class StringArena
{
    /// <summary>Copies a text into the arena, if there is memory for it.</summary>
    /// <param name="value">Any UTF-16.</param>
    /// <param name="result">The value, valid until the arena is reset or disposed; for up to 7 chars forever. Empty if there is
    /// none.</param>
    /// <returns>
    /// False if <see cref="StringArenaOptions.MaximumBytes"/> or the operating system refuses the memory, or the arena is
    /// disposed. The arena is unchanged then.
    /// </returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state. Throws nothing.</remarks>
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

    /// <summary>Adds an interpolated string, if there is memory for it, without making a managed string of it.</summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <param name="result">The value, valid until the arena is reset or disposed; for up to 7 chars forever. Empty if there is
    /// none.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, out ArenaString)"/>
    public bool TryAdd(ref ArenaStringHandler handler, out ArenaString result) => handler.Done(TryAdd(handler.Text, out result));

    /// <summary>As <see cref="TryAdd(ref ArenaStringHandler, out ArenaString)"/>, with values formatted by a provider.</summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Made by the compiler.</param>
    /// <param name="result">The value, as without a provider.</param>
    /// <inheritdoc cref="TryAdd(ref ArenaStringHandler, out ArenaString)"/>
    public bool TryAdd(
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument(nameof(provider))] ref ArenaStringHandler handler,
        out ArenaString result) =>
        handler.Done(TryAdd(handler.Text, out result));

    /// <summary>Adds the text of UTF-8 bytes as <see cref="AddUtf8"/> does, if there is memory for it.</summary>
    /// <param name="utf8">The bytes; each invalid sequence becomes U+FFFD.</param>
    /// <param name="result">The value, valid until the arena is reset or disposed; for up to 7 chars forever. Empty if there is
    /// none.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, out ArenaString)"/>
    public bool TryAddUtf8(ReadOnlySpan<byte> utf8, out ArenaString result)
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

    /// <summary>
    /// Adds the text of UTF-8 bytes. Each invalid sequence becomes U+FFFD, as with <see cref="Encoding.UTF8"/>.
    /// </summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The value, valid until the arena is reset or disposed; for up to 7 chars forever.</returns>
    /// <remarks>O(length), in two passes. Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the arena is
    /// unchanged.</exception>
    public ArenaString AddUtf8(ReadOnlySpan<byte> utf8) => AddDecoded(utf8, Encoding.UTF8.GetCharCount(utf8));

    /// <summary>Adds an interpolated string: <c>arena.Add($"user {id}")</c> makes no managed string.</summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <returns>The value, valid until the arena is reset or disposed; for up to 7 chars forever.</returns>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the arena is
    /// unchanged.</exception>
    public ArenaString Add(ref ArenaStringHandler handler) => handler.Done(Add(handler.Text));

    /// <summary>As <see cref="Add(ref ArenaStringHandler)"/>, with values formatted by a provider.</summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Made by the compiler.</param>
    /// <inheritdoc cref="Add(ref ArenaStringHandler)"/>
    public ArenaString Add(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref ArenaStringHandler handler) =>
        handler.Done(Add(handler.Text));

    /// <summary>
    /// A pointer to the text of a value, with a NUL behind it, for native code. Only an arena with
    /// <see cref="StringArenaOptions.NullTerminated"/> has one.
    /// </summary>
    /// <param name="value">
    /// A value of this arena. NULs within its text are passed on as they are: native code takes the first one for the end.
    /// </param>
    /// <returns>
    /// The first char, aligned to 8 bytes. It is valid until the arena is reset or disposed, does not keep the arena alive, and
    /// must not be written to: use <see cref="GC.KeepAlive"/> or <c>using</c>.
    /// </returns>
    /// <remarks>
    /// A text of up to 7 chars is copied into the arena, each time anew, in 8 or 16 bytes: that is adding a string, which one
    /// thread at a time may do. Longer texts are where they are, and any thread may ask. O(1), allocates nothing on the managed
    /// heap in steady state.
    /// </remarks>
    /// <exception cref="InvalidOperationException">The arena has no NULs behind its texts; or the value is stale, or of another
    /// arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory for a short text; the arena is
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
    /// Releases all strings at once and keeps the chunks, which are filled again from the first one. Values of more than 7 chars
    /// are stale from now on, and spans must not be used. O(1).
    /// </summary>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The process has used up its places, which takes 128 PiB of text; the arena is
    /// unchanged.</exception>
    public void Reset()
    {
        using (Uninterrupted.Enter(_gate))
        {
            ThrowIfDisposed();
            PlaceWindow window = _window;
            window.MarkUsed(_heap.End);
            if (!window.HasRoom)
            {
                // Values of the window that is used up stay stale: nobody owns it from now on.
                _window = PlaceDirectory.Rent();
                _window.Owner = this;
                PlaceDirectory.Return(window);
            }

            _heap.Rewind(_window.Next);
        }
    }

    /// <summary>
    /// Disposes the arena and gives its memory back. Values of more than 7 chars are stale from now on, and spans must not be
    /// used. A second call does nothing.
    /// </summary>
    public void Dispose()
    {
        using (Uninterrupted.Enter(_gate))
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
        _longestInline = -1;
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

    // Finds room for a text, with a NUL behind it; only Finish makes a value of it.
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
            // The list of chunks needs managed memory.
            return false;
        }
    }

    private bool TryMakeRoom(ulong bytes)
    {
        using (Uninterrupted.Enter(_gate))
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

    // Nothing is thrown if another thread changes the bytes: a text that has become longer is cut.
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
