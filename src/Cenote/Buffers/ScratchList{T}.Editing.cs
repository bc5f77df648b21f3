namespace Cenote.Buffers;

/// <content>Insertions and removals.</content>
public unsafe ref partial struct ScratchList<T>
{
    /// <summary>Inserts an element.</summary>
    /// <param name="index">The index of the element, at most <see cref="Count"/>.</param>
    /// <param name="value">The element.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not between 0 and
    /// <see cref="Count"/>.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. The list is unchanged.</exception>
    public void Insert(int index, T value) => Insert(index, new ReadOnlySpan<T>(in value));

    /// <summary>Inserts elements, which may be elements of this list.</summary>
    /// <param name="index">The index of the first new element, at most <see cref="Count"/>.</param>
    /// <param name="values">The elements.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not between 0 and
    /// <see cref="Count"/>.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. The list is unchanged.</exception>
    public void Insert(int index, scoped ReadOnlySpan<T> values)
    {
        if ((uint)index > (uint)_count)
        {
            Throw.ScratchRange(nameof(index), index, _count);
        }

        if (values.Overlaps(_items))
        {
            using ScratchBuffer<T> copy = Scratch.Rent<T>(values.Length);
            values.CopyTo(copy.Span);
            InsertOther(index, copy.Span);
        }
        else
        {
            InsertOther(index, values);
        }
    }

    /// <summary>Removes an element; later ones shift down by one index.</summary>
    /// <param name="index">The index of the element.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such element.</exception>
    public void RemoveAt(int index)
    {
        if ((uint)index >= (uint)_count)
        {
            Throw.NotInScratchList(nameof(index), index, _count);
        }

        RemoveRange(index, 1);
    }

    /// <summary>Removes a range of elements; later ones shift down to its start.</summary>
    /// <param name="index">The index of the first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <exception cref="ArgumentOutOfRangeException">The range is not within the list.</exception>
    public void RemoveRange(int index, int count)
    {
        CheckRange(nameof(index), index, nameof(count), count);
        _items[(index + count).._count].CopyTo(_items[index..]);
        _count -= count;
    }

    /// <summary>Removes all elements from an index on.</summary>
    /// <param name="count">The number of elements to keep.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is not between 0 and
    /// <see cref="Count"/>.</exception>
    public void Truncate(int count)
    {
        if ((uint)count > (uint)_count)
        {
            Throw.ScratchRange(nameof(count), count, _count);
        }

        _count = count;
    }

    /// <summary>Removes all elements and keeps the capacity.</summary>
    public void Clear() => _count = 0;

    private void InsertOther(int index, scoped ReadOnlySpan<T> values)
    {
        EnsureRoom(values.Length);
        _items[index.._count].CopyTo(_items[(index + values.Length)..]);
        values.CopyTo(_items[index..]);
        _count += values.Length;
    }

    private readonly void CheckRange(string startName, int start, string lengthName, int length)
    {
        if ((uint)start > (uint)_count)
        {
            Throw.ScratchRange(startName, start, _count);
        }

        if ((uint)length > (uint)(_count - start))
        {
            Throw.ScratchRange(lengthName, length, _count);
        }
    }
}
