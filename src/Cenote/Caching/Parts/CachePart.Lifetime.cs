using Cenote.Memory.Rings;
using Cenote.Threading;

namespace Cenote.Caching;

/// <content>Operations on all entries.</content>
internal sealed unsafe partial class CachePart
{
    /// <summary>Removes every entry and keeps the memory.</summary>
    public void Clear()
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            ThrowIfDisposed();
            using var change = new ChangeScope(this);
            _drops[(int)DropCause.Removed] += _index.Count;
            WipeRings();
            _small.Reset();
            _main.Reset();
            ResetIndex();
        }
    }

    /// <summary>Drops the entries that have expired at this time or whose tag was removed.</summary>
    public void DropExpiredOrUntagged(CacheTime time)
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            if (!_isDisposed)
            {
                using var change = new ChangeScope(this);
                _ = DropExpiredOrUntagged(ref _small, time);
                _ = DropExpiredOrUntagged(ref _main, time);
            }
        }
    }

    /// <summary>
    /// Drops entries that have expired or whose tag was removed, compacts the other entries if worthwhile, and releases unused
    /// memory.
    /// </summary>
    /// <returns>The bytes released.</returns>
    public long Trim(CacheTime time)
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            ThrowIfDisposed();
            using var change = new ChangeScope(this);
            long before = UsedBytes;
            Compact(ref _small, time);
            Compact(ref _main, time);
            if (_index.Count == 0)
            {
                ResetIndex();
            }

            if (_isTrimmed && UsedBytes == before)
            {
                return 0;
            }

            long given = Discard(ref _small) + Discard(ref _main);
            _isTrimmed = given > 0;
            return given;
        }
    }

    /// <summary>Disposes the part while other threads may still read.</summary>
    public void Retire()
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            if (!_isDisposed)
            {
                _isDisposed = true;
                _sequence.BeginChange();
                WipeRings();
                _index.Clear();
            }
        }
    }

    // May overwrite the index and the sketch, which are no longer needed.
    private void WipeRings()
    {
        if (_store.ClearsOnEviction)
        {
            Wipe(in _small);
            Wipe(in _main);
        }
    }

    private void Wipe(in Ring ring) =>
        NativeMemory.Clear(At(ring.Start), (nuint)(ring.Touched - ring.Start) << RingCell.UnitShift);

    // The main ring must be empty where the index shrinks.
    private void ResetIndex()
    {
        CheckChanging();
        bool hadGrown = _index.Length > _firstIndex;
        _index.Initialize(_start + _bytes, _firstIndex);
        _index.Clear();
        _main.ExtendTo(_firstMainEnd);
        if (hadGrown)
        {
            _main.TouchAll();
        }

        _sketch.Initialize((byte*)At(_firstMainEnd), _firstIndex);
        _sketch.Clear();
    }

    // Returns the number of cells in the ring, dead ones included, and the units of the live ones.
    private (long Cells, uint Units) DropExpiredOrUntagged(ref Ring ring, CacheTime time)
    {
        CheckChanging();
        long cells = 0;
        uint live = 0;
        uint place = ring.Tail;
        bool any = !ring.IsEmpty;
        while (any)
        {
            RingCell* cell = At(place);
            if (!cell->IsDead)
            {
                if (IsGone(cell, time, out DropCause cause))
                {
                    Drop(_index.Find(SlotIndex.Bits(cell->Hash), place), cell, cause);
                }
                else
                {
                    live += cell->Units;
                }
            }

            cells++;
            any = ring.TryNext(ref place, cell->Units);
        }

        return (cells, live);
    }

    private void Compact(ref Ring ring, CacheTime time)
    {
        CheckChanging();
        (long cells, uint live) = DropExpiredOrUntagged(ref ring, time);
        for (; ring.Used - live > ring.Used / 8 && cells > 0; cells--)
        {
            RingCell* cell = At(ring.Tail);
            uint place = ring.Tail;
            uint units = cell->Units;
            ring.RemoveOldest(units);
            if (!cell->IsDead)
            {
                ulong* slot = _index.Find(SlotIndex.Bits(cell->Hash), place);
                Invariant.Holds(slot != null, "Each live cell has a slot.");
                if (ring.TryTake(units, out uint to))
                {
                    _sketch.Count(cell->Hash, SlotIndex.UsesOf(*slot));
                    Move(cell, slot, to);
                }
                else
                {
                    Drop(slot, cell, DropCause.Size);
                    live -= units;
                }
            }
        }
    }

    private long Discard(ref Ring ring)
    {
        long bytes = ring.IsWrapped
            ? Discard(ring.Head, ring.Tail)
            : Discard(ring.Start, ring.Tail) + Discard(ring.Head, ResidentEnd(in ring));
        if (bytes > 0)
        {
            ring.Untouch();
        }

        return bytes;
    }

    // The last page touched may be a huge page, which is resident as a whole.
    private uint ResidentEnd(in Ring ring)
    {
        if (ring.Touched < _hugeStart || ring.Touched <= ring.Head)
        {
            return Math.Min(ring.Touched, ring.End);
        }

        nuint end = ((nuint)At(ring.Touched) + HugePageBytes - 1) & ~(HugePageBytes - 1);
        return (uint)Math.Min((end - (nuint)_start) >> RingCell.UnitShift, ring.End);
    }

    private long Discard(uint from, uint to) =>
        from < to ? _store.Memory.Discard((byte*)At(from), (byte*)At(to)) : 0;
}
