using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Interning;

/// <content>Operations on all stripes: clearing, trimming, counting.</content>
internal sealed partial class InternTable<TEntry>
{
    /// <summary>
    /// The approximate number of entries, including those of collected strings that were not dropped yet.
    /// </summary>
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

    /// <inheritdoc cref="InternerStatistics.Capacity"/>
    public int Capacity => _maxPerStripe * Stripes;

    long? IMeasuredInterner.Additions => _stripes.Sum(static stripe => stripe.Additions);

    long? IMeasuredInterner.Removals => _stripes.Sum(static stripe => stripe.Removals);

    // Counts only the collected strings that an operation has encountered.
    long? IMeasuredInterner.Collected => TEntry.IsWeak ? _stripes.Sum(static stripe => stripe.Collected) : null;

    /// <summary>Managed bytes of the table, without the strings.</summary>
    private long TableBytes =>
        (long)_buckets.Length * (Unsafe.SizeOf<InternBucket<TEntry>>() + (InternBucket<TEntry>.Ways * sizeof(uint)));

    /// <summary>Removes all entries and releases the table.</summary>
    public void Clear()
    {
        ThrowIfDisposed();
        using var all = new AllStripes<TEntry>(_stripes);
        InternBucket<TEntry>[] old = _buckets;
        Start(BucketsFor(0));
        _bytes = 0;

        // Runs after the new table is published: an entry must not be both spare and in use.
        for (int number = 0; number < old.Length; number++)
        {
            for (int way = 0; way < InternBucket<TEntry>.Ways; way++)
            {
                if (TagWord.PatternAt(old[number].Tags, way) != 0)
                {
                    _stripes[number % Stripes].DropRemoved(InternBucket<TEntry>.EntryOf(ref old[number], way));
                }
            }
        }
    }

    /// <summary>Whether the table is disposed: every use throws.</summary>
    public bool IsDisposed => Volatile.Read(ref _isDisposed);

    /// <summary>Disposes the table: every later use throws.</summary>
    public void MarkDisposed()
    {
        using var all = new AllStripes<TEntry>(_stripes);
        _maxPlainLength = 0;
        Volatile.Write(ref _isDisposed, true);
    }

    /// <summary>
    /// Passes all entries, including spare ones, to a callback that frees them. Called once, after <see cref="MarkDisposed"/>,
    /// when no thread can be using the table.
    /// </summary>
    public void Free(Action<TEntry> free)
    {
        foreach (ref InternBucket<TEntry> bucket in _buckets.AsSpan())
        {
            for (int way = 0; way < InternBucket<TEntry>.Ways; way++)
            {
                if (TagWord.PatternAt(bucket.Tags, way) != 0)
                {
                    free(InternBucket<TEntry>.EntryOf(ref bucket, way));
                }
            }
        }

        foreach (InternStripe<TEntry> stripe in _stripes)
        {
            foreach (TEntry spare in stripe.Spare)
            {
                free(spare);
            }
        }
    }

    /// <summary>Drops entries whose strings were collected and shrinks the table.</summary>
    /// <returns>The managed bytes of the table that were released.</returns>
    public long Trim()
    {
        ThrowIfDisposed();
        using var all = new AllStripes<TEntry>(_stripes);
        long before = TableBytes;
        DropCollected();
        int buckets = BucketsFor(MaxInStripe());
        if (buckets < _buckets.Length)
        {
            Rebuild(buckets, rehashing: null);
        }

        return before - TableBytes;
    }

    /// <summary>Removes and returns the spare entries. The caller frees them.</summary>
    public List<TEntry> TakeSpares()
    {
        using var all = new AllStripes<TEntry>(_stripes);

        // The list is presized, so that filling it cannot fail halfway: an entry must not be both returned and spare.
        var spares = new List<TEntry>(_stripes.Sum(static stripe => stripe.Spare.Count));
        foreach (InternStripe<TEntry> stripe in _stripes)
        {
            spares.AddRange(stripe.Spare);
            stripe.Spare.Clear();
        }

        Array.ForEach(_stripes, static stripe => stripe.Spare.TrimExcess());
        return spares;
    }

    /// <summary>Counts all strings, while writers wait.</summary>
    public InternerStatistics GetStatistics()
    {
        ThrowIfDisposed();
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
            Capacity = Capacity,
            StringBytes = stringBytes,
            TableBytes = TableBytes,
            Additions = _stripes.Sum(static stripe => stripe.Additions),
            Removals = _stripes.Sum(static stripe => stripe.Removals),
            Collected = _stripes.Sum(static stripe => stripe.Collected) + Count - count,
            Rehashes = _rekeyings,
        };
    }

    // Returns the number of buckets for this many entries in the fullest stripe.
    private static int BucketsFor(int maxInStripe) =>
        Stripes * (int)BitOperations.RoundUpToPowerOf2(
            (uint)Math.Max(1, (int)Math.Ceiling(maxInStripe / (double)MaxPerBucket)));

    // Every lookup in a disposed table calls this method, because FindPlain finds nothing.
    private void ThrowIfDisposed()
    {
        if (IsDisposed)
        {
            Throw.InternerDisposed();
        }
    }

    private int MaxInStripe() => _stripes.Max(static stripe => stripe.Count);

    // Returns the number of entries that the fullest stripe would have with another hash. That hash may distribute the entries
    // no better: an attacker may know its secret.
    private int MaxInStripe(TextHashing hashing)
    {
        Invariant.Holds(_stripes[^1].Gate);
        int[] counts = new int[Stripes];
        foreach (ref InternBucket<TEntry> bucket in _buckets.AsSpan())
        {
            for (int way = 0; way < InternBucket<TEntry>.Ways; way++)
            {
                if (InternBucket<TEntry>.EntryOf(ref bucket, way).Target is { } target)
                {
                    counts[(int)hashing.Of(new OrdinalText(target)) & (Stripes - 1)]++;
                }
            }
        }

        return counts.Max();
    }

    private void DropCollected()
    {
        Invariant.Holds(_stripes[^1].Gate);
        for (uint number = 0; TEntry.IsWeak && number < _buckets.Length; number++)
        {
            ref InternBucket<TEntry> bucket = ref _buckets[number];
            for (int way = 0; way < InternBucket<TEntry>.Ways; way++)
            {
                if (TagWord.PatternAt(bucket.Tags, way) != 0
                    && InternBucket<TEntry>.EntryOf(ref bucket, way).Target is null)
                {
                    _stripes[number % Stripes].DropCollected(Unlink(number, way));
                }
            }
        }
    }
}
