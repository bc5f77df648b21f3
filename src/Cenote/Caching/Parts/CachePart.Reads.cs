using System.Runtime.Intrinsics.X86;
using Cenote.Memory.Rings;
using Cenote.Threading;

namespace Cenote.Caching;

/// <content>Reads: lock-free, unless changes are too frequent or the read changes the entry.</content>
internal sealed unsafe partial class CachePart
{
    private const int MaxAttempts = 8;
    private const int LineBytes = 64;

    // A value larger than this is copied without the lock only once; after that the reader takes the lock.
    private const int MaxCopiedAgain = 64 << 10;

    // Represents a time that was not read. The clock is read only if an entry depends on the time.
    private static CacheTime Unknown => new(-1, 0);

    private enum Outcome
    {
        Missing,
        Found,

        /// <summary>The value is longer than the destination.</summary>
        TooLong,

        /// <summary>The value was found, and its last use must be recorded.</summary>
        Used,

        /// <summary>The entry has expired, or its tag was removed.</summary>
        Gone,
    }

    /// <summary>Copies the value of a key.</summary>
    /// <param name="key">The key: chars, or ASCII bytes.</param>
    /// <param name="hash">The lower half of the key's hash.</param>
    /// <param name="destination">The destination; it may be overwritten even if the result is false.</param>
    /// <param name="length">The length of the value in bytes; 0 if there is none.</param>
    /// <returns>False if there is no value, or it is longer than the destination.</returns>
    public bool TryGet<T>(ReadOnlySpan<T> key, uint hash, Span<byte> destination, out int length)
        where T : unmanaged
    {
        length = 0;
        if (_sequence.TryBeginRead(out uint sequence))
        {
            Outcome outcome = LookUp(key, hash, destination, Unknown, out length, out ulong* slot, out ulong found);
            if (_sequence.IsUnchanged(sequence) && outcome <= Outcome.Found)
            {
                if (outcome == Outcome.Missing)
                {
                    _store.Counters.CountMiss();
                    return false;
                }

                CountUse(slot, found);
                _store.Counters.CountHit();
                GC.KeepAlive(this);
                return true;
            }
        }

        return TryGetSlow(key, hash, destination, ref length);
    }

    /// <summary>
    /// Restarts the sliding expiration of an entry, and counts neither a hit nor a miss; false if it is not found.
    /// </summary>
    public bool Touch<T>(ReadOnlySpan<T> key, uint hash, CacheTime time)
        where T : unmanaged
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            ThrowIfDisposed();
            ulong* slot = Locate(key, hash, out ulong found, out uint form);
            RingCell* cell = At(SlotIndex.PlaceOf(found));
            if (slot == null || IsGone(cell, time, out _))
            {
                return false;
            }

            if (RingCell.HasTerms(form) && RingCell.ReadTerms(cell, form).Sliding != 0)
            {
                RingCell.WriteLastUse(cell, time.Now);
            }

