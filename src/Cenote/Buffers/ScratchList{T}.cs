using Cenote.Buffers.Stack;

namespace Cenote.Buffers;

/// <summary>
/// A temporary list for the duration of a method. It starts on the caller's stack, <c>using var list = new
/// ScratchList&lt;char&gt;(stackalloc char[256])</c>, or on the thread's scratch stack, <c>new ScratchList&lt;char&gt;(1000)</c>,
/// and grows on demand.
/// </summary>
/// <typeparam name="T">Any type without references.</typeparam>
/// <remarks>
/// <para>
/// A list on the scratch stack grows there up to <see cref="Scratch.KeptBytesPerThread"/>, while no later buffer or frame is
/// open. Otherwise growth moves the list to an array from <see cref="System.Buffers.ArrayPool{T}.Shared"/>. Spans of the list are
/// valid until it grows or is disposed.
/// </para>
/// <para>
/// A list is a ref struct with the same restrictions as a <see cref="ScratchBuffer{T}"/>. A copy shares the memory but not the
/// count, so pass a list by <see langword="ref"/>. The default list is empty and can grow.
/// </para>
/// </remarks>
/// <example>
/// Build a string that is used immediately:
/// <code>
/// using var text = new ScratchList&lt;char>(stackalloc char[64]);
/// foreach (int depth in (ReadOnlySpan&lt;int>)[119, 54, 88])
/// {
///     text.Append($"{depth} m, ");
/// }
///
/// text.Truncate(text.Count - 2);
/// Console.WriteLine(text.ToString());   // prints 119 m, 54 m, 88 m
/// </code>
/// </example>
[DebuggerDisplay("{ToString(),raw}")]
[DebuggerTypeProxy(typeof(ScratchListDebugView<>))]
public unsafe ref partial struct ScratchList<T> : IDisposable
    where T : unmanaged
{
    private Span<T> _items;
    private int _count;

    // The size of the block on the scratch stack, in cache lines; 0 without a block. The block is held until the list is
    // disposed, even after a move to an array.
    private int _blockLines;
    private ref byte _block;
    private T[]? _array;

    // While the list is in an array: a number that identifies the list as the owner. It is also stored after the array's
    // elements, so that disposing a copy later does not return the array again. On the scratch stack: the number of frames around
    // the list.
    private ulong _token;

    /// <summary>Creates a list that starts in the caller's memory.</summary>
    /// <param name="initial">Memory that is used until it is full, for example <c>stackalloc char[256]</c>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ScratchList(Span<T> initial) => _items = initial;

    /// <summary>Creates a list that starts on the thread's scratch stack.</summary>
    /// <param name="capacity">
    /// The initial capacity in elements. If it takes more than <see cref="Scratch.KeptBytesPerThread"/>, the list starts in a
    /// pooled array.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is negative, or exceeds the maximum length of an
    /// array.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. Nothing has changed.</exception>
    public ScratchList(int capacity)
    {
        if ((uint)capacity > ScratchStack.MaxElements<T>())
        {
            Throw.ScratchLength(nameof(capacity), capacity, ScratchStack.MaxElements<T>());
        }

        nuint bytes = nuint.Max(ScratchStack.Alignment, ScratchStack.BytesOf<T>(capacity));
        if (bytes <= (nuint)ScratchStack.KeptBytes)
        {
            BeginBlock(bytes);
        }
        else
        {
            Grow(capacity);
        }
    }

    /// <summary>The number of elements.</summary>
    public readonly int Count => _count;

    /// <summary>The number of elements that fit without growing.</summary>
    public readonly int Capacity => _items.Length;

    /// <summary>The element at an index.</summary>
    /// <param name="index">The index, from 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such element.</exception>
    [UnscopedRef]
    public readonly ref T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if ((uint)index >= (uint)_count)
            {
                Throw.ScratchRange(nameof(index), index, _count);
            }

            return ref _items[index];
        }
    }

    /// <summary>Appends an element.</summary>
    /// <param name="value">The element.</param>
    /// <exception cref="OutOfMemoryException">There is not enough memory. The list is unchanged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(T value)
    {
        int count = _count;
        Span<T> items = _items;
        if ((uint)count < (uint)items.Length)
        {
            items[count] = value;
            _count = count + 1;
        }
        else
        {
            AppendSlow(value);
        }
    }

    /// <summary>Appends elements, which may be elements of this list.</summary>
    /// <param name="values">The elements.</param>
    /// <exception cref="OutOfMemoryException">There is not enough memory. The list is unchanged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(scoped ReadOnlySpan<T> values)
    {
        int count = _count;
        if (values.Length <= _items.Length - count)
        {
            values.CopyTo(_items[count..]);
            _count = count + values.Length;
        }
        else
        {
            AppendSlow(values);
        }
    }

    /// <summary>Appends an element several times.</summary>
    /// <param name="value">The element.</param>
    /// <param name="repeatCount">The number of repetitions.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="repeatCount"/> is negative.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. The list is unchanged.</exception>
    public void Append(T value, int repeatCount)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(repeatCount);
        EnsureRoom(repeatCount);
        _items.Slice(_count, repeatCount).Fill(value);
        _count += repeatCount;
    }

    /// <summary>
    /// Returns the free space after the last element, for writing. Call <see cref="Advance"/> to append the written elements.
    /// </summary>
    /// <param name="sizeHint">The minimum length; 0 for any length of at least 1.</param>
    /// <returns>All free space. Its content is undefined.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sizeHint"/> is negative.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. The list is unchanged.</exception>
    [UnscopedRef]
    public Span<T> GetSpan(int sizeHint = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        EnsureRoom(Math.Max(1, sizeHint));
        return _items[_count..];
    }

    /// <summary>Appends elements that were written to the span from <see cref="GetSpan"/>.</summary>
    /// <param name="count">The number of elements.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative, or greater than the free
    /// space.</exception>
    public void Advance(int count)
    {
        if ((uint)count > (uint)(_items.Length - _count))
        {
            Throw.AdvancedTooFar(nameof(count), count, _items.Length - _count);
        }

        _count += count;
    }

    /// <summary>Returns the elements, valid until the list grows or is disposed.</summary>
    [UnscopedRef]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Span<T> AsSpan() => MemoryMarshal.CreateSpan(ref MemoryMarshal.GetReference(_items), _count);

    /// <summary>Returns a range of the elements, also written <c>list[2..^1]</c>.</summary>
    /// <param name="start">The index of the first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <exception cref="ArgumentOutOfRangeException">The range is not within the list.</exception>
    [UnscopedRef]
    public readonly Span<T> Slice(int start, int length)
    {
        CheckRange(nameof(start), start, nameof(length), length);
        return _items.Slice(start, length);
    }

    /// <summary>Returns the chars of a list of chars as a string; for other lists, the element type and the count.</summary>
    public override readonly string ToString() => typeof(T) == typeof(char)
        ? new string(MemoryMarshal.Cast<T, char>(AsSpan()))
        : $"ScratchList<{typeof(T).Name}>[{_count}]";

    /// <summary>Releases the memory and makes the list empty. A second call does nothing.</summary>
    /// <exception cref="InvalidOperationException">
    /// The list is on the scratch stack, and memory rented after it is still held; or a copy of the list was disposed. See
    /// <see cref="Scratch"/>.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        _items = default;
        _count = 0;
        if (_array is not null || _blockLines != 0)
        {
            Release();
        }
    }
}
