using System.Numerics;
using System.Runtime.CompilerServices;

namespace Cenote.Interning;

/// <content>What needs all stripes: clearing, trimming, counting.</content>
internal sealed partial class InternTable<TEntry>
{
    /// <summary>Entries at about this moment, those included whose strings vanished and whose places were not used again yet.</summary>
    public int Count
    {
        get
        {
            int count = 0;
            foreach (InternStripe<TEntry> stripe in _stripes)
            {
                count += stripe.Count;
            }

            return count;
        }
    }

    /// <summary>Managed bytes of the table, without the strings.</summary>
    private long TableBytes => (long)_buckets.Length * (Unsafe.SizeOf<InternBucket<TEntry>>() + (InternBucket<TEntry>.Ways * sizeof(uint)));

    /// <summary>Forgets everything, and the memory of the table.</summary>
    public void Clear()
    {
        using var all = new AllStripes<TEntry>(_stripes);
        for (int number = 0; number < _buckets.Length; number++)
        {
            for (int way = 0; way < InternBucket<TEntry>.Ways; way++)
            {
                if (InternBucket<TEntry>.PatternAt(_buckets[number].Tags, way) != 0)
                {
                    _stripes[number % Stripes].DropRemoved(InternBucket<TEntry>.EntryOf(ref _buckets[number], way));
                }
            }
        }

        _bytes = 0;
        Start(BucketsFor(0));
    }

    /// <summary>Drops entries whose strings vanished, and gives back a table that is too large.</summary>
    /// <returns>How many entries were dropped.</returns>
    public int Trim()
    {
        using var all = new AllStripes<TEntry>(_stripes);
        int dropped = DropVanished();
        int buckets = BucketsFor(MostInStripe());
        if (buckets < _buckets.Length)
        {
            Rebuild(buckets, rehashing: null);
        }

        return dropped;
    }

    /// <summary>Takes the weak entries that nothing refers to, for whoever frees them.</summary>
    public List<TEntry> TakeSpares()
    {
        using var all = new AllStripes<TEntry>(_stripes);
        var spares = new List<TEntry>();
        foreach (InternStripe<TEntry> stripe in _stripes)
        {
            spares.AddRange(stripe.Spare);
            stripe.Spare.Clear();
            stripe.Spare.TrimExcess();
        }

        return spares;
    }

    /// <summary>Goes over all strings, with the table locked for writers.</summary>
    public InternerStatistics GetStatistics()
    {
        using var all = new AllStripes<TEntry>(_stripes);
        int count = 0;
        long stringBytes = 0;
        foreach (ref InternBucket<TEntry> bucket in _buckets.AsSpan())
        {
            for (int way = 0; way < InternBucket<TEntry>.Ways; way++)
            {
                if (InternBucket<TEntry>.EntryOf(ref bucket, way).Target is { } target)
                {
                    count++;
                    stringBytes += StringSize.Of(target.Length);
                }
            }
        }

        return new InternerStatistics
        {
            Count = count,
            Capacity = _mostPerStripe * Stripes,
            StringBytes = stringBytes,
            TableBytes = TableBytes,
            Additions = _stripes.Sum(static stripe => stripe.Additions),
            Removals = _stripes.Sum(static stripe => stripe.Removals),
            Vanished = _stripes.Sum(static stripe => stripe.Vanished) + Count - count,
            Rekeyings = _rekeyings,
        };
    }

    // Buckets for so many entries in the fullest stripe.
    private static int BucketsFor(int mostInStripe) =>
        Stripes * (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(1, (int)Math.Ceiling(mostInStripe / (double)MostPerBucket)));

    private int MostInStripe() => _stripes.Max(static stripe => stripe.Count);

    private int DropVanished()
    {
        int dropped = 0;
        for (uint number = 0; TEntry.IsWeak && number < _buckets.Length; number++)
        {
            ref InternBucket<TEntry> bucket = ref _buckets[number];
            for (int way = 0; way < InternBucket<TEntry>.Ways; way++)
            {
                if (InternBucket<TEntry>.PatternAt(bucket.Tags, way) != 0 && InternBucket<TEntry>.EntryOf(ref bucket, way).Target is null)
                {
                    _stripes[number % Stripes].DropVanished(Unlink(number, way));
                    dropped++;
                }
            }
        }

        return dropped;
    }
}
