using Cenote.Buffers.Stack;

namespace Cenote.Buffers;

/// <summary>
/// Temporary memory that is valid until the buffer is disposed. It is on the thread's scratch stack (<see cref="Scratch.Rent"/>),
/// or on the caller's stack if it fits there.
/// </summary>
/// <typeparam name="T">Any type without references.</typeparam>
/// <remarks>
/// A buffer is a ref struct: it cannot be stored on the heap, captured, or kept across an <see langword="await"/> or a
/// <see langword="yield"/>, and its span cannot be returned. The buffer itself may be returned, for the caller to dispose. Copies
/// refer to the same buffer: dispose only one. The default buffer is empty.
/// </remarks>
/// <example>
/// Use the caller's stack for up to 64 elements, and the scratch stack for more:
/// <code>
/// string name = "Sac Actun";
/// using var upper = new ScratchBuffer&lt;char>(stackalloc char[64], name.Length);
/// name.AsSpan().ToUpperInvariant(upper.Span);
/// Console.WriteLine(upper.Span.ToString());   // prints SAC ACTUN
/// </code>
/// </example>
public unsafe ref struct ScratchBuffer<T> : IDisposable
    where T : unmanaged
{
    // Dispose changes only the length. A field that Dispose writes stays on the stack, not in a register, because the finally
    // block of the using statement reads it: when Dispose wrote the span, a loop took 1.7 times as long.
    private readonly ref T _first;
    private int _length;

    // Null if the memory is the caller's, and in the default buffer.
    private readonly ScratchLine* _line;

    /// <summary>Uses the caller's memory if it is large enough, otherwise the thread's scratch stack.</summary>
    /// <param name="initial">
    /// Memory for the usual case: <c>stackalloc char[256]</c>. The buffer then cannot be returned from the method.
    /// </param>
    /// <param name="length">The number of elements. Their content is undefined.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative, or exceeds the maximum length of an
    /// array.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ScratchBuffer(Span<T> initial, int length)
    {
        if ((uint)length <= (uint)initial.Length)
        {
            _first = ref MemoryMarshal.GetReference(initial);
            _length = length;
        }
        else
        {
            this = new ScratchBuffer<T>(length, clear: false, clearOnRelease: false);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ScratchBuffer(int length, bool clear, bool clearOnRelease)
    {
        if ((uint)length > ScratchStack.MaxElements<T>())
        {
            Throw.ScratchLength(nameof(length), length, ScratchStack.MaxElements<T>());
        }

        ScratchLine* line = ScratchStack.Line;
        nuint bytes = ScratchStack.BytesOf<T>(length);
        ref T first = ref *(T*)(clearOnRelease ? ScratchStack.PushWiped(line, bytes) : ScratchStack.Push(line, bytes));
        if (clear)
        {
            MemoryMarshal.CreateSpan(ref first, length).Clear();
        }

        _first = ref first;
        _length = length;
        _line = line;
    }

    /// <summary>The elements, valid until the buffer is disposed; empty afterwards.</summary>
    [UnscopedRef]
    public readonly Span<T> Span
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MemoryMarshal.CreateSpan(ref _first, _length);
    }

    /// <summary>The number of elements.</summary>
    public readonly int Length => _length;

    /// <summary>The element at an index.</summary>
    /// <param name="index">The index, from 0.</param>
    /// <exception cref="IndexOutOfRangeException">There is no such element.</exception>
    [UnscopedRef]
    public readonly ref T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref Span[index];
    }

    /// <summary>Returns the elements from an index to the end. The buffer still holds all of its memory.</summary>
    /// <param name="start">The index of the first element.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="start"/> is not between 0 and
    /// <see cref="Length"/>.</exception>
    [UnscopedRef]
    public readonly Span<T> Slice(int start)
    {
        if ((uint)start > (uint)_length)
        {
            Throw.ScratchRange(nameof(start), start, _length);
        }

        return Span[start..];
    }

    /// <summary>
    /// Returns a range of the elements, also written <c>buffer[2..^1]</c>. The buffer still holds all of its memory.
    /// </summary>
    /// <param name="start">The index of the first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <exception cref="ArgumentOutOfRangeException">The range is not within the buffer.</exception>
    [UnscopedRef]
    public readonly Span<T> Slice(int start, int length)
    {
        if ((uint)start > (uint)_length)
        {
            Throw.ScratchRange(nameof(start), start, _length);
        }

        if ((uint)length > (uint)(_length - start))
        {
            Throw.ScratchRange(nameof(length), length, _length);
        }

        return Span.Slice(start, length);
    }

    /// <summary>Sets all elements to zero.</summary>
    public readonly void Clear() => Span.Clear();

    /// <summary>Releases the memory and makes the buffer empty. A second call does nothing.</summary>
    /// <exception cref="InvalidOperationException">
    /// Memory that was rented after this buffer is still held, or a copy of this buffer was disposed. See <see cref="Scratch"/>.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        // A second call pops a block of 0 bytes, which does nothing.
        int length = _length;
        _length = 0;
        if (_line != null)
        {
            var start = (nuint)Unsafe.AsPointer(ref _first);
            ScratchStack.Pop(_line, start, start + ScratchStack.BytesOf<T>(length));
        }
    }
}
