namespace Cenote.Memory;

/// <content>Texts that the lists do not serve: the end of the block, growth, giving memory back.</content>
internal unsafe partial struct ContiguousHeap
{
    private const ulong SmallestStep = 64 << 10;
    private const ulong LeastReleased = 1 << 20;

    // The heads of the lists lie in front of the slots. The last class is that of a block of 2^28 units.
    private const uint HeadsBytes = 2048;

    // Classes of larger blocks follow those of the exact ones; they count in units of 16 bytes, of which 64 are 1 KiB as well.
    private const uint LargeClasses = 64;

    /// <summary>Makes an empty heap.</summary>
    /// <returns>False if the operating system refuses the memory; there is nothing to dispose then.</returns>
    public bool TryInitialize(PageSource pages, ulong capacity, bool allowsGrowth, TimeProvider clock)
    {
        _memory = new ContiguousMemory(pages, TableFor(allowsGrowth ? LargestBlock : capacity), allowsGrowth ? LargestBlock : capacity);
        if (!_memory.TryGrowTable(Math.Min(SmallestStep, TableFor(capacity))) || !_memory.TryGrowBlock(capacity))
        {
            _memory.Dispose();
            return false;
        }

        AllowsGrowth = allowsGrowth;
        _capacity = _initialCapacity = _keptCapacity = capacity;
        _pace = new ReleasePace(clock);
        _newFloor = Generation.NewFloor();
        Limit = 1;
        Relocate();
        ScheduleLook();
        return true;
    }

    /// <summary>Takes a freed block or cuts one from the end, and moves no text.</summary>
    /// <returns>Where the text goes; null if that needs room to be made first.</returns>
    public byte* TryTake(uint bytes, out CellId id)
    {
        byte* text = bytes <= LargestExactBytes ? TakeFree(bytes, out id) : TakeFreeLarge(bytes, out id);
        return text == null && FitsEnd(bytes) && HasSlot() ? TakeEnd(bytes, out id) : text;
    }

    /// <summary>Finds room for a text of any size from 1 byte; may move all others.</summary>
    /// <returns>Where the text goes; null if the memory is not to be had. No text has changed then.</returns>
    public byte* Take(uint bytes, out CellId id)
    {
        byte* text = TryTake(bytes, out id);
        return text == null && TryMakeRoom(bytes) && HasSlot() ? TakeEnd(bytes, out id) : text;
    }

    /// <summary>Frees a live text of any size; anything else is ignored. Gives memory back when it is time to.</summary>
    public void Free(CellId id)
    {
        ContiguousSlot* slot = Find(id);
        if (slot != null && (slot->Bytes > LargestExactBytes || slot->Generation + 1 == Generation.Retired))
        {
            FreeSlow(slot, id.Index);
        }

        if (_freedUnits >= _lookAt)
        {
            Look();
        }
    }

    /// <summary>The slot of a live text; null if the id is stale.</summary>
    public readonly ContiguousSlot* Find(CellId id)
    {
        ContiguousSlot* slot = Slots + id.Index;
        return id.Index < Limit && Generation.IsLive(id.Generation) && slot->Generation == id.Generation ? slot : null;
    }

    /// <summary>Whether an address lies in the block, where texts move.</summary>
    public readonly bool Contains(void* address) => (nuint)((byte*)address - _memory.Block) < _memory.BlockBytes;

    /// <summary>Keeps texts where they are until <see cref="Unpin"/>; calls nest.</summary>
    public void Pin() => _pins++;

    /// <inheritdoc cref="Pin"/>
    public void Unpin() => _pins--;

    /// <summary>Makes room for a text of so many bytes at the end of the block.</summary>
    /// <returns>False if the memory is not to be had; no text has changed then.</returns>
    public bool TryReserve(ulong bytes, ulong slots)
    {
        if (!FitsEnd(bytes) && !TryMakeRoom(bytes))
        {
            return false;
        }

        _keptCapacity = Math.Max(_keptCapacity, Math.Min(_capacity, LiveBytes + HeaderBytes + bytes));
        ScheduleLook();
        ulong table = TableBytesFor(Limit + slots);
        return table <= _memory.TableBytes || _memory.TryGrowTable(table);
    }

    /// <summary>Makes the block larger by so many bytes, which are not given back before <see cref="Trim"/>.</summary>
    /// <returns>False if the operating system refuses; no text has changed then.</returns>
    public bool TryExtend(ulong bytes)
    {
        if (!TrySetCapacity(_capacity + bytes))
        {
            return false;
        }

        _keptCapacity = Math.Max(_keptCapacity, _capacity);
        ScheduleLook();
        return true;
    }

    /// <summary>Compacts and gives back what no text uses, down to the capacity the heap was made with.</summary>
    /// <returns>Bytes given back.</returns>
    public long Trim()
    {
        long before = NativeBytes;
        _keptCapacity = _initialCapacity;
        Compact();
        LowerCapacity(_initialCapacity);
        return before - NativeBytes;
    }

