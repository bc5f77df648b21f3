using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <content>The slow path for an empty free list: carving cells, adding slabs.</content>
internal unsafe partial struct SlabTier
{
    // Carving this many units touches at most one 4 KiB page in advance.
    private const uint CarvedUnits = 2048 >> AddressSpace.UnitShift;

    public static int HeadsBytes(uint maxBytes) => ClassCount(maxBytes) * sizeof(uint);

    /// <summary>The number of slabs, in use or spare.</summary>
    public readonly int SlabCount => _slabCount - _discardedCount + _spareSlabs;

    public readonly long ManagedBytes =>
        64 + ((long)_classes.Length * sizeof(SlabClass)) + ((long)_slabs.Length * sizeof(Slab)) + _classOf.Length
        + ((long)_slabOf.Length * sizeof(int));

    public readonly long SlabBytes => (long)_slabGranules * AddressSpace.GranuleBytes;

    /// <summary>The number of cells carved from slabs in use, live or free.</summary>
    public readonly long CarvedCells => _usedCells;

    public void Initialize(AddressSpace space, uint* heads, uint maxBytes, uint slabBytes, bool clearsFreed = false)
    {
        Invariant.Holds(maxBytes <= CellLists.MaxBytes, "The maximum length fits in the bits of a header.");
        Invariant.Holds(
            slabBytes % AddressSpace.GranuleBytes == 0 && slabBytes > 0, "The size of a slab is a multiple of the granule size.");
        ClearsFreed = clearsFreed;
        _space = space;
        _slabGranules = slabBytes / AddressSpace.GranuleBytes;
        _initialGeneration = Generation.NewFloor();
        _slotFloor = Generation.NewFloor();
        _slabs = [];
        _classOf = [];
        _slabOf = [];
        Invariant.Holds(ClassCount(maxBytes) <= byte.MaxValue + 1, "A class fits in a byte.");
        _classes = new SlabClass[ClassCount(maxBytes)];
        for (int i = 0; i < _classes.Length; i++)
        {
            _classes[i] = new SlabClass
            {
                Units = i == CellLists.SlotClass ? LargeSlot.Units : (uint)i,
                Current = -1,
                Discarded = -1,
            };
        }

        Lists.Initialize(heads, _classes.Length);
        SetCellTables(ref Lists);
    }

    /// <summary>Sets the tables in which the lists find their cells.</summary>
    public readonly void SetCellTables(ref CellLists lists) =>
        lists.SetTables(_space.Base + CellLists.HeaderBytes, ClearsFreed ? [] : _classOf);

    /// <summary>
    /// Closes the tier: the fast paths then leave every handle to the slow path, which rejects it. Cells that the next pool may
    /// get in warm memory are wiped, so that no id of this pool matches a header there.
    /// </summary>
    public void Close()
    {
        for (int number = 0; number < _slabCount; number++)
        {
            // A discarded slab contains no live header, and wiping it would only make its pages resident again.
            Slab slab = _slabs[number];
            if (!slab.IsDiscarded && _space.IsWarm(slab.Run))
            {
                NativeMemory.Clear(
                    _space.Address(slab.First), (nuint)(CarvedEndOf(number) - slab.First) << AddressSpace.UnitShift);
            }
        }

        // The address of the cells stays: another thread may have read the class of a cell and be about to use the address.
        _classOf = [];
        _slabOf = [];
        Lists.SetTables(Lists.Texts, _classOf);
        Lists.Freed = Lists.Taken;
        _slabCount = _discardedCount = _spareSlabs = 0;
    }

    /// <summary>Moves free cells for strings of this many bytes to other lists.</summary>
    /// <returns>The number of cells moved; 0 if there are no free cells that the fast paths can use.</returns>
    public uint TryRefill(ref CellLists to, uint bytes, uint most)
    {
        int cellClass = (int)CellLists.ClassOf(bytes);
        ref uint head = ref Lists.Head(cellClass);
        ref SlabClass from = ref _classes[cellClass];
        if (head == 0 && from.FarHead == 0 && ClassFor(cellClass) == cellClass)
        {
            _ = TryCarve(ref from, cellClass);
        }

        uint first = head;
        if (first == 0)
        {
            return 0;
        }

        byte* last = TextAt(first);
        uint count = 1;
        for (; count < most && CellLists.NextFree(last) != 0; count++)
        {
            last = TextAt(CellLists.NextFree(last));
        }

        head = CellLists.NextFree(last);
        Invariant.Holds(count <= Math.Max(most, 1), "No more cells move than were requested.");
        ref uint target = ref to.Head(cellClass);
        CellLists.NextFree(last) = target;
        target = first;
        SetCellTables(ref to);
        return count;
    }

