using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Contiguous;

/// <content>Slow paths: new blocks, long strings, slots with exhausted generations.</content>
internal unsafe partial struct ContiguousHeap
{
    // Large size classes follow the exact ones. Their sizes are in 16-byte units, and start at 64 units (1 KiB), where the
    // exact classes end.
    private const uint LargeClasses = 64;

    /// <summary>Takes a freed block or cuts one from the end. Moves no string.</summary>
    /// <returns>The address of the string; null if the heap must grow or be compacted first.</returns>
    public byte* TryTake(uint bytes, out CellId id)
    {
        byte* text = bytes <= MaxExactBytes ? TakeFree(bytes, out id) : TakeFreeLarge(bytes, out id);
        return text == null && FitsEnd(bytes) && TryProvideSlot(bytes) ? TakeEnd(bytes, out id) : text;
    }

    /// <summary>Like <see cref="TryTake"/>, but also grows the block unless compaction is due.</summary>
    /// <returns>The address of the string; null if other strings must move first, or there is not enough memory.</returns>
    public byte* TryTakeInPlace(uint bytes, out CellId id)
    {
        byte* text = TryTake(bytes, out id);
        if (text == null && !IsFragmented)
        {
            Pin();
            text = Take(bytes, out id);
            Unpin();
        }

        return text;
    }

    /// <summary>Allocates a string of 1 byte or more; may move all other strings.</summary>
    /// <returns>The address of the string; null, with no string changed, if there is not enough memory.</returns>
    public byte* Take(uint bytes, out CellId id)
    {
        byte* text = TryTake(bytes, out id);
        return text == null && TryMakeRoom(bytes) ? TakeEnd(bytes, out id) : text;
    }

    /// <summary>
    /// The slow path after <see cref="TryFree"/>: frees a string that is long, must be zeroed, or has exhausted the generations
    /// of its slot. Also returns memory when due.
    /// </summary>
    public void FreeSlow(CellId id)
    {
        ContiguousSlot* slot = Find(id);
        if (slot != null)
        {
            FreeBlock(slot, id.Index);
        }

        if (_freedUnits >= _nextCheckAt)
        {
            ReleaseIfDue();
        }
    }

    /// <summary>Finds the slot of a live string; null if the id is stale.</summary>
    public readonly ContiguousSlot* Find(CellId id)
    {
        ContiguousSlot* slot = Slots + id.Index;
        return id.Index < Limit && Generation.IsLive(id.Generation) && slot->Generation == id.Generation ? slot : null;
    }

    /// <summary>Whether an address is in the block, where strings move.</summary>
    public readonly bool Contains(void* address) => (nuint)((byte*)address - _memory.Block) < _memory.BlockBytes;

    /// <summary>Prevents strings from moving until <see cref="Unpin"/>; calls nest.</summary>
    public void Pin() => _pins++;

    /// <summary>Undoes one <see cref="Pin"/>.</summary>
    public void Unpin()
    {
        _pins--;
        Invariant.Holds(_pins >= 0, "Each Unpin follows a Pin.");
    }

    private byte* TakeFreeLarge(uint bytes, out CellId id)
    {
        uint* head = _heads + LargeClasses + BlockSize.Ceiling((UnitsOf(bytes) + 1) / 2);
        uint index = *head;
        if (index == 0)
        {
            id = default;
            return null;
        }

        Invariant.Holds(index < Limit, "A slot on a list is within the table.");
        Invariant.Holds(
            UnitsAt(Slots[index].Offset) >= UnitsOf(bytes),
            "Every block on a size class's list is large enough for the strings of that class.");
        *head = Slots[index].Next;
        return TakeBlock(index, bytes, UnitsAt(Slots[index].Offset), out id);
    }

    private byte* TakeEnd(uint bytes, out CellId id)
    {
        Invariant.Holds(FitsEnd(bytes), "The string fits at the end of the block.");
        Invariant.Holds(Slots->Next != 0 || TableBytesFor(Limit + 1) <= _memory.TableBytes, "There is a slot for the string.");
        uint index = Slots->Next;
        if (index != 0)
        {
            Slots->Next = Slots[index].Next;
        }
        else
        {
            index = (uint)Limit;
            SetLimit(Limit + 1);
            Slots[index].Generation = _initialGeneration;
        }

        // A large block gets the size of its class, because otherwise the next string of the same size could not reuse it.
        uint units = UnitsOf(bytes);
        uint whole = units <= MaxExactUnits ? units : 2 * BlockSize.RoundUp((units + 1) / 2);
        units = End + ((ulong)whole << UnitShift) <= _capacity ? whole : units;
        Slots[index].Offset = _top;
        HeaderAt(_top) = units | ((ulong)index << 32);
        _top += units;
        Invariant.Holds(End <= _memory.BlockBytes, "No block lies beyond the memory.");
        return TakeBlock(index, bytes, units, out id);
    }

    private byte* TakeBlock(uint index, uint bytes, uint units, out CellId id)
    {
        ContiguousSlot* slot = Slots + index;
        Invariant.Holds(
            !Generation.IsLive(slot->Generation) && slot->Generation != Generation.Retired, "Only a free slot is taken.");
        Invariant.Holds(
            SlotAt(slot->Offset) == slot && units >= UnitsOf(bytes), "The block belongs to the slot, and the string fits in it.");
        uint generation = slot->Generation + 1;
        slot->Header = generation | ((ulong)bytes << 32);
        _taken++;
        _takenUnits += units;
        id = new CellId(index, generation);
        return TextOf(slot);
    }

    private void FreeBlock(ContiguousSlot* slot, uint index)
    {
        uint units = UnitsAt(slot->Offset);
        Generation.Advance(ref slot->Generation, slot->Generation + 1);
        if (ClearsFreed)
        {
            NativeMemory.Clear(TextOf(slot), slot->Bytes);
        }

        _freed++;
        _freedUnits += units;
        Invariant.Holds(_freed <= _taken && _freedUnits <= _takenUnits, "No more is freed than was taken.");

        // A block cut to the remaining capacity may be too short for the smallest large class, so that only compaction can
        // reclaim it.
        uint sizeClass = units <= MaxExactUnits ? units : LargeClasses + BlockSize.Floor(units / 2);
        bool isListed = units <= MaxExactUnits || sizeClass > MaxExactUnits;
        if (slot->Generation != Generation.Retired && isListed)
        {
            Invariant.Holds(_heads[sizeClass] != index, "The slot is not already the head of the free list.");
            slot->Next = _heads[sizeClass];
            _heads[sizeClass] = index;
        }
    }
}
