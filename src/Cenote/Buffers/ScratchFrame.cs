using Cenote.Buffers.Stack;

namespace Cenote.Buffers;

/// <summary>A scope that releases all memory rented from it at once: <c>using var frame = Scratch.Frame();</c></summary>
/// <remarks>
/// <para>A frame is a ref struct with the same restrictions as a <see cref="ScratchBuffer{T}"/>. The default frame releases
/// nothing.</para>
/// <para>Memory that is rented during the frame, but not from it, must be released before the frame. Otherwise
/// <see cref="Dispose"/> removes that memory from the thread's stack and throws. The memory is not reused, because a buffer
/// returned from the method may still be used.</para>
/// </remarks>
/// <example>
/// Sort keys and values together, then release both at once:
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
    // A reference keeps the marked memory alive, so that it is not reused before the frame ends.
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
    /// <param name="length">The number of elements; may be 0.</param>
    /// <param name="clear">Whether to clear the memory. By default, its content is undefined.</param>
    /// <param name="clearOnRelease">
    /// Whether the memory is cleared when the frame ends, even after misuse. Use it for secrets.
    /// </param>
    /// <returns>The memory, aligned to 64 bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative, or exceeds the maximum length of an
    /// array.</exception>
    /// <exception cref="InvalidOperationException">An inner frame is open, or this frame is disposed or default.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. Nothing has changed.</exception>
    [UnscopedRef]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Span<T> Rent<T>(int length, bool clear = false, bool clearOnRelease = false)
        where T : unmanaged
    {
        if ((uint)length > ScratchStack.MaxElements<T>())
        {
            Throw.ScratchLength(nameof(length), length, ScratchStack.MaxElements<T>());
        }

        ScratchLine* line = _line;
        if (line == null || ScratchStack.OpenFramesOf(line) != (uint)_marks)
        {
            Throw.ScratchFrameIsNotInnermost();
        }

        nuint bytes = ScratchStack.BytesOf<T>(length);
        nuint start = clearOnRelease ? ScratchStack.PushToFrameSlow(bytes, wipes: true) : ScratchStack.PushToFrame(line, bytes);
        Span<T> span = MemoryMarshal.CreateSpan(ref *(T*)start, length);
        if (clear)
        {
            span.Clear();
        }

        return span;
    }

    /// <summary>Releases all memory rented since the frame began. A second call does nothing.</summary>
    /// <exception cref="InvalidOperationException">
    /// A buffer, list or frame that was opened later, but not rented from this frame, is still held; or a copy of this frame, an
    /// enclosing frame, or a buffer or list rented earlier has already been released. The frame ends anyway. See
    /// <see cref="Scratch"/>.
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