    /// <summary>Moves the free cells of a class from other lists to these.</summary>
    public readonly void TakeOver(ref CellLists from, int cellClass)
    {
        ref uint taken = ref from.Head(cellClass);
        ref uint head = ref Lists.Head(cellClass);
        if (taken != 0 && head != 0)
        {
            byte* last = TextAt(taken);
            while (CellLists.NextFree(last) != 0)
            {
                last = TextAt(CellLists.NextFree(last));
            }

            CellLists.NextFree(last) = head;
        }

        head = taken != 0 ? taken : head;
        taken = 0;
    }

    /// <summary>Takes a cell for a string from any list or slab.</summary>
    /// <returns>The address of the string; null if there is no memory for another slab.</returns>
    public byte* TakeSlow(uint bytes, out CellId id) => TakeOfClass(ClassFor((int)CellLists.ClassOf(bytes)), bytes, out id);

    /// <summary>Takes a slot for a string that is not in a cell; null if there is no memory for another slab.</summary>
    public LargeSlot* TakeSlot(out CellId id)
    {
        byte* cell = TakeOfClass(CellLists.SlotClass, out id);
        if (cell != null)
        {
            Invariant.Holds((id.Generation & CellId.SlotTag) == 0, "A cell's generation has no tag.");
            *(uint*)cell = id.Generation;
            id = new CellId(id.Index, id.Generation | CellId.SlotTag);
        }

        return (LargeSlot*)cell;
    }

    /// <summary>Ensures that there is a free slot; false if there is no memory for another slab of slots.</summary>
    public bool EnsureFreeSlot()
    {
        ref SlabClass slots = ref _classes[CellLists.SlotClass];
        return Lists.Head(CellLists.SlotClass) != 0 || slots.FarHead != 0 || TryCarve(ref slots, CellLists.SlotClass);
    }

    /// <summary>Puts a slot that was freed earlier on the free list, once its block is freed.</summary>
    public readonly void PushFreeSlot(LargeSlot* slot, uint index)
    {
        Invariant.Holds(slot->Generation != Generation.Retired, "A retired slot is on no list.");
        Push((byte*)slot, index, CellLists.SlotClass);
    }

    /// <summary>Frees a live cell that <see cref="CellLists.TryFree"/> does not handle.</summary>
    public void FreeSlow(byte* cell, uint index)
    {
        // The size comes from the slab, because the cell may be larger than the string needs. Outside the reservation, the size
        // comes from the string's length.
        uint granule = index / AddressSpace.GranuleUnits;
        int cellClass = granule < (uint)_classOf.Length ? _classOf[granule] : CellLists.NoClass;
        Release(
            cell,
            index,
            cellClass != CellLists.NoClass ? cellClass : (int)CellLists.ClassOf(CellLists.BytesIn(*(ulong*)cell)));
    }

    /// <summary>Frees the slot of a large string. The caller frees the block.</summary>
    public void FreeSlot(LargeSlot* slot, uint index) => Release((byte*)slot, index, CellLists.SlotClass);

    /// <summary>
    /// Reserves slabs for this many bytes of text in strings of at least 16 chars; false if there is not enough memory.
    /// </summary>
    public bool Reserve(ulong bytes)
    {
        // Adds a quarter for headers and the unused end of each slab.
        ulong needed = bytes + (bytes / 4) + ((bytes / 64) + 1);
        uint slabBytes = _slabGranules * AddressSpace.GranuleBytes;
        uint slabs = (uint)((needed + slabBytes - 1) / slabBytes);
        if (slabs <= (uint)_spareSlabs)
        {
            return true;
        }

        int before = _spareSlabs;
        ReturnSpare();
        bool reserved = TryHoldSpare((int)slabs);
        if (!reserved && before > 0)
        {
            _ = TryHoldSpare(before);
        }

        return reserved;
    }

    private static int ClassCount(uint maxBytes) => (int)CellLists.ClassOf(maxBytes) + 1;

