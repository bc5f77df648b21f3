using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Buffers.Stack;

namespace Cenote.Buffers;

/// <summary>
/// One release for any number of buffers: <c>using var frame = Scratch.Frame();</c> When it is disposed it releases what was
/// rented from it.
/// </summary>
/// <remarks>
/// <para>The compiler keeps it in its method, as it does <see cref="ScratchBuffer{T}"/>. The default frame has nothing to
/// release.</para>
/// <para>What is rented inside it in any other way must be released before it ends. If something was not, <see cref="Dispose"/>
/// takes it off the thread's stack all the same, and throws. Nobody else gets that memory, because a buffer that was returned
/// from the method may still be used.</para>
/// </remarks>
/// <example>
/// Keys and values that are sorted together, with one release for both:
/// <code>
/// ReadOnlySpan&lt;int> depths = [119, 54, 88];
/// using var frame = Scratch.Frame();
/// Span&lt;int> keys = frame.Rent&lt;int>(depths.Length);
/// Span&lt;char> values = frame.Rent&lt;char>(depths.Length);
/// depths.CopyTo(keys);
/// "SED".CopyTo(values);
/// keys.Sort(values);
/// Console.WriteLine(values.ToString());   // prints EDS
/// </code>
/// </example>
public unsafe ref struct ScratchFrame : IDisposable
{
    // A reference, so that the memory it marks cannot become anybody else's before the frame ends.
    private readonly ref byte _mark;
    private readonly nuint _end;
    private readonly ulong _marks;
    private readonly nuint _outerTop;
    private ScratchLine* _line;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ScratchFrame(ScratchLine* line)
    {
        _mark = ref *(byte*)line->Top;
        _end = line->End;
        _marks = ScratchStack.OpenFrame(line, out _outerTop);
        _line = line;
    }

    /// <summary>Rents memory until the frame ends.</summary>
    /// <typeparam name="T">Any type without references.</typeparam>
    /// <param name="length">How many elements; 0 is allowed.</param>
    /// <param name="clear">Whether to fill it with zeros. By default it holds what was there before.</param>
    /// <param name="clearOnRelease">Whether it is filled with zeros when the frame ends, however that happens: for
    /// secrets.</param>
    /// <returns>The memory, which begins at a multiple of 64 bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative, or more than an array can
    /// have.</exception>
    /// <exception cref="InvalidOperationException">A frame inside this one is open, or this one was disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. Nothing has changed.</exception>
    [UnscopedRef]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Span<T> Rent<T>(int length, bool clear = false, bool clearOnRelease = false)
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

        nuint bytes = ScratchStack.BytesOf<T>(length);
        nuint start = clearOnRelease ? ScratchStack.PushOfFrameSlow(bytes, wipes: true) : ScratchStack.PushOfFrame(line, bytes);
        Span<T> span = MemoryMarshal.CreateSpan(ref *(T*)start, length);
        if (clear)
        {
            span.Clear();
        }

        return span;
    }

    /// <summary>Releases what was rented since the frame began. A second call does nothing.</summary>
    /// <exception cref="InvalidOperationException">
    /// A buffer, list or frame that was begun inside the frame was not released; or a copy of the frame was disposed, or the
    /// frame around it, or a buffer from before the frame. The frame has ended all the same. See <see cref="Scratch"/>.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        ScratchLine* line = _line;
        if (line != null)
        {
            _line = null;
            ScratchStack.CloseFrame(line, (nuint)Unsafe.AsPointer(ref _mark), _end, _marks, _outerTop);
        }
    }
}