    /// <summary>Frees every text and sets the capacity back to that the heap was made with. O(slots).</summary>
    public void Clear()
    {
        uint last = 0;
        for (uint index = 1; index < Limit; index++)
        {
            Slots[index].Generation += Slots[index].Generation & 1;
            if (Slots[index].Generation != Generation.Retired)
            {
                Slots[last].Next = index;
                last = index;
            }
        }

        Slots[last].Next = 0;
        ClearLists();
        _freed = _taken;
        _freedUnits = _takenUnits;
        _top = 0;
        _capacity = _keptCapacity = _initialCapacity;
        if (HasSpareMemory && _pace.Allows)
        {
            Shrink();
        }

        ScheduleLook();
    }

    /// <summary>Ends the heap. Handles that are used afterwards are refused by the slow path.</summary>
    public void Dispose()
    {
        _memory.Dispose();
        Limit = 0;
        _capacity = _top = 0;
        _freed = _taken;
        _freedUnits = _takenUnits;
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

        *head = Slots[index].Next;
        return TakeBlock(index, bytes, UnitsAt(Slots[index].Offset), out id);
    }

    // The caller has made sure of room and of a slot.
    private byte* TakeEnd(uint bytes, out CellId id)
    {
        uint index = Slots->Next;
        if (index != 0)
        {
            Slots->Next = Slots[index].Next;
        }
        else
        {
            index = (uint)Limit++;
            Slots[index].Generation = _newFloor;
        }

        // A large block gets the size of its class, or the next text of the same size could not take it.
        uint units = UnitsOf(bytes);
        uint whole = units <= LargestExactUnits ? units : 2 * BlockSize.RoundUp((units + 1) / 2);
        units = End + ((ulong)whole << UnitShift) <= _capacity ? whole : units;
        Slots[index].Offset = _top;
        HeaderAt(_top) = units | ((ulong)index << 32);
        _top += units;
        return TakeBlock(index, bytes, units, out id);
    }

    private byte* TakeBlock(uint index, uint bytes, uint units, out CellId id)
    {
        ContiguousSlot* slot = Slots + index;
        uint generation = slot->Generation + 1;
        slot->Header = generation | ((ulong)bytes << 32);
        _taken++;
        _takenUnits += units;
        id = new CellId(index, generation);
        return TextOf(slot);
    }

    private void FreeSlow(ContiguousSlot* slot, uint index)
    {
        uint units = UnitsAt(slot->Offset);
        slot->Generation++;
        _freed++;
        _freedUnits += units;

        // A block that was cut to what was left may be too short for the first class of the large ones: it waits for compaction.
        uint sizeClass = units <= LargestExactUnits ? units : LargeClasses + BlockSize.Floor(units / 2);
        bool isListed = units <= LargestExactUnits || sizeClass > LargestExactUnits;
        if (slot->Generation != Generation.Retired && isListed)
        {
            slot->Next = _heads[sizeClass];
            _heads[sizeClass] = index;
        }
    }

    // Compaction costs as much as a few hundred thousand strings, so it has to yield a third of what is used. Only when there is no
    // other way, for a block that cannot grow, does it happen for less.
    private bool TryMakeRoom(ulong bytes)
    {
        bool mayMove = _pins == 0;
        if (mayMove && FreedUnits >= 0.35 * _top && FreedUnits > 0)
        {
            Compact();
        }

        if (!FitsEnd(bytes) && !TryGrow(bytes))
        {
            if (!mayMove || LiveBytes + HeaderBytes + bytes > _capacity)
            {
                return false;
            }

            Compact();
        }

        if (!HasSlot() && mayMove)
        {
            Compact();
        }

        return HasSlot();
    }

    private bool TryGrow(ulong bytes)
    {
        ulong needed = End + HeaderBytes + bytes;
        if (!AllowsGrowth || needed > LargestBlock)
        {
            return false;
        }

        ulong ahead = Math.Min(LargestBlock, _capacity + Math.Max(_capacity / 2, SmallestStep));
        return (ahead > needed && TrySetCapacity(ahead)) || TrySetCapacity(needed);
    }

    private bool TrySetCapacity(ulong capacity)
    {
        ulong before = _memory.BlockBytes;
        if (!_memory.TryGrowBlock(capacity))
        {
            // Copying the block to a larger range moves all texts.
            if (_pins != 0 || !_memory.TryWiden(TableFor(LargestBlock), LargestBlock) || !Relocate() || !_memory.TryGrowBlock(capacity))
            {
                return false;
            }
        }

        if (_memory.BlockBytes > before)
        {
            _pace.Grew();
        }

        _capacity = capacity;
        ScheduleLook();
        return true;
    }

    // A slot to take, from those that are bare or from the end of the table.
    private bool HasSlot()
    {
        if (Slots->Next != 0 || TableBytesFor(Limit + 1) <= _memory.TableBytes)
        {
            return true;
        }

        ulong bytes = _memory.TableBytes;
        return _memory.TryGrowTable(bytes + Math.Max(bytes / 2, SmallestStep)) || _memory.TryGrowTable(bytes + 1);
    }
}