    private byte* TakeOfClass(int cellClass, uint bytes, out CellId id)
    {
        byte* cell = TakeOfClass(cellClass, out id);
        if (cell == null)
        {
            return null;
        }

        Invariant.Holds(CellLists.ClassOf(bytes) <= _classes[cellClass].Units, "The string fits in a cell of the class.");
        byte* text = cell + CellLists.HeaderBytes;
        CellLists.HeaderOf(text) = CellLists.Header(id.Generation, bytes);
        return text;
    }

    private byte* TakeOfClass(int cellClass, out CellId id)
    {
        ref SlabClass from = ref _classes[cellClass];
        if (Lists.Head(cellClass) == 0 && from.FarHead == 0 && !TryCarve(ref from, cellClass))
        {
            id = default;
            return null;
        }

        ref uint head = ref Lists.Head(cellClass) != 0 ? ref Lists.Head(cellClass) : ref from.FarHead;
        uint index = head;
        byte* cell = _space.Address(index);
        Invariant.Holds(cell != null, "The head of a list is within the address space.");
        Invariant.Holds(!Generation.IsLive(*(uint*)cell) && *(uint*)cell != Generation.Retired, "A cell on a free list is free.");
        Invariant.Holds(IsOfClass(index, cellClass), "A list contains only cells of its class.");
        head = CellLists.NextFree(cell + CellLists.HeaderBytes);
        Lists.Taken++;
        id = new CellId(index, *(uint*)cell + 1);
        return cell;
    }

    // Puts a few fresh cells on the free list, lowest address first, so that the fast path serves the next strings of a new pool.
    private bool TryCarve(ref SlabClass from, int cellClass)
    {
        if (from.Bump == from.End && !TryAddSlab(cellClass))
        {
            return false;
        }

        Invariant.Holds(from.Current >= 0 && from.Bump < from.End, "There is a slab to carve from.");
        Invariant.Holds((from.End - from.Bump) % from.Units == 0, "The unused part of a slab is a multiple of the cell size.");
        uint count = Math.Min((from.End - from.Bump) / from.Units, Math.Max(1, CarvedUnits / from.Units));
        uint floor = _slabs[from.Current].Floor;
        Invariant.Holds(!Generation.IsLive(floor) && floor < Generation.Retired, "Cells start from an even generation.");
        byte* first = _space.Address(from.Bump);
        for (uint i = count; i-- > 0;)
        {
            byte* cell = first + ((nuint)(i * from.Units) << AddressSpace.UnitShift);
            *(uint*)cell = floor;
            Push(cell, from.Bump + (i * from.Units), cellClass);
        }

        from.Bump += count * from.Units;
        _usedCells += count;
        Invariant.Holds(from.Bump <= from.End, "No cell lies beyond its slab.");
        return true;
    }

    private void Release(byte* cell, uint index, int cellClass)
    {
        Lists.Freed++;
        uint generation = *(uint*)cell + 1;
        Generation.Advance(ref *(uint*)cell, generation);
        ZeroFreed(cell, cellClass);
        if (generation != Generation.Retired)
        {
            Push(cell, index, cellClass);
        }
    }

    private readonly byte* TextAt(uint index) => Lists.Texts + ((nuint)index << AddressSpace.UnitShift);

    // Slabs outside the reservation are not in the table.
    private readonly bool IsOfClass(uint index, int cellClass)
    {
        uint granule = index / AddressSpace.GranuleUnits;
        return index >= _space.Limit || granule >= (uint)_slabOf.Length || _slabs[_slabOf[granule]].Class == cellClass;
    }

    private readonly void Push(byte* cell, uint index, int cellClass)
    {
        Invariant.Holds(!Generation.IsLive(*(uint*)cell), "Only free cells are put on a list.");
        Invariant.Holds(IsOfClass(index, cellClass), "A list contains only cells of its class.");
        ref uint head = ref index < _space.Limit ? ref Lists.Head(cellClass) : ref _classes[cellClass].FarHead;
        Invariant.Holds(head != index, "The cell is not already the head of the free list.");
        CellLists.NextFree(cell + CellLists.HeaderBytes) = head;
        head = index;
    }

    private bool TryAddSlab(int cellClass)
    {
        ref SlabClass to = ref _classes[cellClass];
        return to.Discarded >= 0 ? TryReuseSlab(ref to) : TryAppendSlab(cellClass);
    }

