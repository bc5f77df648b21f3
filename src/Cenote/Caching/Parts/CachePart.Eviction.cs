using System.Runtime.Intrinsics.X86;
using Cenote.Memory.Rings;
using Cenote.Threading;

namespace Cenote.Caching;

/// <content>Eviction.</content>
internal sealed unsafe partial class CachePart
{
    // The maximum number of entries reinserted to place one entry in the main ring. It bounds how long writers take and readers
    // wait.
    private const int MaxReinsertions = 32;

    // With this many uses, a candidate always wins.
    private const uint Any = FrequencySketch.MaxEstimate + 1;

    private uint TakeMain(uint units, CacheTime time)
    {
        bool isTaken = TryTakeMain(units, time, Any, out uint place);
        Invariant.Holds(isTaken, "Every other entry can be evicted.");
        return place;
    }

    // Returns false if EvictMain does: an unused entry was requested at least as often as the candidate.
    private bool TryTakeMain(uint units, CacheTime time, uint uses, out uint place)
    {
        int chances = MaxReinsertions;
        while (!_main.TryTake(units, out place))
        {
            if (!EvictMain(time, uses, ref chances))
            {
                return false;
            }
        }

        return true;
    }

    private uint TakeSmall(uint units, CacheTime time)
    {
        uint place;
        while (!_small.TryTake(units, out place))
        {
            EvictSmall(time);
        }

        return place;
    }

    // Reinserts the oldest entry of the main ring if it was used since its last insertion and chances are left; otherwise evicts
    // it. An unused entry that was requested at least as often as the candidate is also reinserted, and the result is false.
    private bool EvictMain(CacheTime time, uint rivalUses, ref int chances)
    {
        Invariant.Holds(!_main.IsEmpty, "There is an entry to evict.");
        uint place = _main.Tail;
        RingCell* cell = At(place);
        uint units = cell->Units;
        _main.RemoveOldest(units);
        PrefetchOldest(in _main);
        if (cell->IsDead)
        {
            return true;
        }

        ulong* slot = _index.Find(SlotIndex.Bits(cell->Hash), place);
        Invariant.Holds(slot != null, "Each live cell has a slot.");
        if (IsGone(cell, time, out DropCause cause))
        {
            Drop(slot, cell, cause);
            return true;
        }

        uint uses = SlotIndex.UsesOf(*slot);
        _sketch.Count(cell->Hash, uses);
        bool stays = chances > 0 && (uses > 0 || _sketch.Estimate(cell->Hash) >= rivalUses);
        if (stays && _main.TryTake(units, out uint to))
        {
            chances--;
            Move(cell, slot, to);
            return uses > 0;
        }

        Drop(slot, cell, DropCause.Size);
        return true;
    }

    // Moves the oldest entry of the small ring to the main ring, or evicts it.
    private void EvictSmall(CacheTime time)
    {
        Invariant.Holds(!_small.IsEmpty, "There is an entry to evict.");
        uint place = _small.Tail;
        RingCell* cell = At(place);
        uint units = cell->Units;
        if (!cell->IsDead)
        {
            uint bits = SlotIndex.Bits(cell->Hash);
            ulong* slot = _index.Find(bits, place);
            Invariant.Holds(slot != null, "Each live cell has a slot.");
            _sketch.Count(cell->Hash, SlotIndex.UsesOf(*slot));
            bool isGone = IsGone(cell, time, out DropCause cause);
            if (!isGone && TryTakeMain(units, time, _sketch.Estimate(cell->Hash), out uint to))
            {
                // Looks up the slot again, because evictions may have shifted slots.
                Move(cell, _index.Find(bits, place), to);
            }
            else
            {
                Drop(_index.Find(bits, place), cell, isGone ? cause : DropCause.Size);
            }
        }

        _small.RemoveOldest(units);
        PrefetchOldest(in _small);
    }

    // Evicting an entry touches its header, its slot and its counters, each in a different place. Each eviction therefore
    // prefetches the slot and the counters of the next entry, and the header of the one after it.
    private void PrefetchOldest(in Ring ring)
    {
        if (Sse.IsSupported && !ring.IsEmpty)
        {
            RingCell* oldest = At(ring.Tail);
            Sse.Prefetch0(_index.Home(SlotIndex.Bits(oldest->Hash)));
            Sse.Prefetch0(_sketch.CountersOf(oldest->Hash));
            Sse.Prefetch0(At(ring.Tail + oldest->Units));
        }
    }

    // Source and destination may overlap. The uses in the slot were already evaluated; concurrent increments by readers are lost.
    private void Move(RingCell* cell, ulong* slot, uint to)
    {
        CheckChanging();
        Invariant.Holds(slot != null && !cell->IsDead, "Each live cell has a slot.");
        uint bits = SlotIndex.HashBitsOf(*slot);
        nuint bytes = (nuint)cell->Units << RingCell.UnitShift;
        RingCell* target = At(to);
        Buffer.MemoryCopy(cell, target, bytes, bytes);
        if (_store.ClearsOnEviction && target != cell)
        {
            ClearOutside((byte*)cell, (byte*)target, bytes);
        }

        *slot = SlotIndex.Slot(bits, to, 0);
    }

    private static void ClearOutside(byte* from, byte* to, nuint bytes)
    {
        nuint distance = (nuint)Math.Abs(to - from);
        nuint outside = Math.Min(distance, bytes);
        NativeMemory.Clear(to > from ? from : from + (bytes - outside), outside);
    }

    private void MakeRoomInIndex(CacheTime time)
    {
        if (_index.Count >= _index.Length / 5 * 4)
        {
            TryGrowIndex();
            int none = 0;
            while (_index.Count >= _index.Length / 8 * 7)
            {
                if (_main.IsEmpty)
                {
                    EvictSmall(time);
                }
                else
                {
                    _ = EvictMain(time, Any, ref none);
                }
            }
        }
    }

    // The index grows once the cells in its way are evicted, after at most one round of the main ring. Until then, the index is
    // more than four fifths full.
    private void TryGrowIndex()
    {
        CheckChanging();
        uint length = (_index.Length + Math.Max(_index.Length / 4, MinIndex)) & ~15u;
        uint end = IndexBytesFor(length) < _bytes / 2 ? MainEndFor(length) : 0;
        if (end >= _main.Start + ((_firstMainEnd - _main.Start) / 2) && _main.TryEndAt(end))
        {
            _index.Grow(length);
            _sketch.Initialize((byte*)At(end), length);
            _sketch.Clear();
        }
    }
}
