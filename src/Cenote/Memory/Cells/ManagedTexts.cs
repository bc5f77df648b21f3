using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// The managed strings or byte arrays of handles that are backed by managed objects. Growth replaces the table with a longer
/// copy, so other threads can read it concurrently. Writers take a lock, because a concurrent pool has several writers.
/// </summary>
/// <remarks>
/// A slot's owner takes and returns the index while no thread can clear the heap: an index that survived a clear would refer to
/// another string.
/// </remarks>
internal sealed class ManagedTexts
{
    /// <summary>The index of a slot that has no object yet.</summary>
    public const int None = -1;

    private const int InitialCapacity = 16;

    private readonly Lock _gate = new();
    private int[] _vacant = new int[InitialCapacity];
    private object?[] _texts = new object?[InitialCapacity];
    private int _vacantCount;
    private int _count;

    /// <summary>
    /// The object at an index; null if the index has no object, for example because another thread just freed the index.
    /// </summary>
    public object? this[int index] =>
        Volatile.Read(ref _texts) is var texts && (uint)index < (uint)texts.Length ? texts[index] : null;

    /// <summary>Bytes of the tables, without the objects.</summary>
    public long ManagedBytes => ((long)_texts.Length * nint.Size) + ((long)_vacant.Length * sizeof(int));

    /// <exception cref="OutOfMemoryException">The tables cannot grow; they are unchanged.</exception>
    public int Add(object text)
    {
        using Lock.Scope held = UninterruptibleLock.Enter(_gate);
        if (_vacantCount == 0 && _count == _texts.Length)
        {
            Grow();
        }

        int index = _vacantCount > 0 ? _vacant[--_vacantCount] : _count++;
        Invariant.Holds(_texts[index] is null, "An index has only one string.");
        _texts[index] = text;
        return index;
    }

    /// <summary>Removes an object. Needs no memory, because the list of vacant indices has space for every index.</summary>
    public void Remove(int index)
    {
        if (index != None)
        {
            using Lock.Scope held = UninterruptibleLock.Enter(_gate);
            Invariant.Holds((uint)index < (uint)_count && _texts[index] is not null, "An index is returned only once.");
            _texts[index] = null;
            _vacant[_vacantCount++] = index;
        }
    }

    public void Clear()
    {
        using Lock.Scope held = UninterruptibleLock.Enter(_gate);
        Array.Clear(_texts, 0, _count);
        _vacantCount = 0;
        _count = 0;
    }

    private void Grow()
    {
        Invariant.Holds(_gate);
        Invariant.Holds(_vacantCount == 0, "The table grows when it is full.");
        object?[] longer = new object?[2 * _count];
        Array.Resize(ref _vacant, longer.Length);
        _texts.CopyTo(longer, 0);
        Volatile.Write(ref _texts, longer);
    }
}
