using Cenote.Memory.Entries;

namespace Cenote.Collections;

/// <content>Clearing, capacity, memory use and disposal.</content>
public sealed unsafe partial class NativeDictionary<TKey, TValue>
{
    private const int ObjectBytes = 320;

    /// <summary>Removes every key. The dictionary keeps the memory for new keys. O(table size).</summary>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public void Clear()
    {
        ThrowIfDisposed();
        Version++;
        _index.Clear();
    }

    /// <summary>Removes the entries that match a predicate.</summary>
    /// <param name="match">Returns whether to remove an entry. Must not change the dictionary.</param>
    /// <returns>The number of removed entries.</returns>
    /// <remarks>O(entries). If <paramref name="match"/> throws, earlier removals remain.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="match"/> is null.</exception>
    /// <exception cref="InvalidOperationException"><paramref name="match"/> changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public int RemoveWhere(Func<TKey, TValue, bool> match)
    {
        ArgumentNullException.ThrowIfNull(match);
        ThrowIfDisposed();
        int removed = 0;

        // Iterates backwards, because the last entry moves to the place of a removed one.
        EntryPosition position = _index.Heap.End;
        while (_index.Heap.TryStepBack(ref position))
        {
            byte* entry = _index.Heap.At(position.Index);
            long version = Version;
            bool matches = match(EntryHeap<TKey, TValue>.KeyOf(entry), EntryHeap<TKey, TValue>.ValueOf(entry));
            if (Version != version)
            {
                Throw.PredicateChangedCollection();
            }

            if (matches)
            {
                Version++;
                _index.RemoveAt(position.Index);
                removed++;
            }
        }

        GC.KeepAlive(this);
        return removed;
    }

    /// <summary>
    /// Presizes the table, so that adding keys does not grow it. The entries themselves take memory when they are added.
    /// </summary>
    /// <param name="capacity">Number of keys, including the existing ones.</param>
    /// <returns>Approximate number of keys that fit in the table.</returns>
    /// <remarks>O(entries) if the table grows. Enumerators and references to values stay valid.</remarks>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory; the dictionary is unchanged.
    /// </exception>
    public int EnsureCapacity(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);
        ThrowIfDisposed();
        if (!_index.TryEnsureCapacity(capacity))
        {
            Throw.NoTable(capacity, _index.BytesFor(capacity), _index.Space);
        }

        return (int)Math.Min(_index.Table.Room, int.MaxValue);
    }

    /// <summary>
    /// Releases the memory beyond the last entry and shrinks an oversized table. No entry moves: references to values and
    /// enumerators stay valid. O(entries) if the table shrinks.
    /// </summary>
    /// <returns>Unmanaged bytes released.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public long Trim()
    {
        ThrowIfDisposed();
        return _index.Trim();
    }

    /// <summary>Unmanaged bytes held, in steps of 64 KiB, including untouched pages.</summary>
    /// <remarks>0 once the dictionary is disposed.</remarks>
    public long BytesReserved => _index.Space.BytesLent;

    /// <summary>Bytes of all entries; 0 once the dictionary is disposed.</summary>
    public long BytesUsed => (long)Count * _index.Heap.EntryBytes;

    /// <summary>Approximate managed bytes.</summary>
    public long ManagedBytes => ObjectBytes + _index.Space.ManagedBytes + _index.ManagedBytes;

    /// <summary>Returns the number of entries and the memory they use. O(1).</summary>
    /// <returns>The statistics.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public NativeDictionaryStatistics GetStatistics()
    {
        ThrowIfDisposed();
        return new NativeDictionaryStatistics
        {
            Count = Count,
            EntryBytes = (int)_index.Heap.EntryBytes,
            BytesReserved = BytesReserved,
            BytesUsed = BytesUsed,
            TableBytes = _index.Table.NativeBytes,
            ManagedBytes = ManagedBytes,
            Buckets = _index.Table.Buckets,
            Rehashes = _index.Rehashes,
            CollidingKeys = _index.Strays,
        };
    }

    /// <summary>Disposes the dictionary and releases its memory.</summary>
    public void Dispose()
    {
        if (!Interlocked.Exchange(ref _disposed, true))
        {
            Version++;
            _index.Close(_handsOutReferences);
        }
    }
}
