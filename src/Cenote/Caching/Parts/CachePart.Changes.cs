using System.Runtime.Intrinsics.X86;
using Cenote.Memory.Rings;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Caching;

/// <content>Changes, each under the lock.</content>
internal sealed unsafe partial class CachePart
{
    /// <summary>Sets the value of a key.</summary>
    /// <param name="key">The key: chars, or ASCII bytes.</param>
    /// <param name="hash">The lower half of the key's hash.</param>
    /// <param name="value">The value.</param>
    /// <param name="terms">Expiration and tag.</param>
    /// <param name="time">The time.</param>
    /// <returns>False if the value was rejected: the key then has no value.</returns>
    public bool Set<T>(ReadOnlySpan<T> key, uint hash, ReadOnlySpan<byte> value, in EntryTerms terms, CacheTime time)
        where T : unmanaged
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(_sketch.CountersOf(hash));
        }

        using (UninterruptibleLock.Enter(Gate))
        {
            ThrowIfDisposed();
            using var change = new ChangeScope(this);
            ulong* slot = Locate(key, hash, out ulong found, out uint form);
            return slot == null
                ? Add(key, hash, value, in terms, time, wasInMain: false)
                : Replace(slot, found, form, key, hash, value, in terms, time);
        }
    }

    /// <summary>Copies the value of a key, or sets it if the key is not found.</summary>
    /// <param name="key">The key: chars, or ASCII bytes.</param>
    /// <param name="hash">The lower half of the key's hash.</param>
    /// <param name="value">
    /// The value to set; overwritten with the existing value, if any. All values of the cache have this length.
    /// </param>
    /// <param name="terms">Expiration and tag.</param>
    /// <param name="time">The time.</param>
    public void GetOrSet<T>(ReadOnlySpan<T> key, uint hash, Span<byte> value, in EntryTerms terms, CacheTime time)
        where T : unmanaged
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            ThrowIfDisposed();
            ulong* slot = Locate(key, hash, out ulong found, out uint form);
            if (slot != null && !IsGone(At(SlotIndex.PlaceOf(found)), time, out _))
            {
                RingCell* cell = At(SlotIndex.PlaceOf(found));
                ValueOf(cell, form).CopyTo(value);
                GC.KeepAlive(this);
                return;
            }

            using var change = new ChangeScope(this);
            _ = slot == null
                ? Add(key, hash, value, in terms, time, wasInMain: false)
                : Replace(slot, found, form, key, hash, value, in terms, time);
        }
    }

    /// <summary>Rejects a value that is too large, and removes the key.</summary>
    public void Reject<T>(ReadOnlySpan<T> key, uint hash, CacheTime time)
        where T : unmanaged
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            ThrowIfDisposed();
            using var change = new ChangeScope(this);
            _sets++;
            _rejected++;
            ulong* slot = Locate(key, hash, out ulong found, out _);
            if (slot != null)
            {
                RingCell* cell = At(SlotIndex.PlaceOf(found));
                Drop(slot, cell, IsGone(cell, time, out DropCause cause) ? cause : DropCause.Replaced);
            }
        }
    }

    /// <summary>Removes a key; false if it is not found, has expired, or its tag was removed.</summary>
    public bool Remove<T>(ReadOnlySpan<T> key, uint hash, CacheTime time)
        where T : unmanaged
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            ThrowIfDisposed();
            ulong* slot = Locate(key, hash, out ulong found, out _);
            if (slot == null)
            {
                return false;
            }

            using var change = new ChangeScope(this);
            RingCell* cell = At(SlotIndex.PlaceOf(found));
            bool isGone = IsGone(cell, time, out DropCause cause);
            Drop(slot, cell, isGone ? cause : DropCause.Removed);
            return !isGone;
        }
    }

    private static Span<byte> ValueOf(RingCell* cell, uint form) =>
        new((byte*)cell + RingCell.KeyOffset(form) + RingCell.KeyBytes(form), cell->ValueLength);

    private bool Add<T>(
        ReadOnlySpan<T> key, uint hash, ReadOnlySpan<byte> value, in EntryTerms terms, CacheTime time, bool wasInMain)
        where T : unmanaged
    {
        CheckChanging();
        _sets++;
        bool narrow = typeof(T) != typeof(char) || KeyText.IsAscii(MemoryMarshal.Cast<T, char>(key));
        uint form = RingCell.FormFor(key.Length, narrow, in terms);
        if (IsTooLarge(key.Length, form, value.Length))
        {
            _rejected++;
            return false;
        }

        var units = (uint)RingCell.UnitsFor(form, value.Length);
        Invariant.Holds(units <= _main.Capacity, "The entry fits in the main ring.");
        MakeRoomInIndex(time);
        _sketch.Count(hash, 1);
        bool toMain = wasInMain || units > _maxSmallUnits;
        uint place = toMain ? TakeMain(units, time) : TakeSmall(units, time);
        RingCell* cell = At(place);
        RingCell.Write(cell, hash, form, value.Length, units, in terms);
        byte* text = (byte*)cell + RingCell.KeyOffset(form);
        if (typeof(T) == typeof(char) && narrow)
        {
            ReadOnlySpan<char> ascii = MemoryMarshal.Cast<T, char>(key);
            TextCopy.Narrow(text, in MemoryMarshal.GetReference(ascii), (uint)ascii.Length);
        }
        else
        {
            MemoryMarshal.AsBytes(key).CopyTo(new Span<byte>(text, (int)RingCell.KeyBytes(form)));
        }

        if (!IsStoredUnder(hash, text, key.Length, narrow))
        {
            RingCell.MarkDead(cell, _store.ClearsOnEviction);
            _rejected++;
            return false;
        }

        value.CopyTo(ValueOf(cell, form));
        _isTrimmed = false;
        if (!_index.TryAdd(SlotIndex.Bits(hash), place, 0))
        {
            RingCell.MarkDead(cell, _store.ClearsOnEviction);
            _rejected++;
            return false;
        }

        return true;
    }

    // Another thread may have changed the key during the copy. Lookups find an entry only by the hash and form of its key.
    private static bool IsStoredUnder(uint hash, byte* text, int length, bool narrow)
    {
        if (!narrow)
        {
            var chars = new ReadOnlySpan<char>(text, length);
            return KeyHash.Compute(chars) == hash && !KeyText.IsAscii(chars);
        }

        var ascii = new ReadOnlySpan<byte>(text, length);
        return (uint)KeyHash.ComputeLong(ascii) == hash && KeyText.IsAscii(ascii);
    }

    // Replaces the value in place if the entry has not expired, its tag was not removed, its form stays the same, and the new
    // entry fits and uses at least three quarters of the cell. Otherwise drops the entry and adds a new one.
    private bool Replace<T>(
        ulong* slot, ulong found, uint form, ReadOnlySpan<T> key, uint hash, ReadOnlySpan<byte> value, in EntryTerms terms,
        CacheTime time)
        where T : unmanaged
    {
        CheckChanging();
        uint place = SlotIndex.PlaceOf(found);
        RingCell* cell = At(place);
        uint newForm = RingCell.FormFor(key.Length, (form & RingCell.NarrowForm) != 0, in terms);
        ulong needed = RingCell.UnitsFor(newForm, value.Length);
        bool isGone = IsGone(cell, time, out DropCause cause);
        bool fits = needed <= cell->Units && needed >= cell->Units - (cell->Units / 4)
            && !IsTooLarge(key.Length, newForm, value.Length);
        if (isGone || newForm != form || !fits)
        {
            Drop(slot, cell, isGone ? cause : DropCause.Replaced);
            return Add(key, hash, value, in terms, time, wasInMain: !isGone && place >= _main.Start);
        }

        if (_store.ClearsOnEviction)
        {
            ValueOf(cell, form).Clear();
        }

        _sets++;
        _drops[(int)DropCause.Replaced]++;
        RingCell.Write(cell, hash, form, value.Length, cell->Units, in terms);
        value.CopyTo(ValueOf(cell, form));
        return true;
    }

    // The size limit of an entry does not depend on its expiration and tag.
    private bool IsTooLarge(int keyLength, uint form, int valueLength) =>
        keyLength > RingCell.MaximumKeyLength || RingCell.KeyBytes(form) + (long)valueLength > _store.MaximumEntryBytes;

    private bool IsGone(RingCell* cell, CacheTime time, out DropCause cause)
    {
        cause = DropCause.Expired;
        if (!RingCell.HasTerms(cell->FormAndLength))
        {
            return false;
        }

        EntryTerms terms = RingCell.ReadTerms(cell, cell->FormAndLength);
        if (terms.HasExpiration && terms.IsExpired(time))
        {
            return true;
        }

        cause = DropCause.Tag;
        return _store.Tags.IsRemoved(terms.TagHash, terms.TagTime);
    }

    // The cell stays in its ring until the tail of the ring reaches it.
    private void Drop(ulong* slot, RingCell* cell, DropCause cause)
    {
        CheckChanging();
        Invariant.Holds(slot != null && At(SlotIndex.PlaceOf(*slot)) == cell, "Each live cell has a slot.");
        _index.Remove(slot);
        RingCell.MarkDead(cell, _store.ClearsOnEviction);
        _drops[(int)cause]++;
    }
}
