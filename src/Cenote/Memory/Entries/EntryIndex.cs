using System.Numerics;
using System.Runtime.CompilerServices;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Entries;

/// <summary>
/// Entries and where they are: an <see cref="EntryHeap{TKey, TValue}"/>, searched through a <see cref="BucketTable"/>, both in
/// one address space. What a collection adds is its exceptions and the rules of its enumerators.
/// </summary>
/// <remarks>
/// A struct, so that a collection's fast path reads its fields without a further indirection. One thread at a time may change it;
/// others may search only while none does. The caller keeps <see cref="Space"/> alive for as long as it uses an entry. The user's
/// code, which says hashes and compares keys, runs before a change begins and never during one. It compares copies of keys, and a
/// search during which it has changed the index ends with an exception.
/// </remarks>
internal unsafe partial struct EntryIndex<TKey, TValue>
    where TKey : unmanaged, IEquatable<TKey>
    where TValue : unmanaged
{
    public BucketTable Table;
    public EntryHeap<TKey, TValue> Heap;

    // Null until there is the first stray entry.
    private uint[]? _strays;

    // Rises whenever a search that has begun could not go on: entries were added or removed, or the table was replaced.
    private uint _changes;

    /// <summary>The memory of both.</summary>
    public AddressSpace Space { get; private set; }

    /// <summary>How many times colliding keys made the collection change its hash.</summary>
    public int Rehashes { get; private set; }

    /// <summary>Entries that are not in the table, because too many have the same hash.</summary>
    public int Strays { get; private set; }

    /// <summary>All entries.</summary>
    public readonly int Count => Table.Count + Strays;

    public readonly long ManagedBytes =>
        Table.ManagedBytes + Heap.ManagedBytes + (_strays is null ? 0 : (long)_strays.Length * sizeof(uint));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint HashOf(in TKey key) => (uint)Heap.Rule.HashOf(in key);

    /// <summary>What <see cref="ThrowIfChanged"/> is asked with later.</summary>
    public readonly uint Changes => _changes;

    /// <summary>Throws if entries were added or removed, or the table was replaced, since <see cref="Changes"/> was
    /// this.</summary>
    /// <exception cref="InvalidOperationException">That is so: hashing or comparing keys has done it.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void ThrowIfChanged(uint changes)
    {
        if (_changes != changes)
        {
            CommonThrow.KeyComparerChangedCollection();
        }
    }

    /// <summary>The entry of a key; null if there is none.</summary>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the index.</exception>
    /// <remarks>
    /// Nearly every key is the first of its tag in its bucket. Only that is inlined, without calls in between: more searches then
    /// fit into the processor at the same time, and it is their memory that all of them wait for.
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
                        : AreEqualByThemselves(EntryHeap<TKey, TValue>.KeyOf(Heap.NearAt(index)), in key)))
                {
                    return Heap.NearAt(index);
                }
            }
        }

        return Search(in key, hash);
    }

    /// <summary>As <see cref="Find"/>, with what <see cref="Remove"/> needs.</summary>
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

    /// <summary>Prefetches the bucket where the search for a hash begins.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void PrefetchBucket(uint hash) => Prefetch.Read(Table.SegmentOf(hash) + (hash & Table.BucketMask));

    /// <summary>Prefetches the entry that a search for a hash will probably look at first, from its first to its last
    /// line.</summary>
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

    /// <summary>Copies all entries.</summary>
    public readonly void CopyAll(List<KeyValuePair<TKey, TValue>> entries)
    {
        KeyWalk walk = default;
        while (Heap.MoveNext(ref walk))
        {
            entries.Add(Heap.CopyOf(walk.Index));
        }
    }

    /// <summary>Copies the entries that are not in the table.</summary>
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

    /// <summary>The hash of a key whose hash by a rule that was never rekeyed is known.</summary>
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
                    : AreEqualByUser(in EntryHeap<TKey, TValue>.KeyOf(entry), in key))
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

    // Of a copy: the user's code gets no reference to memory that it may give back.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool AreEqualByThemselves(TKey one, in TKey other)
    {
        uint changes = _changes;
        bool areEqual = one.Equals(other);
        ThrowIfChanged(changes);
        return areEqual;
    }

    // The rule makes copies as well.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool AreEqualByUser(in TKey one, in TKey other)
    {
        uint changes = _changes;
        bool areEqual = Heap.Rule.AreEqual(in one, in other);
        ThrowIfChanged(changes);
        return areEqual;
    }

    private readonly bool IsStray(byte* entry) =>
        Strays > 0 && EntryHeap<TKey, TValue>.LinkOf(entry) != StrayEntries.NoStray;

    // The way that leads to an entry. False only if another thread has changed the table in the meantime.
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
                && AreEqualByUser(in EntryHeap<TKey, TValue>.KeyOf(entry), in key))
            {
                return entry;
            }

            index = EntryHeap<TKey, TValue>.LinkOf(entry);
        }

        return null;
    }

    // The keys are not compared again: the user's code may say something else the second time.
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
