using Cenote.Memory.Keys;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <content>Memory: how much there is, and how to give it back.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    private const int ObjectBytes = 320;

    /// <summary>
    /// Removes every key. The memory stays with the dictionary for the next keys, except that of keys of about 64 KiB and more.
    /// Enumerators throw from now on, unless the dictionary was empty. O(memory of the table).
    /// </summary>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public void Clear()
    {
        ThrowIfDisposed();

        // An enumerator of no entries finds none in cells that are free either.
        if (Count > 0)
        {
            Version++;
        }

        _index.Clear();
        _values.Clear();
    }

    /// <summary>
    /// Makes room for keys in the table, so that adding them does not make it grow; the keys themselves take memory when they are
    /// added.
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
            ThrowNoTable(capacity, _index.BytesToMake(capacity), _index.Space);
        }

        return (int)Math.Min(_index.Table.Room, int.MaxValue);
    }

    /// <summary>
    /// Gives back what the keys do not need: the memory of removed keys, and a table that is too large. The keys that are left
    /// move together; references to values must not be used any more, and enumerators throw. O(entries): about as long as filling
    /// the dictionary anew.
    /// </summary>
    /// <returns>Unmanaged bytes given back.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
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

    /// <summary>
    /// Bytes of unmanaged memory the dictionary holds, in steps of 64 KiB. Pages that were never touched count here.
    /// </summary>
    /// <remarks>0 once the dictionary is disposed.</remarks>
    public long BytesReserved => _index.Space.BytesLent;

    int IMeasuredDictionary.Rehashes => _index.Rehashes;

    /// <summary>
    /// Bytes of managed memory the dictionary holds, approximately: its objects, and the arrays of values with references.
    /// </summary>
    public long ManagedBytes =>
        ObjectBytes + _index.Space.ManagedBytes + _index.Table.ManagedBytes + _index.Cells.ManagedBytes + _values.ManagedBytes;

    /// <summary>Walks over all keys and adds them up. O(entries), allocates nothing.</summary>
    /// <returns>The statistics.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
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

    /// <summary>Disposes the dictionary and gives its memory back. A second call does nothing.</summary>
    public void Dispose()
    {
        if (!Interlocked.Exchange(ref _disposed, true))
        {
            _looksAgain = _looksAgainUtf8 = true;
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
