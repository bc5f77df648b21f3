using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory;

namespace Cenote.Buffers;

/// <summary>
/// Memory for so many elements until it is disposed: from the thread's scratch stack (<see cref="Scratch.Rent"/>), or from the
/// caller's own stack if it fits there.
/// </summary>
/// <typeparam name="T">Any type without references.</typeparam>
/// <remarks>
/// It belongs to its method: the compiler refuses to store it on the heap, to capture it, to carry it over an <see langword="await"/> or a
/// <see langword="yield"/>, and to return its span; the buffer itself may be returned, for the caller to dispose. A copy is the
/// same buffer: dispose one of them. The default buffer is empty.
/// </remarks>
public unsafe ref struct ScratchBuffer<T> : IDisposable
    where T : unmanaged
{
    private Span<T> _span;

    // Null if the memory is not on the scratch stack, or not any more.
    private ScratchLine* _line;

    /// <summary>Uses the caller's memory if it is large enough, and the thread's scratch stack otherwise.</summary>
    /// <param name="initial">Memory for the usual case: <c>stackalloc char[256]</c>. The buffer cannot be returned from its method then.</param>
    /// <param name="length">How many elements. What they hold is not defined.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative, or more than an array can have.</exception>
    /// <exception cref="OutOfMemoryException">There is not so much memory. Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ScratchBuffer(Span<T> initial, int length)
    {
        if ((uint)length <= (uint)initial.Length)
        {
            _span = MemoryMarshal.CreateSpan(ref MemoryMarshal.GetReference(initial), length);
        }
        else
        {
            this = new ScratchBuffer<T>(length);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ScratchBuffer(int length)
    {
        if ((uint)length > ScratchStack.MostElements<T>())
        {
            Throw.ScratchLength(nameof(length), length, ScratchStack.MostElements<T>());
        }

        ScratchLine* line = ScratchStack.Line;
        _span = MemoryMarshal.CreateSpan(ref *(T*)ScratchStack.Push(line, ScratchStack.BytesOf<T>(length)), length);
        _line = line;
    }

    /// <summary>The elements. Valid until the buffer is disposed; empty afterwards.</summary>
    [UnscopedRef]
    public readonly Span<T> Span
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _span;
    }

    /// <summary>How many elements.</summary>
    public readonly int Length => _span.Length;

    /// <summary>An element.</summary>
    /// <param name="index">Its index, from 0.</param>
    /// <exception cref="IndexOutOfRangeException">There is no such element.</exception>
    [UnscopedRef]
    public readonly ref T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref _span[index];
    }

    /// <summary>The elements from an index on. The buffer keeps all of its memory, whatever is asked for.</summary>
    /// <param name="start">The first of them.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="start"/> is not between 0 and <see cref="Length"/>.</exception>
    [UnscopedRef]
    public readonly Span<T> Slice(int start)
    {
        if ((uint)start > (uint)_span.Length)
        {
            Throw.ScratchRange(nameof(start), start, _span.Length);
        }

        return _span[start..];
    }

    /// <summary>A range of the elements: also <c>buffer[2..^1]</c>. The buffer keeps all of its memory, whatever is asked for.</summary>
    /// <param name="start">The first of them.</param>
    /// <param name="length">How many.</param>
    /// <exception cref="ArgumentOutOfRangeException">The range does not lie within the buffer.</exception>
    [UnscopedRef]
    public readonly Span<T> Slice(int start, int length)
    {
        if ((uint)start > (uint)_span.Length)
        {
            Throw.ScratchRange(nameof(start), start, _span.Length);
        }

        if ((uint)length > (uint)(_span.Length - start))
        {
            Throw.ScratchRange(nameof(length), length, _span.Length);
        }

        return _span.Slice(start, length);
    }

    /// <summary>Fills the buffer with zeros.</summary>
    public readonly void Clear() => _span.Clear();

    /// <summary>Releases the memory and makes the buffer empty. A second call does nothing.</summary>
    /// <exception cref="InvalidOperationException">
    /// Memory that was rented after this buffer is still held, or a copy of it was disposed. See <see cref="Scratch"/>.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        ScratchLine* line = _line;
        if (line != null)
        {
            _line = null;
            var start = (nuint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(_span));
            ScratchStack.Pop(line, start, start + ScratchStack.BytesOf<T>(_span.Length));
        }

        _span = default;
    }
}
