using Cenote.Memory.Keys;
using Cenote.Threading;

namespace Cenote.Memory.Entries;

/// <content>
/// Lookups concurrent with a writer, in a copy of the index taken between two structural changes. Buckets and entries may change
/// or be reused during a lookup, so its result is unreliable until the caller validates it. Allocated memory stays readable until
/// the space is released, and lookups never read outside it.
/// </content>
internal unsafe partial struct EntryIndex<TKey, TValue>
{
    /// <summary>Whether a copy of this index still matches it.</summary>
    public readonly bool HasSameLayout(in EntryIndex<TKey, TValue> copy) =>
        Rehashes == copy.Rehashes
        && _strays == copy._strays
        && Table.HasSameLayout(in copy.Table)
        && Heap.HasSameLayout(in copy.Heap);

    /// <summary>
    /// The inlined part of <see cref="FindConcurrently"/>. It makes no calls and runs no user code, yet suffices for almost every
    /// key of a plain type. See <see cref="Find"/>.
    /// </summary>
    /// <param name="key">The key.</param>
    /// <param name="hash">The hash of the key under a rule that was never rekeyed.</param>
    /// <param name="entry">The result.</param>
    /// <returns>False if the caller must call <see cref="FindConcurrently"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool TryFindInline(in TKey key, uint hash, out byte* entry)
    {
        entry = null;
        if (!KeyRule<TKey>.IsPlain || Heap.Rule.IsSpecial)
        {
            return false;
        }

        Bucket* bucket = Table.SegmentOf(hash) + (hash & Table.BucketMask);
        uint ways = Bucket.Find(bucket, BucketTable.TagOf(hash));
        if (ways == 0)
        {
            return bucket->Overflow == 0 && _strays is null;
        }

        uint index = Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways));
        entry = Heap.NearAt(index);
        return Heap.IsNear(index) && EntryHeap<TKey, TValue>.KeyOf(entry).Equals(key);
    }

    /// <summary>The entry of a key, or, after a race, other memory of the same size; null if not found.</summary>
    /// <param name="key">The key.</param>
    /// <param name="hash">The hash of the key.</param>
    /// <param name="sequence">The sequence lock of the writer.</param>
    /// <param name="expected">The sequence number when the lookup began, so that user code never receives a torn key.</param>
    public readonly byte* FindConcurrently(in TKey key, uint hash, ref readonly SequenceLock sequence, uint expected)
    {
        uint tag = BucketTable.TagOf(hash);
        Bucket* segment = Table.SegmentOf(hash);
        uint number = hash & Table.BucketMask;
        for (uint rest = Table.BucketMask; ; rest--)
        {
            Bucket* bucket = segment + number;
            for (uint ways = Bucket.Find(bucket, tag); ways != 0; ways &= ways - 1)
            {
                byte* entry = Heap.TryAt(Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways)));
                if (entry != null && Matches(entry, in key, in sequence, expected))
                {
                    return entry;
                }
            }

            if (bucket->Overflow == 0 || rest == 0)
            {
                return _strays is null ? null : FindStrayConcurrently(in key, hash, in sequence, expected);
            }

            number = Table.Next(number, tag);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool Matches(byte* entry, in TKey key, ref readonly SequenceLock sequence, uint expected)
    {
        if (KeyRule<TKey>.IsPlain && !Heap.Rule.IsSpecial)
        {
            return EntryHeap<TKey, TValue>.KeyOf(entry).Equals(key);
        }

        TKey copy = EntryHeap<TKey, TValue>.KeyOf(entry);
        return sequence.IsUnchanged(expected) && Heap.Rule.AreEqual(in copy, in key);
    }

    // Also terminates on a cycle, which a concurrent change can create.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly byte* FindStrayConcurrently(in TKey key, uint hash, ref readonly SequenceLock sequence, uint expected)
    {
        uint index = StrayEntries.ListOf(_strays!, hash);
        while (index != StrayEntries.End && sequence.IsUnchanged(expected))
        {
            byte* entry = Heap.TryAt(index);
            if (entry == null)
            {
                break;
            }

            if (EntryHeap<TKey, TValue>.StoredHashOf(entry) == hash && Matches(entry, in key, in sequence, expected))
            {
                return entry;
            }

            index = EntryHeap<TKey, TValue>.LinkOf(entry);
        }

        return null;
    }
}
