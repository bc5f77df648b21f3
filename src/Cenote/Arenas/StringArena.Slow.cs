using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Memory;

namespace Cenote.Arenas;

/// <content>New chunks, long and decoded texts, the end of strings.</content>
public sealed unsafe partial class StringArena
{
    /// <summary>Adds the text of UTF-8 bytes. Each invalid sequence becomes U+FFFD, as <see cref="Encoding.UTF8"/> has it.</summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The value, valid until the arena is reset or disposed; for up to 7 chars forever.</returns>
    /// <remarks>O(length), in two passes. Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the arena is unchanged.</exception>
    public ArenaString AddUtf8(ReadOnlySpan<byte> utf8)
    {
        int length = Encoding.UTF8.GetCharCount(utf8);
        if (length <= ArenaString.InlineLength)
        {
            Span<char> chars = stackalloc char[ArenaString.InlineLength];
            return Add(chars[..Encoding.UTF8.GetChars(utf8, chars)]);
        }

        char* text = Take(length, out ulong tail);
        Encoding.UTF8.GetChars(utf8, new Span<char>(text, length));
        return Finish(text, tail);
    }

    /// <summary>Adds an interpolated string: <c>arena.Add($"user {id}")</c> makes no managed string.</summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <returns>The value, valid until the arena is reset or disposed; for up to 7 chars forever.</returns>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the arena is unchanged.</exception>
    public ArenaString Add(ref ArenaStringHandler handler)
    {
        try
        {
            return Add(handler.Text);
        }
        finally
        {
            handler.Clear();
        }
    }

    /// <summary>
    /// Releases all strings at once and keeps the chunks, which are filled again from the first one. Values of more than 7 chars
    /// are stale from now on, and spans must not be used. O(1).
    /// </summary>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The process has used up its places, which takes 128 PiB of text; the arena is unchanged.</exception>
    public void Reset()
    {
        ThrowIfDisposed();
        PlaceWindow window = _window;
        window.MarkUsed(_heap.End);
        if (!window.HasRoom)
        {
            // Values of the window that is used up stay stale: it is nobody's from now on.
            _window = PlaceDirectory.Rent();
            _window.Owner = this;
            PlaceDirectory.Return(window);
        }

        _heap.Rewind(_window.Next);
    }

    /// <summary>Ends the arena and gives its memory back. Values of more than 7 chars are stale from now on, and spans must not be used. A second call does nothing.</summary>
    public void Dispose()
    {
        if (!IsDisposed)
        {
            _heap.Wipe();
            Close();
            _space.Dispose();
            GC.SuppressFinalize(this);
        }
    }

    internal PlaceWindow Window => _window;

    internal PlaceMap Places => _heap.Places;

    private bool IsDisposed => _longestInline < 0;

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

    // Finds room for a text of more than 7 chars; only Finish makes a value of it.
    private char* Take(int length, out ulong tail)
    {
        ThrowIfDisposed();
        bool lengthIsWritten = length >= ArenaString.WrittenLength;
        ulong bytes = (((ulong)length * sizeof(char)) + 7) & ~7UL;
        bytes += lengthIsWritten ? ArenaText.HeaderBytes : 0u;
        if (!_heap.TryMakeRoom(bytes))
        {
            ThrowNoMemory(bytes);
        }

        byte* text = _heap.Next;
        _heap.Next += bytes;
        if (lengthIsWritten)
        {
            *(long*)text = length;
            text += ArenaText.HeaderBytes;
        }

        tail = ArenaString.LongTail(Math.Min(length, ArenaString.WrittenLength), _heap.PlaceOf(text));
        return (char*)text;
    }

    private ArenaString Finish(char* text, ulong tail)
    {
        var result = new ArenaString(*(ulong*)text, tail);
        GC.KeepAlive(this);
        return result;
    }

    [DoesNotReturn]
    private void ThrowNoMemory(ulong bytes)
    {
        if (_space.LimitReached)
        {
            Throw.ArenaLimitReached(bytes, _space.MaximumBytes);
        }

        Throw.NoMemoryForArena(bytes);
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
