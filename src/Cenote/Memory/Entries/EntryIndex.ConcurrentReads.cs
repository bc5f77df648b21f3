using System.Numerics;
using System.Runtime.CompilerServices;
using Cenote.Memory.Keys;
using Cenote.Threading;

namespace Cenote.Memory.Entries;

/// <content>
/// Searching while another thread writes, in a copy of the index that was made between two changes of where things are. Buckets
/// and entries may change during the search or be used for something else, so the outcome may be anything; whoever searches finds
/// out afterwards whether it counts. All memory that was ever lent stays readable until the space is released, and no address
/// outside it is used.
/// </content>
internal unsafe partial struct EntryIndex<TKey, TValue>
{
    /// <summary>Whether a copy of this index finds what this one does.</summary>
    public readonly bool FindsSame(in EntryIndex<TKey, TValue> copy) =>
        Rehashes == copy.Rehashes
        && _strays == copy._strays
        && Table.FindsSame(in copy.Table)
        && Heap.FindsSame(in copy.Heap);

    /// <summary>
    /// What <see cref="FindBesideWriter"/> finds, if that takes no call and none of the user's code, as with nearly every key
    /// of a plain type: see <see cref="Find"/>.
    /// </summary>
    /// <param name="key">The key.</param>
    /// <param name="hash">Its hash by a rule that was never rekeyed.</param>
    /// <param name="entry">What was found.</param>
    /// <returns>False if <see cref="FindBesideWriter"/> has to be called.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool TryFindAtOnce(in TKey key, uint hash, out byte* entry)
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

    /// <summary>The entry of a key, or any other memory of as many bytes; null if there is none.</summary>
    /// <param name="key">The key.</param>
    /// <param name="hash">Its hash.</param>
    /// <param name="sequence">Changes when a writer changes anything.</param>
    /// <param name="expected">
    /// Its number when the search began. User code never receives a key that may be torn.
    /// </param>
    public readonly byte* FindBesideWriter(in TKey key, uint hash, ref readonly SequenceLock sequence, uint expected)
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
                return _strays is null ? null : FindStrayBesideWriter(in key, hash, in sequence, expected);
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

    // A list that leads in a circle, because it is being changed, ends as well.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly byte* FindStrayBesideWriter(in TKey key, uint hash, ref readonly SequenceLock sequence, uint expected)
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