    private bool TryReuseSlab(ref SlabClass to)
    {
        ref Slab slab = ref _slabs[to.Discarded];
        Invariant.Holds(slab.IsDiscarded && _discardedCount > 0, "The list contains only slabs whose memory was returned.");
        if (!_space.TryReuse(slab.Run))
        {
            return false;
        }

        int number = to.Discarded;
        to.Discarded = slab.NextDiscarded;
        slab.IsDiscarded = false;
        _discardedCount--;
        CarveFrom(number);
        return true;
    }

    private bool TryAppendSlab(int cellClass)
    {
        if (_slabCount == _slabs.Length)
        {
            Array.Resize(ref _slabs, Math.Max(16, _slabs.Length * 2));
        }

        int granules = (int)_space.ReservedEndAfter(_slabGranules);
        if (granules > _classOf.Length)
        {
            int length = Math.Max(granules + 64, 2 * _classOf.Length);
            Array.Resize(ref _slabOf, length);
            Array.Resize(ref _classOf, length);
        }

        if (!TryTakeSpare(out PageRun run) && !_space.TryLend(_slabGranules, indexed: true, out run))
        {
            return false;
        }

        Invariant.Holds(run.Granules == _slabGranules && run.Index != 0, "All slabs have the same size, and none has index 0.");
        MapClass(run, (byte)cellClass, _slabCount);
        SetCellTables(ref Lists);
        uint floor = cellClass == CellLists.SlotClass ? _slotFloor : _initialGeneration;
        _slabs[_slabCount] = new Slab { Run = run, First = run.Index, Floor = floor, Class = cellClass };
        CarveFrom(_slabCount++);
        return true;
    }

    // Only granules of the reservation are in the tables; the slow path frees cells outside the reservation.
    private void MapClass(PageRun run, byte cellClass, int slab)
    {
        _hasFarSlabs |= run.Index >= _space.Limit;
        if (cellClass == CellLists.SlotClass)
        {
            _space.MarkRecords(run, LargeSlot.Units);
        }

        if (run.Index < _space.Limit)
        {
            Invariant.Holds(_classOf[run.Index / AddressSpace.GranuleUnits] == CellLists.NoClass, "A granule is in one slab.");
            _classOf.AsSpan((int)(run.Index / AddressSpace.GranuleUnits), (int)run.Granules).Fill(cellClass);
            _slabOf.AsSpan((int)(run.Index / AddressSpace.GranuleUnits), (int)run.Granules).Fill(slab);
        }
    }

    private bool TryHoldSpare(int slabs)
    {
        Invariant.Holds(_spareSlabs == 0, "No spare slabs are held yet.");
        if (!_space.TryLend((uint)slabs * _slabGranules, indexed: true, out _spare))
        {
            return false;
        }

        _spareSlabs = slabs;
        return true;
    }

    private void ReturnSpare()
    {
        if (_spareSlabs > 0)
        {
            Invariant.Holds(
                _spare.Granules == (uint)_spareSlabs * _slabGranules, "The spare run consists of exactly the spare slabs.");
            _space.Return(_spare);
            _spareSlabs = 0;
        }
    }

    private bool TryTakeSpare(out PageRun run)
    {
        run = default;
        if (_spareSlabs == 0)
        {
            return false;
        }

        Invariant.Holds(
            _spare.Granules == (uint)_spareSlabs * _slabGranules, "The spare run consists of exactly the spare slabs.");
        run = _spare.Take(_slabGranules);
        _spare = _spare.Skip(_slabGranules);
        _spareSlabs--;
        return true;
    }

    private readonly void CarveFrom(int number)
    {
        Slab slab = _slabs[number];
        ref SlabClass from = ref _classes[slab.Class];
        Invariant.Holds(from.Bump == from.End, "The current slab of the class is used up.");
        from.Current = number;
        from.Bump = slab.First;
        from.End = EndOf(slab);
    }

    // The index past the last complete cell.
    private readonly uint EndOf(Slab slab)
    {
        uint units = _classes[slab.Class].Units;
        uint room = (slab.Run.Granules * AddressSpace.GranuleUnits) - (slab.First - slab.Run.Index);
        return slab.First + (room / units * units);
    }
}
