using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Interning;

/// <content>Replacing the whole table. All stripes are locked.</content>
internal sealed partial class InternTable<TEntry>
{
    // The table grows when a stripe uses 80 % of its ways.
    private const double MaxPerBucket = InternBucket<TEntry>.Ways * 0.8;

    // In a table of at least this size, random hashes do not fill a stripe before a quarter of the table is full.
    private const int MinBucketsToSuspect = 64 * Stripes;

    // With more buckets, the array of hashes would exceed the maximum length of an array.
    private const int MaxBuckets = 1 << 28;

    private int _rekeyings;

    private bool CanRekey => !_hashing.IsKeyed && !_ignoreCase;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(InternBucket<TEntry>[] full)
    {
        using var all = new AllStripes<TEntry>(_stripes);
        if (_buckets != full)
        {
            return;
        }

        DropCollected();
        if (MaxInStripe() <= _maxPerStripe / 2)
        {
            return;
        }

        bool suspicious = full.Length >= MinBucketsToSuspect && Count < _maxPerStripe * (Stripes / 4);
        if (suspicious && CanRekey)
        {
            AdoptSecret();
        }
        else
        {
            if (full.Length == MaxBuckets)
            {
                Throw.InternTableIsFull(Count);
            }

            Rebuild(full.Length * 2, rehashing: null);
        }
    }

    // Does nothing if another thread has already rekeyed the table.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Rekey()
    {
        using var all = new AllStripes<TEntry>(_stripes);
        if (CanRekey)
        {
            AdoptSecret();
        }
    }

    // Rehashes all strings with a secret key, while writers wait. Readers that still use the old hash find nothing, and then see
    // that IsPlain is false. The hash is published last: a reader that sees it also sees the new buckets.
    private void AdoptSecret()
    {
        Invariant.Holds(_stripes[^1].Gate);
        var hashing = TextHashing.WithNewSecret();
        Rebuild(Math.Min(BucketsFor(Math.Max(2 * (Count / Stripes), MaxInStripe(hashing))), MaxBuckets), hashing);
        Volatile.Write(ref _hashing, hashing);
        _rekeyings++;
    }

    private void Rebuild(int buckets, TextHashing? rehashing)
    {
        Invariant.Holds(_stripes[^1].Gate);
        Invariant.Holds(
            BitOperations.IsPow2(buckets) && buckets is >= Stripes and <= MaxBuckets,
            "The number of buckets is a power of two within the limits.");
        InternBucket<TEntry>[] old = _buckets;
        uint[] oldHashes = _hashes;
        var grown = new InternBucket<TEntry>[buckets];
        _hashes = new uint[buckets * InternBucket<TEntry>.Ways];
        Array.ForEach(_stripes, static stripe => stripe.Count = 0);
        for (int number = 0; number < old.Length; number++)
        {
            ref InternBucket<TEntry> bucket = ref old[number];
            for (int way = 0; way < InternBucket<TEntry>.Ways; way++)
            {
                ulong pattern = TagWord.PatternAt(bucket.Tags, way);
                if (pattern == 0)
                {
                    continue;
                }

                TEntry entry = InternBucket<TEntry>.EntryOf(ref bucket, way);
                uint hash = oldHashes[(number * InternBucket<TEntry>.Ways) + way];
                if (rehashing is not null)
                {
                    if (entry.Target is not { } target)
                    {
                        _stripes[number % Stripes].DropCollected(entry);
                        continue;
                    }

                    ulong newHash = rehashing.Of(new OrdinalText(target));
                    hash = (uint)newHash;
                    pattern = TagWord.PatternOf(newHash);
                }

                _ = Place(grown, hash, pattern, entry);
            }
        }

        if (rehashing is not null)
        {
            // This field is written before the new buckets, so that a reader that finds nothing in them by the old hash sees that
            // IsPlain is false.
            _maxPlainLength = 0;
        }

        Adopt(grown);
    }

    [MemberNotNull(nameof(_buckets), nameof(_hashes))]
    private void Start(int buckets)
    {
        var table = new InternBucket<TEntry>[buckets];
        _hashes = new uint[buckets * InternBucket<TEntry>.Ways];
        Array.ForEach(_stripes, static stripe => stripe.Count = 0);
        Adopt(table);
    }

    [MemberNotNull(nameof(_buckets))]
    private void Adopt(InternBucket<TEntry>[] buckets)
    {
        _maxPerStripe = (int)(buckets.Length / Stripes * MaxPerBucket);
        Volatile.Write(ref _buckets, buckets);
    }
}