            GC.KeepAlive(this);
            return true;
        }
    }

    /// <summary>Returns a consistent total of the bytes of cells, index and sketch.</summary>
    public long ReadUsedBytes()
    {
        for (int attempt = 0; attempt < MaxAttempts; attempt++)
        {
            if (_sequence.TryBeginRead(out uint sequence))
            {
                long bytes = UsedBytes;
                if (_sequence.IsUnchanged(sequence))
                {
                    return bytes;
                }
            }
        }

        using (UninterruptibleLock.Enter(Gate))
        {
            return UsedBytes;
        }
    }

    // On entry, length is the result of the first attempt; 0 if that attempt found no value.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetSlow<T>(ReadOnlySpan<T> key, uint hash, Span<byte> destination, ref int length)
        where T : unmanaged
    {
        var wait = default(SpinBackoff);
        for (int attempt = 0; attempt < MaxAttempts && !IsLargeCopy(length, destination); attempt++)
        {
            if (_sequence.TryBeginRead(out uint sequence))
            {
                Outcome outcome = LookUp(key, hash, destination, Unknown, out length, out ulong* slot, out ulong found);
                if (_sequence.IsUnchanged(sequence))
                {
                    if (outcome > Outcome.TooLong)
                    {
                        break;
                    }

                    return Conclude(outcome, slot, found, ref length);
                }
            }

            wait.Once();
        }

        // Reads the time before the lock is taken, because the clock may be user code that uses the cache.
        CacheTime time = _store.Clock.Read(withMoment: true);
        using (UninterruptibleLock.Enter(Gate))
        {
            ThrowIfDisposed();
            Outcome outcome = LookUp(key, hash, destination, time, out length, out ulong* slot, out ulong found);
            RingCell* cell = At(SlotIndex.PlaceOf(found));
            if (outcome == Outcome.Gone)
            {
                using var change = new ChangeScope(this);
                _ = IsGone(cell, time, out DropCause cause);
                Drop(slot, cell, cause);
            }
            else if (outcome == Outcome.Used)
            {
                RingCell.WriteLastUse(cell, time.Now);
                outcome = length > destination.Length ? Outcome.TooLong : Outcome.Found;
            }

            return Conclude(outcome, slot, found, ref length);
        }
    }

    private static bool IsLargeCopy(int length, ReadOnlySpan<byte> destination) =>
        length > MaxCopiedAgain && length <= destination.Length;

    private bool Conclude(Outcome outcome, ulong* slot, ulong found, ref int length)
    {
        if (outcome == Outcome.Found)
        {
            CountUse(slot, found);
            _store.Counters.CountHit();
        }
        else if (outcome != Outcome.TooLong)
        {
            _store.Counters.CountMiss();
            length = 0;
        }

        GC.KeepAlive(this);
        return outcome == Outcome.Found;
    }

    // Uses compare-and-swap, so a late reader cannot overwrite a changed slot. A slot whose use count is at the maximum is not
    // written.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CountUse(ulong* slot, ulong found)
    {
        if (SlotIndex.UsesOf(found) < SlotIndex.MaxUses)
        {
            Interlocked.CompareExchange(ref *slot, found + 1, found);
        }
    }

    // Prefetches the value, so that its load overlaps the key comparison. Prefetching beyond the memory is harmless.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void PrefetchValue(byte* cell)
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(cell + LineBytes);
            Sse.Prefetch0(cell + (2 * LineBytes));
            Sse.Prefetch0(cell + (3 * LineBytes));
            Sse.Prefetch0(cell + (4 * LineBytes));
        }
    }

    private Outcome LookUp<T>(
        ReadOnlySpan<T> key, uint hash, Span<byte> destination, CacheTime time, out int length, out ulong* slot, out ulong found)
        where T : unmanaged
    {
        slot = Locate(key, hash, out found, out uint form);
        if (slot == null)
        {
            length = 0;
            return Outcome.Missing;
        }

        RingCell* cell = At(SlotIndex.PlaceOf(found));
        nuint offset = (nuint)((byte*)cell - _start) + RingCell.KeyOffset(form) + RingCell.KeyBytes(form);
        length = cell->ValueLength;
        if ((uint)length > _bytes - offset)
        {
            length = 0;
            return Outcome.Missing;
        }

        var outcome = Outcome.Found;
        if (RingCell.HasTerms(form))
        {
            outcome = CheckExpiry(RingCell.ReadTerms(cell, form), time);
        }

        if (length > destination.Length)
        {
            return outcome == Outcome.Found ? Outcome.TooLong : outcome;
        }

        new ReadOnlySpan<byte>(_start + offset, length).CopyTo(destination);
        return outcome;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Outcome CheckExpiry(EntryTerms terms, CacheTime time)
    {
        if (terms.HasExpiration && time == Unknown)
        {
            time = _store.Clock.Read(terms.Moment != EntryTerms.Never);
        }

        return (terms.HasExpiration && terms.IsExpired(time)) || _store.Tags.IsRemoved(terms.TagHash, terms.TagTime) ? Outcome.Gone
            : terms.Sliding != 0 && terms.LastUse < time.Now ? Outcome.Used
            : Outcome.Found;
    }

    // Returns the slot of a key; null if not found. Checks that the key's cell, up to the value, is within the part.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong* Locate<T>(ReadOnlySpan<T> key, uint hash, out ulong found, out uint form)
        where T : unmanaged
    {
        uint bits = SlotIndex.Bits(hash);
        uint narrow = (uint)key.Length | RingCell.NarrowForm;
        for (ulong* slot = _index.Home(bits); _index.Holds(slot); slot++)
        {
            found = *slot;
            uint other = SlotIndex.HashBitsOf(found);
            if (found == 0 || other > bits)
            {
                break;
            }

            nuint offset = (nuint)SlotIndex.PlaceOf(found) << RingCell.UnitShift;
            if (other != bits || offset > _bytes - RingCell.HeaderBytes)
            {
                continue;
            }

            var cell = (RingCell*)(_start + offset);
            PrefetchValue((byte*)cell);
            form = cell->FormAndLength;
            uint bare = RingCell.WithoutTermFlags(form);
            if (cell->Hash != hash || (bare != narrow && (typeof(T) != typeof(char) || bare != (uint)key.Length)))
            {
                continue;
            }

            nuint text = offset + RingCell.KeyOffset(form);
            if (text + RingCell.KeyBytes(form) <= _bytes && RingCell.ContainsKey(_start + text, form, key))
            {
                return slot;
            }
        }

        found = 0;
        form = 0;
        return null;
    }
}
