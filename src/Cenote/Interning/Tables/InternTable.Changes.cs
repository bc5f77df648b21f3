using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Interning;

/// <content>Lookups that may need a lock, additions and removals.</content>
internal sealed partial class InternTable<TEntry>
{
    /// <summary>Returns the interned string; null if it is absent.</summary>
    public string? Get<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct
    {
        while (true)
        {
            TextHashing hashing = Hashing;
            ulong hash = hashing.Of(text);
            if (Find(text, hash) is { } found)
            {
                return found;
            }

            if (_ignoreCase || hashing.IsKeyed)
            {
                // The hash function cannot change any more, so the string is absent.
                return null;
            }

            InternStripe<TEntry> stripe = StripeOf(hash);
            lock (stripe.Gate)
            {
                if (_hashing == hashing)
                {
                    return Find(text, hash);
                }
            }
        }
    }

    /// <summary>Returns the interned string, adding it if it is absent; null if the byte limit does not allow it.</summary>
    /// <param name="text">The string as a key, not empty.</param>
    /// <param name="instance">The string to add.</param>
    public string? TryGetOrAdd<TText>(scoped TText text, string instance)
        where TText : struct, IInternText, allows ref struct
    {
        while (true)
        {
            TextHashing hashing = Hashing;
            ulong hash = hashing.Of(text);
            InternStripe<TEntry> stripe = StripeOf(hash);
            InternBucket<TEntry>[]? full;
            bool flooded = false;
            lock (stripe.Gate)
            {
                if (_hashing != hashing)
                {
                    continue;
                }

                if (Find(text, hash) is { } other)
                {
                    return other;
                }

                full = _buckets;
                if (stripe.Count < _maxPerStripe)
                {
                    if (!TryReserve(instance))
                    {
                        return null;
                    }

                    // Nothing throws between reserving bytes and placing the entry: in a table with a limit, creating an entry
                    // allocates nothing.
                    flooded = Place(full, (uint)hash, TagWord.PatternOf(hash), stripe.Create(instance)) && CanRekey;
                    full = null;
                }
            }

            if (full is not null)
            {
                Grow(full);
                continue;
            }

            if (flooded)
            {
                Rekey();
            }

            return instance;
        }
    }

    /// <summary>Removes a string; false if it is absent.</summary>
    public bool Remove<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct
    {
        while (true)
        {
            TextHashing hashing = Hashing;
            ulong hash = hashing.Of(text);
            InternStripe<TEntry> stripe = StripeOf(hash);
            lock (stripe.Gate)
            {
                if (_hashing == hashing)
                {
                    return Remove(text, hash);
                }
            }
        }
    }

    private InternStripe<TEntry> StripeOf(ulong hash) => _stripes[(int)hash & (Stripes - 1)];

    // Returns true if there are more collisions than would occur by chance. The stripe is never full, so there is a free way.
    private bool Place(InternBucket<TEntry>[] buckets, uint hash, ulong pattern, TEntry entry)
    {
        Invariant.Holds(StripeOf(hash).Gate);
        Invariant.Holds(
            BitOperations.IsPow2(buckets.Length) && buckets.Length >= Stripes,
            "The number of buckets is a power of two, and each stripe has a bucket.");
        Invariant.Holds(
            StripeOf(hash).Count < buckets.Length / Stripes * InternBucket<TEntry>.Ways, "The stripe has a free way.");
        uint mask = (uint)buckets.Length - 1;
        uint number = hash & mask;
        int alike = 0;
        for (int passed = 0; ; passed++)
        {
            ref InternBucket<TEntry> bucket = ref buckets[number];
            alike += BitOperations.PopCount(InternBucket<TEntry>.Find(bucket.Tags, pattern));
            ulong free = InternBucket<TEntry>.Find(bucket.Tags, pattern: 0);
            if (free != 0)
            {
                int way = TagWord.FirstOf(free);

                // A reader that still sees the tag of the previous entry may read the new one, so the objects that the new entry
                // references must be visible first. x64 keeps the order of stores, so only tests on ARM64 can detect that this
                // barrier is missing.
                Volatile.WriteBarrier();
                InternBucket<TEntry>.EntryOf(ref bucket, way) = entry;
                _hashes[((int)number * InternBucket<TEntry>.Ways) + way] = hash;
                bucket.Publish(way, pattern);
                StripeOf(hash).Count++;
                return passed > MaxFullBuckets || alike > MaxSameTag;
            }

            bucket.CountOverflow();
            number = Next(number, pattern, mask);
        }
    }

    // Frees a way, and decrements the overflow counts of the buckets that its key passed.
    private TEntry Unlink(uint number, int way)
    {
        ref InternBucket<TEntry> bucket = ref _buckets[number];
        ulong pattern = TagWord.PatternAt(bucket.Tags, way);
        TEntry entry = InternBucket<TEntry>.EntryOf(ref bucket, way);
        bucket.Free(way);
        InternBucket<TEntry>.EntryOf(ref bucket, way) = default;
        uint mask = (uint)_buckets.Length - 1;
        uint hash = _hashes[((int)number * InternBucket<TEntry>.Ways) + way];
        Invariant.Holds(hash % Stripes == number % Stripes, "A key overflows only within its stripe.");
        Invariant.Holds(StripeOf(hash).Gate);
        for (uint passed = hash & mask; passed != number; passed = Next(passed, pattern, mask))
        {
            _buckets[passed].DecrementOverflow();
        }

        StripeOf(hash).Count--;
        Invariant.Holds(StripeOf(hash).Count >= 0, "The count of a stripe's entries is not negative.");
        return entry;
    }

    private bool TryReserve(string instance)
    {
        if (_maximumBytes == long.MaxValue)
        {
            return true;
        }

        long bytes = StringSize.Of(instance.Length);
        long held;
        do
        {
            held = Volatile.Read(ref _bytes);
            if (bytes > _maximumBytes - held)
            {
                return false;
            }
        }
        while (Interlocked.CompareExchange(ref _bytes, held + bytes, held) != held);
        return true;
    }

    private void Release(string removed)
    {
        if (_maximumBytes != long.MaxValue)
        {
            long held = Interlocked.Add(ref _bytes, -StringSize.Of(removed.Length));
            Invariant.Holds(held >= 0, "The byte count of the strings is not negative.");
        }
    }

    private bool Remove<TText>(scoped TText text, ulong hash)
        where TText : struct, IInternText, allows ref struct
    {
        uint mask = (uint)_buckets.Length - 1;
        ulong pattern = TagWord.PatternOf(hash);
        uint number = (uint)hash & mask;
        for (uint rest = mask / Stripes; ; rest--)
        {
            ref InternBucket<TEntry> bucket = ref _buckets[number];
            for (ulong ways = InternBucket<TEntry>.Find(bucket.Tags, pattern); ways != 0; ways &= ways - 1)
            {
                int way = TagWord.FirstOf(ways);
                if (InternBucket<TEntry>.EntryOf(ref bucket, way).Target is { } candidate && text.Matches(candidate))
                {
                    StripeOf((uint)hash).DropRemoved(Unlink(number, way));
                    Release(candidate);
                    return true;
                }
            }

            if (!InternBucket<TEntry>.HasOverflowed(bucket.Tags) || rest == 0)
            {
                return false;
            }

            number = Next(number, pattern, mask);
        }
    }
}
