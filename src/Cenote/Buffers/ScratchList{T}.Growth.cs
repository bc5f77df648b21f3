using System.Buffers;
using Cenote.Buffers.Stack;

namespace Cenote.Buffers;

/// <content>Memory of the list, and its growth.</content>
public unsafe ref partial struct ScratchList<T>
{
    /// <summary>Ensures capacity for a number of elements in total.</summary>
    /// <param name="capacity">The number of elements.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is negative.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. The list is unchanged.</exception>
    public void EnsureCapacity(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);
        if (capacity > _items.Length)
        {
            Grow(capacity - _count);
        }
    }

    private static int TokenElements
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (sizeof(ulong) + sizeof(T) - 1) / sizeof(T);
    }

    private void EnsureRoom(int count)
    {
        if (count > _items.Length - _count)
        {
            Grow(count);
        }
    }

    private void BeginBlock(nuint bytes)
    {
        ScratchLine* line = ScratchStack.Line;
        SetBlock(ScratchStack.Push(line, bytes), bytes);
        _token = ScratchStack.OpenFramesOf(line);
    }

    private void SetBlock(nuint start, nuint bytes)
    {
        _block = ref *(byte*)start;
        _blockLines = (int)(bytes / ScratchStack.Alignment);
        _items = new Span<T>((void*)start, (int)(bytes / (nuint)sizeof(T)));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AppendSlow(T value)
    {
        Grow(1);
        _items[_count++] = value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AppendSlow(scoped ReadOnlySpan<T> values)
    {
        // Keeps the old array until the values are copied, because they may be in it.
        (T[]? array, ulong token) = (_array, _token);
        Move(values.Length);
        values.CopyTo(_items[_count..]);
        _count += values.Length;
        ReturnUnlessKept(array, token);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int more)
    {
        (T[]? array, ulong token) = (_array, _token);
        Move(more);
        ReturnUnlessKept(array, token);
    }

    /// <summary>Grows the list. The caller returns the old array.</summary>
    private void Move(int more)
    {
        int most = (int)ScratchStack.MaxElements<T>() - TokenElements;
        long needed = (long)_count + more;
        if (needed > most)
        {
            Throw.ScratchListIsFull(needed, most);
        }

        int capacity = (int)Math.Max(needed, Math.Min(2L * _items.Length, most));
        if (_array is null && _blockLines != 0 && TryGrowBlock(capacity))
        {
            return;
        }

        T[] array = ArrayPool<T>.Shared.Rent(capacity + TokenElements);
        AsSpan().CopyTo(array);
        _array = array;
        _items = array.AsSpan(0, array.Length - TokenElements);
        _token = ScratchStack.NextToken();
        Unsafe.WriteUnaligned(ref PlaceOfToken(array), _token);
    }

    private bool TryGrowBlock(int capacity)
    {
        nuint bytes = ScratchStack.BytesOf<T>(capacity);
        nuint start = ScratchStack.TryGrow(
            (nuint)Unsafe.AsPointer(ref _block), (nuint)_blockLines * ScratchStack.Alignment, bytes, (uint)_token);
        if (start == 0)
        {
            return false;
        }

        SetBlock(start, bytes);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Release()
    {
        (T[]? array, ulong token) = (_array, _token);
        _array = null;
        nuint bytes = (nuint)_blockLines * ScratchStack.Alignment;
        if (bytes != 0)
        {
            _blockLines = 0;
            var start = (nuint)Unsafe.AsPointer(ref _block);
            ScratchStack.Pop(ScratchStack.Line, start, start + bytes);
        }

        ReturnUnlessKept(array, token);
    }

    private readonly void ReturnUnlessKept(T[]? array, ulong token)
    {
        if (array is null || array == _array)
        {
            return;
        }

        if (Unsafe.ReadUnaligned<ulong>(ref PlaceOfToken(array)) != token)
        {
            ScratchStack.OnArrayReleasedTwice();
            return;
        }

        Unsafe.WriteUnaligned(ref PlaceOfToken(array), 0UL);
        ArrayPool<T>.Shared.Return(array);
    }

    private static ref byte PlaceOfToken(T[] array) => ref Unsafe.As<T, byte>(ref array[^TokenElements]);
}
