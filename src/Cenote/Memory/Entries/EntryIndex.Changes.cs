using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Entries;

/// <content>Inserting and removing entries, and memory management.</content>
internal unsafe partial struct EntryIndex<TKey, TValue>
{
    // The maximum number of rehashes per insertion.
    private const int MaxRehashes = 3;

    /// <summary>Initializes an empty index; false if there is not enough memory for a table of this size.</summary>
    public bool TryInitialize(AddressSpace space, KeyRule<TKey> rule, int capacity)
    {
        Space = space;
        Heap.Initialize(space, rule);
        return Table.TryInitialize(space, capacity);
    }

    /// <summary>The bytes of a new index with a table for this many keys, and memory for the first entry.</summary>
    public readonly long BytesFor(int capacity) =>
        BucketTable.BytesFor(capacity) + Heap.MinBytes;

    /// <summary>Inserts a key that is not present. The caller writes its value.</summary>
    /// <returns>The entry; null, with no entry changed, if there is not enough memory or too many keys collide.</returns>
    public byte* TryAdd(in TKey key, uint hash)
    {
        _changes++;
        bool isStray = false;
        int rekeyings = 0;
        while (!isStray && !Table.HasRoom(hash))
        {
            bool flooded = Table.IsFlooded(hash);
            if (flooded && Heap.StoresHash)
            {
                if (Table.HasFreeWay(hash))
                {
                    break;
                }

                isStray = true;
            }
            else if (flooded ? rekeyings++ < MaxRehashes && TryRekey() : Table.TryGrow(hash, in Heap))
            {
                hash = HashOfBytes(in key, hash);
            }
            else if (Table.HasFreeWay(hash))
            {
                break;
            }
            else
            {
                return null;
            }
        }

        uint[]? strays = isStray ? _strays ?? StrayEntries.NewLists() : _strays;
        byte* entry = Heap.TryTake(out uint index);
        if (entry == null)
        {
            return null;
        }

        EntryHeap<TKey, TValue>.KeyOf(entry) = key;
        if (Heap.StoresHash)
        {
            EntryHeap<TKey, TValue>.StoredHashOf(entry) = hash;
            EntryHeap<TKey, TValue>.LinkOf(entry) = StrayEntries.NoStray;
        }

        if (isStray)
        {
            _strays = strays;
            ref uint list = ref StrayEntries.ListOf(strays!, hash);
            EntryHeap<TKey, TValue>.LinkOf(entry) = list;
            list = index;
            Strays++;
        }
        else
        {
            Invariant.Holds(Table.HasFreeWay(hash), "There is a free way within the maximum number of probes.");
            Table.Add(hash, index);
        }

        return entry;
    }

    /// <summary>Removes an entry that was just located. The last entry fills the gap.</summary>
    public void Remove(EntryPlace place)
    {
        _changes++;
        Invariant.Holds(Heap.At(place.Index) == place.Entry, "The index refers to the entry.");
        uint hash = Heap.HashOf(place.Index);
        if (place.Way == EntryPlace.NoWay)
        {
            Invariant.Holds(Strays > 0, "At least one entry is counted as outside the table.");
            LinkTo(place.Index, hash) = EntryHeap<TKey, TValue>.LinkOf(place.Entry);
            Strays--;
        }
        else
        {
            Table.Remove(hash, place.Bucket, place.Way);
        }

        uint last = Heap.Last;
        if (last != place.Index)
        {
            byte* entry = Heap.At(last);
            Redirect(entry, last, place.Index);
            Buffer.MemoryCopy(entry, place.Entry, Heap.EntryBytes, Heap.EntryBytes);
        }

        Heap.DropLast();
    }

    /// <summary>Removes the entry with an index. The last entry fills the gap.</summary>
    public void RemoveAt(uint index)
    {
        byte* entry = Heap.At(index);
        if (IsStray(entry))
        {
            Remove(new EntryPlace(entry, index, 0, EntryPlace.NoWay));
            return;
        }

        if (!TryPlace(entry, Heap.HashOf(index), out EntryPlace place))
        {
            Throw.ChangedConcurrently();
        }

        Remove(place);
    }

    /// <summary>Removes every entry and keeps the memory.</summary>
    public void Clear()
    {
        _changes++;
        Table.Clear();
        Heap.Clear();
        ForgetStrays();
    }

    /// <summary>Releases unused memory: empty runs, and an oversized table.</summary>
    /// <returns>The bytes released.</returns>
    public long Trim()
    {
        _changes++;
        long before = Space.BytesLent;
        Heap.Trim();
        if (Table.IsOversized(Table.Count) && Table.TryAllocateTable(Table.Count, in Heap, out NewTable table))
        {
            Table.Adopt(table);
            Table.Fill(in Heap);
        }

        return before - Space.BytesLent;
    }

    /// <summary>Grows the table to hold this many keys; false, with no change, if there is not enough memory.</summary>
    public bool TryEnsureCapacity(int keys)
    {
        if (keys <= Table.Room)
        {
            return true;
        }

        if (!Table.TryAllocateTable(keys, in Heap, out NewTable table))
        {
            return false;
        }

        _changes++;
        Table.Adopt(table);
        Table.Fill(in Heap);
        return true;
    }

    /// <summary>Empties the index and releases its memory.</summary>
    /// <param name="isWritable">Whether other threads may still write to values.</param>
    public void Close(bool isWritable)
    {
        if (isWritable)
        {
            Space.MarkWritable();
        }

        _changes++;
        Table.Close();
        Heap.Close();
        ForgetStrays();
        Space.Dispose();
    }

    /// <summary>
    /// Like <see cref="Close"/>, but threads may still read copies of the index: returns the memory to the operating system and
    /// keeps the addresses.
    /// </summary>
    public void Retire()
    {
        _changes++;
        Space.Retire();
        Table.Forget();
        Heap.Forget();
        ForgetStrays();
    }

    private void ForgetStrays()
    {
        Strays = 0;
        _strays = null;
    }

    private readonly uint HashOfBytes(in TKey key, uint hash) => Heap.StoresHash ? hash : HashOf(in key);

    // Updates the reference to an entry that moves to another index.
    private readonly void Redirect(byte* entry, uint from, uint to)
    {
        uint hash = Heap.HashOf(from);
        if (IsStray(entry))
        {
            LinkTo(from, hash) = to;
            return;
        }

        if (!TryPlace(entry, hash, out EntryPlace place))
        {
            Throw.ChangedConcurrently();
        }

        Bucket.Set(Table.SegmentOf(hash) + place.Bucket, place.Way, BucketTable.TagOf(hash), to);
    }

    // The list head or link that refers to a stray entry.
    private readonly ref uint LinkTo(uint index, uint hash)
    {
        ref uint link = ref StrayEntries.ListOf(_strays!, hash);
        while (link != index)
        {
            Invariant.Holds(link != StrayEntries.End, "An entry that is not in the table is on the list of its hash.");
            link = ref EntryHeap<TKey, TValue>.LinkOf(Heap.At(link));
        }

        return ref link;
    }

    // Changes the hash seed and rehashes every key, in O(entries).
    private bool TryRekey()
    {
        if (!Table.TryAllocateTable(Table.Count, out NewTable table))
        {
            return false;
        }

        Heap.Rule.Rekey();
        Rehashes++;
        Table.Adopt(table);
        Table.Fill(in Heap);
        return true;
    }
}
