using Cenote.Memory.Cells;
using Cenote.Threading;

namespace Cenote.Memory.Contiguous;

/// <content>Statistics, compaction, and returning memory.</content>
internal unsafe partial struct ContiguousHeap
{
    public readonly long LiveCount => _taken - _freed;

    public readonly long AllocationCount => _taken;

    /// <summary>
    /// The total numbers of strings allocated and freed. The freed count is read first, so it never exceeds the allocated count.
    /// </summary>
    public readonly (long Allocated, long Freed) Turnover
    {
        get
        {
            long freed = Volatile.Read(in _freed);
            return (Volatile.Read(in _taken), freed);
        }
    }

    public readonly long NativeBytes => _memory.NativeBytes;

    /// <inheritdoc cref="ContiguousMemory.LimitReached"/>
    public readonly bool LimitReached => _memory.LimitReached;

    /// <inheritdoc cref="ContiguousMemory.MaximumBytes"/>
    public readonly long MaximumBytes => _memory.MaximumBytes;

    /// <summary>Bytes that the block can use before it must grow.</summary>
    public readonly ulong Capacity => _capacity;

    /// <summary>Bytes of the blocks of live strings.</summary>
    public readonly ulong LiveBytes => (ulong)(_takenUnits - _freedUnits) << UnitShift;

    /// <summary>Bytes of all blocks, live and freed, which is the offset of the next block.</summary>
    public readonly ulong End => (ulong)_top << UnitShift;

    public readonly bool IsPinned => _pins != 0;

    private readonly uint FreedUnits => _top - (uint)(_takenUnits - _freedUnits);

    private readonly bool HasSpareMemory =>
        _memory.BlockBytes > MinReleased && _memory.BlockBytes > ContiguousMemory.WholePages(_keptCapacity);

    // Compaction touches every live string, so it must reclaim more than a third of the used memory.
    private readonly bool IsFragmented => FreedUnits >= 0.35 * _top && FreedUnits > 0;

    private readonly bool IsHalfFree => LiveBytes < _memory.BlockBytes / 2;

    /// <summary>Closes the gaps between live strings, keeping their order.</summary>
    public void Compact()
    {
        Invariant.Holds(!IsPinned, "Pinned strings do not move.");
        Invariant.Holds((_moves & 1) == 0, "A compaction ends before the next one begins.");
        _moves++;
        Volatile.WriteBarrier();
        uint bare = Slots->Next;
        uint last = 0;
        uint to = 0;
        uint from = 0;
        while (from < _top)
        {
            // Moves adjacent live blocks with one copy.
            uint start = from;
            for (; from < _top && Generation.IsLive(SlotAt(from)->Generation); from += UnitsAt(from))
            {
                SlotAt(from)->Offset = to + (from - start);
            }

            Move(start, to, from - start);
            to += from - start;
            for (; from < _top && !Generation.IsLive(SlotAt(from)->Generation); from += UnitsAt(from))
            {
                if (SlotAt(from)->Generation != Generation.Retired)
                {
                    uint index = (uint)(HeaderAt(from) >> 32);
                    Slots[last].Next = index;
                    last = index;
                }
            }
        }

        Slots[last].Next = bare;
        Invariant.Holds(from == _top, "The blocks are contiguous up to the top.");
        Invariant.Holds(to == (uint)(_takenUnits - _freedUnits), "The total size of the blocks of live strings is correct.");
        ClearLists();
        ClearFrom(to);
        _top = to;
        Volatile.Write(ref _moves, _moves + 1);
    }

    public readonly (ulong TextBytes, long Retired) Count()
    {
        ulong textBytes = 0;
        long retired = 0;
        for (nuint index = 1; index < Limit; index++)
        {
            textBytes += Generation.IsLive(Slots[index].Generation) ? Slots[index].Bytes : 0;
            retired += Slots[index].Generation == Generation.Retired ? 1 : 0;
        }

        return (textBytes, retired);
    }

    /// <summary>Copies the live strings in the order of their blocks.</summary>
    /// <param name="destination">A buffer for the number of text bytes that <see cref="Count"/> returns.</param>
    public readonly void CopyTexts(byte* destination)
    {
        for (uint offset = 0; offset < _top; offset += UnitsAt(offset))
        {
            ContiguousSlot* slot = SlotAt(offset);
            if (Generation.IsLive(slot->Generation))
            {
                Buffer.MemoryCopy(TextOf(slot), destination, slot->Bytes, slot->Bytes);
                destination += slot->Bytes;
            }
        }
    }

