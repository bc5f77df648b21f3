using Cenote.Memory.Entries;

namespace Cenote.Collections;

/// <content>Memory: how much there is, and how to give it back.</content>
public sealed unsafe partial class NativeDictionary<TKey, TValue>
{
    private const int ObjectBytes = 320;

    /// <summary>Removes every key. The memory stays with the dictionary for the next ones. O(memory of the table).</summary>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public void Clear()
    {
        ThrowIfDisposed();
        Version++;
        _index.Clear();
    }

    /// <summary>Removes the entries that a condition names.</summary>
    /// <param name="match">Whether to remove an entry. It must not change the dictionary.</param>
    /// <returns>How many were removed.</returns>
    /// <remarks>O(entries). What <paramref name="match"/> throws ends the method; the entries removed until then are
    /// gone.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="match"/> is null.</exception>
    /// <exception cref="InvalidOperationException"><paramref name="match"/> has changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public int RemoveWhere(Func<TKey, TValue, bool> match)
    {
        ArgumentNullException.ThrowIfNull(match);
        ThrowIfDisposed();
        int removed = 0;

        // Backwards: what takes the place of an entry was looked at before.
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
    /// Makes room for keys in the table, so that adding them does not make it grow; the entries themselves take memory when they
    /// are added.
    /// </summary>
    /// <param name="capacity">How many keys to make room for, including those that are there.</param>
    /// <returns>Approximately how many keys the table takes without growth.</returns>
    /// <remarks>O(entries) if the table grows. Enumerators stay valid, and so do references to values.</remarks>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the table; the dictionary is unchanged.
    /// </exception>
    public int EnsureCapacity(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);
        ThrowIfDisposed();
        if (!_index.TryEnsureCapacity(capacity))
        {
            ThrowNoTable(capacity, _index.BytesFor(capacity), _index.Space);
        }

        return (int)Math.Min(_index.Table.Room, int.MaxValue);
    }

    /// <summary>
    /// Gives back what the entries do not need: memory behind the last one, and a table that is too large. No entry moves:
    /// references to values stay valid, and so do enumerators. O(entries) if the table shrinks.
    /// </summary>
    /// <returns>Unmanaged bytes given back.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public long Trim()
    {
        ThrowIfDisposed();
        return _index.Trim();
    }

    /// <summary>
    /// Bytes of unmanaged memory the dictionary holds, in steps of 64 KiB. Pages that were never touched count here.
    /// </summary>
    /// <remarks>0 once the dictionary is disposed.</remarks>
    public long BytesReserved => _index.Space.BytesLent;

    /// <summary>Bytes of all entries; 0 once the dictionary is disposed.</summary>
    public long BytesUsed => (long)Count * _index.Heap.EntryBytes;

    /// <summary>Bytes of managed memory the dictionary holds, approximately.</summary>
    public long ManagedBytes => ObjectBytes + _index.Space.ManagedBytes + _index.ManagedBytes;

    /// <summary>The state of the dictionary. O(1).</summary>
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

    /// <summary>Disposes the dictionary and gives its memory back. A second call does nothing.</summary>
    public void Dispose()
    {
        if (!Interlocked.Exchange(ref _disposed, true))
        {
            Version++;
            _index.Close(_handsOutReferences);
        }
    }
}
