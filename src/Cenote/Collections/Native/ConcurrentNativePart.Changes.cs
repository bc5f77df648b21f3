using Cenote.Memory.Entries;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Collections;

/// <content>
/// Changes, each under the lock. User code compares keys and values before a change begins, never during one. That code may
/// throw and, because the lock is recursive, re-enter on the same thread.
/// </content>
internal sealed unsafe partial class ConcurrentNativePart<TKey, TValue>
{
    /// <summary>Adds a key, or returns its value if it exists. False if the key exists, or if memory is refused.</summary>
    public bool TryAdd(in TKey key, ulong hash, in TValue value, out bool exists, out TValue existing)
    {
        using (Enter())
        {
            uint hashHere = _index.HashOf(in key, hash);
            byte* entry = Find(in key, hashHere);
            exists = entry != null;
            if (exists)
            {
                existing = EntryHeap<TKey, TValue>.ValueOf(entry);
                return false;
            }

            existing = default;
            return TryAddNew(in key, hashHere, in value);
        }
    }

    /// <summary>Sets the value of a key, adding the key if it does not exist; false if memory is refused.</summary>
    public bool TrySet(in TKey key, ulong hash, in TValue value, out bool exists, out TValue old)
    {
        using (Enter())
        {
            uint hashHere = _index.HashOf(in key, hash);
            byte* entry = Find(in key, hashHere);
            exists = entry != null;
            old = exists ? EntryHeap<TKey, TValue>.ValueOf(entry) : default;
            if (!exists)
            {
                return TryAddNew(in key, hashHere, in value);
            }

            Replace(entry, in value);
            return true;
        }
    }

    public bool TryExchange(in TKey key, ulong hash, in TValue value, out TValue old)
    {
        using (Enter())
        {
            byte* entry = Find(in key, _index.HashOf(in key, hash));
            if (entry == null)
            {
                old = default;
                return false;
            }

            old = EntryHeap<TKey, TValue>.ValueOf(entry);
            Replace(entry, in value);
            return true;
        }
    }

    public bool TryUpdate(in TKey key, ulong hash, TValue value, TValue expected)
    {
        using (Enter())
        {
            byte* entry = Find(in key, _index.HashOf(in key, hash));
            bool updates = entry != null && IsExpected(EntryHeap<TKey, TValue>.ValueOf(entry), expected);
            if (updates)
            {
                Replace(entry, in value);
            }

            return updates;
        }
    }

    /// <summary>Returns the value of a key and the sequence number of the read.</summary>
    public bool TryGetValue(in TKey key, ulong hash, out TValue value, out uint sequence)
    {
        using (Enter())
        {
            byte* entry = Find(in key, _index.HashOf(in key, hash));
            value = entry == null ? default : EntryHeap<TKey, TValue>.ValueOf(entry);
            sequence = _sequence.Number;
            return entry != null;
        }
    }

    /// <summary>Replaces a value that was read before, if the part or the bytes of the value are unchanged.</summary>
    public bool TryReplace(in TKey key, ulong hash, TValue value, TValue old, uint sequence)
    {
        using (Enter())
        {
            byte* entry = Find(in key, _index.HashOf(in key, hash));
            if (entry == null || (_sequence.Number != sequence && !HasBytes(ref EntryHeap<TKey, TValue>.ValueOf(entry), ref old)))
            {
                return false;
            }

            Replace(entry, in value);
            return true;
        }
    }

    public bool TryRemove(in TKey key, ulong hash, out TValue value)
    {
        using (Enter())
        {
            bool found = TryLocate(in key, hash, out EntryPlace place);
            value = found ? EntryHeap<TKey, TValue>.ValueOf(place.Entry) : default;
            return found && Remove(place);
        }
    }

    public bool TryRemove(in TKey key, ulong hash, TValue expected)
    {
        using (Enter())
        {
            return TryLocate(in key, hash, out EntryPlace place)
                && IsExpected(EntryHeap<TKey, TValue>.ValueOf(place.Entry), expected)
                && Remove(place);
        }
    }

    /// <summary>
    /// Copies the entries of a segment of the table, or the strays (entries outside the table), and records the position to
    /// continue from.
    /// </summary>
    public void CopyEntries(NativeEntryBatch<TKey, TValue> batch)
    {
        using (Enter())
        {
            ThrowIfDisposed();
            batch.Copy(in _index);
        }
    }

    public void Clear()
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            ThrowIfDisposed();
            using var change = new ChangeScope(this);
            if (_pendingTableSpace is null)
            {
                _index.Clear();
            }
        }
    }

    public long Trim()
    {
        using (Enter())
        {
            ThrowIfDisposed();
            using var change = new ChangeScope(this);
            return _pendingTableSpace is null ? _index.Trim() : 0;
        }
    }

    private bool TryAddNew(in TKey key, uint hash, in TValue value)
    {
        using var change = new ChangeScope(this);
        byte* entry = TryCreateEntries() ? _index.TryAdd(in key, hash) : null;
        if (entry != null)
        {
            EntryHeap<TKey, TValue>.ValueOf(entry) = value;
        }

        return entry != null;
    }

    // If memory for the table is refused, the part still has no table.
    private bool TryCreateEntries()
    {
        if (_pendingTableSpace is null)
        {
            return true;
        }

        EntryIndex<TKey, TValue> index = default;
        var space = new AddressSpace(_pendingTableSpace);
        if (!index.TryInitialize(space, _index.Heap.Rule, capacity: 0))
        {
            space.Dispose();
            return false;
        }

        _index = index;
        _pendingTableSpace = null;
        return true;
    }

    private void Replace(byte* entry, in TValue value)
    {
        using var change = new ChangeScope(this);
        EntryHeap<TKey, TValue>.ValueOf(entry) = value;
    }

    private bool TryLocate(in TKey key, ulong hash, out EntryPlace place)
    {
        ThrowIfDisposed();
        uint sequence = _sequence.Number;
        Invariant.Holds(Gate);
        bool found = _index.TryLocate(in key, _index.HashOf(in key, hash), out place);
        if (_sequence.Number != sequence)
        {
            CommonThrow.KeyComparerChangedCollection();
        }

        return found;
    }

    private bool Remove(EntryPlace place)
    {
        using var change = new ChangeScope(this);
        _index.Remove(place);
        return true;
    }

    private bool IsExpected(TValue value, TValue expected)
    {
        uint sequence = _sequence.Number;
        Invariant.Holds(Gate);
        bool isExpected = EqualityComparer<TValue>.Default.Equals(value, expected);
        if (_sequence.Number != sequence)
        {
            Throw.ComparerChangedCollection();
        }

        return isExpected;
    }

    private static bool HasBytes(ref TValue value, ref TValue old) =>
        MemoryMarshal.AsBytes(new ReadOnlySpan<TValue>(ref value)).SequenceEqual(
            MemoryMarshal.AsBytes(new ReadOnlySpan<TValue>(ref old)));
}