    // The bytes of a table with one slot per minimum-size block, plus some for slots with exhausted generations.
    private static ulong TableFor(ulong blockBytes) => TableBytesFor((blockBytes / (2 * HeaderBytes)) + 64);

    private static ulong TableBytesFor(ulong slots) => HeadsBytes + (slots * (ulong)sizeof(ContiguousSlot));

    private readonly ref ulong HeaderAt(uint offset) => ref *(ulong*)(Texts - HeaderBytes + ((nuint)offset << UnitShift));

    private readonly uint UnitsAt(uint offset)
    {
        Invariant.Holds(offset < _top && (uint)HeaderAt(offset) - 1 < _top - offset, "A block lies below the top.");
        return (uint)HeaderAt(offset);
    }

    private readonly ContiguousSlot* SlotAt(uint offset)
    {
        Invariant.Holds(
            offset < _top && (uint)(HeaderAt(offset) >> 32) - 1 < Limit - 1, "Each block has a slot within the table.");
        return Slots + (uint)(HeaderAt(offset) >> 32);
    }

    private readonly bool FitsEnd(ulong bytes) => End + HeaderBytes + bytes <= _capacity;

    private readonly void Move(uint from, uint to, uint units)
    {
        Invariant.Holds(to <= from && from + units <= _top, "Strings move towards the start.");
        if (from != to)
        {
            ulong bytes = (ulong)units << UnitShift;
            Buffer.MemoryCopy(Unsafe.AsPointer(ref HeaderAt(from)), Unsafe.AsPointer(ref HeaderAt(to)), bytes, bytes);
        }
    }

    // The caller ensures that no live string is between this offset and the end.
    private readonly void ClearFrom(uint offset)
    {
        if (ClearsFreed)
        {
            NativeMemory.Clear(Unsafe.AsPointer(ref HeaderAt(offset)), (nuint)(_top - offset) << UnitShift);
        }
    }

    private readonly void ClearLists() => new Span<byte>(_heads, (int)HeadsBytes).Clear();

    private void CachePointers()
    {
        _heads = (uint*)_memory.Table;
        Slots = (ContiguousSlot*)(_memory.Table + HeadsBytes);
        Texts = _memory.Block + HeaderBytes;
    }

    // Returns memory if half of it is free at two consecutive checks, and one of these conditions holds:
    // - Since the last time that at least half was live, shorter strings replaced nearly all freed ones.
    // - That half stayed free for as long as the operating system would need to provide the whole block again. So a bulk
    //   workload that alternates between freeing and filling spends at most half of its time on memory.
    // If two thirds are free, returns memory whenever the release pace allows it.
    private void ReleaseIfDue()
    {
        long freed = _freed - _freedAtHalf;
        bool areReplaced = _taken - _takenAtHalf >= freed - (freed / 16);
        bool isLasting = _pace.HasLasted(_wasHalfFree && IsHalfFree, _memory.BlockBytes);
        bool canReleaseHalf = _wasHalfFree && IsHalfFree && (areReplaced || isLasting);
        if ((canReleaseHalf || (LiveBytes < _memory.BlockBytes / 3 && _pace.Allows)) && !IsPinned)
        {
            Compact();
            bool wasLowered = TryLowerCapacity(Math.Max(_keptCapacity, End + (End / 4)));
            if (wasLowered && !canReleaseHalf)
            {
                _pace.Released();
            }
        }

        ScheduleCheck();
    }

    private bool TryLowerCapacity(ulong capacity)
    {
        ulong before = _memory.BlockBytes;
        _capacity = Math.Min(_capacity, Math.Max(capacity, End));
        _memory.ShrinkBlock(_capacity);
        Invariant.Holds(End <= _memory.BlockBytes, "The last block keeps its memory.");
        return _memory.BlockBytes < before;
    }

    // The next check is due once half of the memory can be free and at least a sixteenth of it has been freed.
    private void ScheduleCheck()
    {
        ulong half = _memory.BlockBytes / 2;
        ulong above = LiveBytes > half ? LiveBytes - half : 0;
        _nextCheckAt = HasSpareMemory ? _freedUnits + (long)(Math.Max(half / 8, above) >> UnitShift) : long.MaxValue;
        _wasHalfFree = IsHalfFree;
        if (!_wasHalfFree)
        {
            (_takenAtHalf, _freedAtHalf) = (_taken, _freed);
        }
    }
}
