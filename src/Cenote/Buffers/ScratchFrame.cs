using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory;

namespace Cenote.Buffers;

/// <summary>
/// One release for any number of buffers: <c>using var frame = Scratch.Frame();</c> When it is disposed it releases what was rented from
/// it, and what was rented on the thread in any other way since it began and was not released.
/// </summary>
/// <remarks>The compiler keeps it in its method, as it does <see cref="ScratchBuffer{T}"/>. The default frame has nothing to release.</remarks>
public unsafe ref struct ScratchFrame : IDisposable
{
    // A reference, so that the memory it marks cannot be anybody else's before the frame ends.
    private readonly ref byte _mark;
    private readonly nuint _end;
    private readonly ulong _marks;
    private ScratchLine* _line;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ScratchFrame(ScratchLine* line)
    {
        _mark = ref *(byte*)line->Top;
        _end = line->End;
        _marks = ScratchStack.OpenFrame(line);
        _line = line;
    }

    /// <summary>Rents memory until the frame ends.</summary>
    /// <typeparam name="T">Any type without references.</typeparam>
    /// <param name="length">How many elements; 0 is allowed.</param>
    /// <param name="clear">Whether to fill it with zeros. By default it holds what was there before.</param>
    /// <returns>The memory, which begins at a multiple of 64 bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative, or more than an array can have.</exception>
    /// <exception cref="InvalidOperationException">A frame inside this one is open, or this one was disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not so much memory. Nothing has changed.</exception>
    [UnscopedRef]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Span<T> Rent<T>(int length, bool clear = false)
        where T : unmanaged
    {
        if ((uint)length > ScratchStack.MostElements<T>())
        {
            Throw.ScratchLength(nameof(length), length, ScratchStack.MostElements<T>());
        }

        ScratchLine* line = _line;
        if (line == null || ScratchStack.OpenFramesOf(line) != (uint)_marks)
        {
            Throw.ScratchFrameIsNotInnermost();
        }

        Span<T> span = MemoryMarshal.CreateSpan(ref *(T*)ScratchStack.Push(line, ScratchStack.BytesOf<T>(length)), length);
        if (clear)
        {
            span.Clear();
        }

        return span;
    }

    /// <summary>Releases what was rented since the frame began, frames and buffers that were forgotten included. A second call does nothing.</summary>
    /// <exception cref="InvalidOperationException">
    /// A copy of the frame was disposed, or the frame around it, or a buffer from before the frame. See <see cref="Scratch"/>.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        ScratchLine* line = _line;
        if (line != null)
        {
            _line = null;
            ScratchStack.CloseFrame(line, (nuint)Unsafe.AsPointer(ref _mark), _end, _marks);
        }
    }
}
