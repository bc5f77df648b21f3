using Cenote.Memory.Keys;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <content>Capacity, memory use and disposal.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    private const int ObjectBytes = 320;

    /// <summary>
    /// Removes every key. The collection keeps the memory for new keys, except the memory of keys of about 64 KiB or more.
    /// Enumerators then throw, unless the collection was empty. O(table size).
    /// </summary>
    /// <exception cref="ObjectDisposedException">The collection is disposed.</exception>
    public void Clear()
    {
        ThrowIfDisposed();

        // Enumerators of an empty dictionary stay valid: they find no entries in free cells.
        if (Count > 0)
        {
            Version++;
        }

        _index.Clear();
        _values.Clear();
    }

    /// <summary>
    /// Presizes the table, so that adding keys does not grow it. The keys themselves take memory when they are added.
    /// </summary>
    /// <param name="capacity">Number of keys, including the existing ones.</param>
    /// <returns>Approximate number of keys that fit in the table.</returns>
    /// <remarks>O(entries) if the table grows. Enumerators and references to values stay valid.</remarks>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The collection is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory; the collection is unchanged.
    /// </exception>
    public int EnsureCapacity(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);
        ThrowIfDisposed();
        if (!_index.TryEnsureCapacity(capacity))
        {
            Throw.NoTable(capacity, _index.BytesToReplaceTable(capacity), _index.Space);
        }

        return (int)Math.Min(_index.Table.Room, int.MaxValue);
    }

    /// <summary>
    /// Releases the memory of removed keys and shrinks an oversized table. Compacts the remaining keys: references to values
    /// become invalid, and enumerators throw. O(entries): takes about as long as filling the collection.
    /// </summary>
    /// <returns>Unmanaged bytes released.</returns>
    /// <exception cref="ObjectDisposedException">The collection is disposed.</exception>
    public long Trim()
    {
        ThrowIfDisposed();
        Version++;
        if (!EntryLayout<TValue>.IsInline)
        {
            TrimValues();
        }

        return _index.Trim();
    }

    /// <summary>Unmanaged bytes held, in steps of 64 KiB, including untouched pages.</summary>
    /// <remarks>0 once the collection is disposed.</remarks>
    public long BytesReserved => _index.Space.BytesLent;

    int IMeasuredDictionary.Rehashes => _index.Rehashes;

    /// <summary>Approximate managed bytes: objects, and the arrays that hold values with references.</summary>
    public long ManagedBytes =>
        ObjectBytes + _index.Space.ManagedBytes + _index.Table.ManagedBytes + _index.Cells.ManagedBytes + _values.ManagedBytes;

    /// <summary>Visits all keys and returns counts and memory sizes. O(entries), allocates nothing.</summary>
    /// <returns>The statistics.</returns>
    /// <exception cref="ObjectDisposedException">The collection is disposed.</exception>
    public PooledStringDictionaryStatistics GetStatistics()
    {
        ThrowIfDisposed();
        int narrow = 0;
        long textBytes = 0;
        KeyWalk walk = _index.Cells.Walk();
        while (_index.Cells.MoveToLive(ref walk))
        {
            narrow += walk.Cell->IsNarrow ? 1 : 0;
            textBytes += (long)walk.Cell->TextBytes;
        }

        GC.KeepAlive(this);
        return new PooledStringDictionaryStatistics
        {
            Count = Count,
            NarrowKeys = narrow,
            LongKeys = _index.Cells.LongCells,
            TextBytes = textBytes,
            BytesReserved = BytesReserved,
            ManagedBytes = ManagedBytes,
            TableBytes = _index.Table.NativeBytes,
            FreeBytes = _index.Cells.FreeUnits << AddressSpace.UnitShift,
            Buckets = _index.Table.Buckets,
            Rehashes = _index.Rehashes,
        };
    }

    /// <summary>Disposes the dictionary and releases its memory.</summary>
    public void Dispose()
    {
        if (!Interlocked.Exchange(ref _disposed, true))
        {
            _mayNeedOtherForm = _mayNeedOtherUtf8Form = true;
            Version++;
            _index.Close(_handsOutReferences);
            _values.Clear();
        }
    }

    private void TrimValues()
    {
        int live = Count;
        KeyWalk walk = _index.Cells.Walk();
        while (_index.Cells.MoveToLive(ref walk))
        {
            walk.Cell->Slot = _values.MoveToFront(walk.Cell->Slot, live);
        }

        _values.Shrink(live);
    }
}
