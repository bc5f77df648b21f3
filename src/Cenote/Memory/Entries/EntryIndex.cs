using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Entries;

/// <summary>
/// Maps keys to entries: entries in an <see cref="EntryHeap{TKey, TValue}"/>, found through a <see cref="BucketTable"/>, in one
/// address space. Collections add exceptions, and rules for enumerators.
/// </summary>
/// <remarks>
/// The index is a struct, which saves a collection's fast path an indirection. One thread at a time may change the index; others
/// may search it only while no thread changes it. The caller must keep <see cref="Space"/> alive while it uses an entry. User
/// code (hashing and comparing) runs before changes, never during a change, and gets copies of keys. A search throws if user code
/// changed the index.
/// </remarks>
internal unsafe partial struct EntryIndex<TKey, TValue>
    where TKey : unmanaged, IEquatable<TKey>
    where TValue : unmanaged
{
    public BucketTable Table;
    public EntryHeap<TKey, TValue> Heap;

    // Null until the first stray entry.
    private uint[]? _strays;

    // Incremented by each change that invalidates a search in progress: adding or removing entries, or replacing the table.
    private uint _changes;

    /// <summary>The memory of table and entries.</summary>
    public AddressSpace Space { get; private set; }

    /// <summary>The number of times that the index changed its hash seed because keys collided.</summary>
    public int Rehashes { get; private set; }

    /// <summary>The number of entries that are not in the table because too many hashes are equal.</summary>
    public int Strays { get; private set; }

    /// <summary>The number of entries, including strays.</summary>
    public readonly int Count => Table.Count + Strays;

    public readonly long ManagedBytes =>
        Table.ManagedBytes + Heap.ManagedBytes + (_strays is null ? 0 : (long)_strays.Length * sizeof(uint));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint HashOf(in TKey key) => (uint)Heap.Rule.HashOf(in key);

    /// <summary>A version number for <see cref="ThrowIfChanged"/>.</summary>
    public readonly uint Changes => _changes;

    /// <summary>Throws if the index has changed since <see cref="Changes"/> returned this value.</summary>
    /// <exception cref="InvalidOperationException">Hashing or comparing keys changed the index.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void ThrowIfChanged(uint changes)
    {
        if (_changes != changes)
        {
            CommonThrow.KeyComparerChangedCollection();
        }
    }

    /// <summary>The entry of a key; null if not found.</summary>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the index.</exception>
    /// <remarks>
    /// Almost every key is the first with its tag in its bucket. Only this case is inlined, without calls, so the CPU can overlap
    /// more lookups, which mostly wait for memory.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* Find(in TKey key, uint hash)
    {
        if (!Heap.Rule.IsSpecial)
        {
            Bucket* bucket = Table.SegmentOf(hash) + (hash & Table.BucketMask);
            uint ways = Bucket.Find(bucket, BucketTable.TagOf(hash));
            if (ways == 0)
            {
                if (bucket->Overflow == 0 && Strays == 0)
                {
                    return null;
                }
            }
            else
            {
                uint index = Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways));
                if (Heap.IsNear(index)
                    && (KeyRule<TKey>.IsPlain
                        ? EntryHeap<TKey, TValue>.KeyOf(Heap.NearAt(index)).Equals(key)
                        : AreEqualByIEquatable(EntryHeap<TKey, TValue>.KeyOf(Heap.NearAt(index)), in key)))
                {
                    return Heap.NearAt(index);
                }
            }
        }

        return Search(in key, hash);
    }

    /// <summary>Like <see cref="Find"/>, but also returns the position that <see cref="Remove"/> needs.</summary>
    public readonly bool TryLocate(in TKey key, uint hash, out EntryPlace place)
    {
        byte* entry = Find(in key, hash);
        if (entry == null)
        {
            place = default;
            return false;
        }

        if (IsStray(entry))
        {
            place = new EntryPlace(entry, IndexOfStray(entry, hash), 0, EntryPlace.NoWay);
            return true;
        }

        return TryPlace(entry, hash, out place);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void PrefetchBucket(uint hash) => Prefetch.Read(Table.SegmentOf(hash) + (hash & Table.BucketMask));

    /// <summary>
    /// Prefetches the first and the last cache line of the entry that a lookup of this hash probably compares first.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void PrefetchEntry(uint hash)
    {
        Bucket* bucket = Table.SegmentOf(hash) + (hash & Table.BucketMask);
        uint ways = Bucket.Find(bucket, BucketTable.TagOf(hash));
        if (ways != 0)
        {
            byte* entry = Heap.At(Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways)));
            Prefetch.Read(entry);
            Prefetch.Read(entry + EntryLayout<TKey, TValue>.ValueOffset + sizeof(TValue) - 1);
        }
    }

    public readonly void CopyAll(List<KeyValuePair<TKey, TValue>> entries)
    {
        KeyWalk walk = default;
        while (Heap.MoveNext(ref walk))
        {
            entries.Add(Heap.CopyOf(walk.Index));
        }
    }

    /// <summary>Copies the stray entries.</summary>
    public readonly void CopyStrays(List<KeyValuePair<TKey, TValue>> entries)
    {
        foreach (uint first in _strays ?? [])
        {
            for (uint index = first; index != StrayEntries.End; index = EntryHeap<TKey, TValue>.LinkOf(Heap.At(index)))
            {
                entries.Add(Heap.CopyOf(index));
            }
        }
    }

    /// <summary>The hash of a key, given its hash under a rule that was never rekeyed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint HashOf(in TKey key, ulong hash) => Heap.Rule.HashOf(in key, hash);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly byte* Search(in TKey key, uint hash)
    {
        uint tag = BucketTable.TagOf(hash);
        Bucket* segment = Table.SegmentOf(hash);
        uint number = hash & Table.BucketMask;
        for (uint rest = Table.BucketMask; ; rest--)
        {
            Bucket* bucket = segment + number;
            for (uint ways = Bucket.Find(bucket, tag); ways != 0; ways &= ways - 1)
            {
                byte* entry = Heap.At(Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways)));
                if (KeyRule<TKey>.IsPlain && !Heap.Rule.IsSpecial
                    ? EntryHeap<TKey, TValue>.KeyOf(entry).Equals(key)
                    : AreEqualByComparer(in EntryHeap<TKey, TValue>.KeyOf(entry), in key))
                {
                    return entry;
                }
            }

            if (bucket->Overflow == 0 || rest == 0)
            {
                return Strays == 0 ? null : FindStray(in key, hash);
            }

            number = Table.Next(number, tag);
        }
    }

    // Passes a copy, because user code must not get a reference to memory that it may free.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool AreEqualByIEquatable(TKey one, in TKey other)
    {
        uint changes = _changes;
        bool areEqual = one.Equals(other);
        ThrowIfChanged(changes);
        return areEqual;
    }

    // The rule passes copies to user code, too.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool AreEqualByComparer(in TKey one, in TKey other)
    {
        uint changes = _changes;
        bool areEqual = Heap.Rule.AreEqual(in one, in other);
        ThrowIfChanged(changes);
        return areEqual;
    }

    private readonly bool IsStray(byte* entry) =>
        Strays > 0 && EntryHeap<TKey, TValue>.LinkOf(entry) != StrayEntries.NoStray;

    // Finds the way that refers to an entry. False only if another thread changed the table concurrently.
    private readonly bool TryPlace(byte* entry, uint hash, out EntryPlace place)
    {
        uint tag = BucketTable.TagOf(hash);
        Bucket* segment = Table.SegmentOf(hash);
        uint number = hash & Table.BucketMask;
        for (uint rest = Table.BucketMask + 1; rest > 0; rest--)
        {
            for (uint ways = Bucket.Find(segment + number, tag); ways != 0; ways &= ways - 1)
            {
                int way = BitOperations.TrailingZeroCount(ways);
                uint index = Bucket.CellAt(segment + number, way);
                if (Heap.At(index) == entry)
                {
                    place = new EntryPlace(entry, index, number, way);
                    return true;
                }
            }

            number = Table.Next(number, tag);
        }

        place = default;
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly byte* FindStray(in TKey key, uint hash)
    {
        for (uint index = StrayEntries.ListOf(_strays!, hash); index != StrayEntries.End;)
        {
            byte* entry = Heap.At(index);
            if (EntryHeap<TKey, TValue>.StoredHashOf(entry) == hash
                && AreEqualByComparer(in EntryHeap<TKey, TValue>.KeyOf(entry), in key))
            {
                return entry;
            }

            index = EntryHeap<TKey, TValue>.LinkOf(entry);
        }

        return null;
    }

    // Compares addresses, not keys, because user code may return a different result the second time.
    private readonly uint IndexOfStray(byte* stray, uint hash)
    {
        uint index = StrayEntries.ListOf(_strays!, hash);
        while (Heap.At(index) != stray)
        {
            Invariant.Holds(index != StrayEntries.End, "An entry that is not in the table is on the list of its hash.");
            index = EntryHeap<TKey, TValue>.LinkOf(Heap.At(index));
        }

        return index;
    }
}
