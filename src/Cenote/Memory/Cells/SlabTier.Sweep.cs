using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <content>Walks over all cells: clearing, returning slabs, counting.</content>
internal unsafe partial struct SlabTier
{
    // One check covers up to this many slabs: about 20 microseconds, mostly cache misses. If more strings were freed since the
    // last check, the check covers up to one slab per freed string. So it finds slabs emptied by a few thousand frees at once.
    private const long SlabsPerCheck = 128;
    private const long CellsPerSlab = 32;

    /// <summary>
    /// Frees every live cell: increments the generations, which makes all handles stale, and rebuilds the free lists in address
    /// order. Costs about 3 ns per carved cell. A generation floor would instead slow down every read.
    /// </summary>
    public void Clear()
    {
        Walks++;
        EmptyLists();
        for (int number = _slabCount - 1; number >= 0; number--)
        {
            if (!_slabs[number].IsDiscarded)
            {
                Relink(number, freeLive: true);
            }
        }

        Lists.Freed = Lists.Taken;
    }

    /// <summary>
    /// Returns the memory of spare slabs and of slabs without a live cell, and sorts the free lists by address.
    /// </summary>
    /// <returns>Bytes returned.</returns>
    public long Trim()
    {
        Walks++;
        long before = _space.BytesLent;
        ReturnSpare();
        EmptyLists();
        for (int number = _slabCount - 1; number >= 0; number--)
        {
            if (!_slabs[number].IsDiscarded && !TryDiscard(number))
            {
                Relink(number, freeLive: false);
            }
        }

        return before - _space.BytesLent;
    }

    /// <summary>
    /// Whether <see cref="Trim"/> is worth its walk. Each check continues where the last one ended, and costs at most a fixed
    /// amount plus a fixed amount per string freed since then. The check is skipped if nothing was freed since the last full
    /// round began. Concurrent changes may make the result wrong.
    /// </summary>
    /// <param name="freed">Total number of strings freed.</param>
    public bool TryFindEmptySlab(long freed)
    {
        if (_spareSlabs > 0)
        {
            return true;
        }

        if (_search.Remaining == 0)
        {
            if (freed == _search.Freed)
            {
                return false;
            }

            _search = new EmptySlabSearch { Remaining = _slabCount, Freed = freed, FreedAtCheck = _search.FreedAtCheck };
        }

        long slabs = Math.Max(SlabsPerCheck, freed - _search.FreedAtCheck);
        long cells = slabs * CellsPerSlab;
        _search.FreedAtCheck = freed;
        for (; slabs > 0 && cells > 0 && _search.Remaining > 0; slabs--)
        {
            if (IsEmptyFrom(_search.Slab, ref cells))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Counts the live strings of all slabs in use.</summary>
    public readonly SlabCensus Count()
    {
        var census = default(SlabCensus);
        for (int number = 0; number < _slabCount; number++)
        {
            Slab slab = _slabs[number];
            uint end = slab.IsDiscarded ? slab.First : CarvedEndOf(number);
            uint units = _classes[slab.Class].Units;
            byte* cell = _space.Address(slab.First);
            for (uint index = slab.First; index < end; index += units, cell += units << AddressSpace.UnitShift)
            {
                uint generation = *(uint*)cell;
                if (generation == Generation.Retired)
                {
                    census.Retired++;
                }
                else if (Generation.IsLive(generation))
                {
                    Add(ref census, cell, slab.Class);
                }
            }
        }

        return census;
    }

    private static void Add(ref SlabCensus census, byte* cell, int cellClass)
    {
        var slot = (LargeSlot*)cell;
        if (cellClass != CellLists.SlotClass)
        {
            census.Small++;
            census.SmallBytes += CellLists.BytesIn(*(ulong*)cell);
        }
        else if (slot->BlockUnits == 0)
        {
            census.Managed++;
        }
        else
        {
            census.Large++;
            census.LargeBytes += slot->Bytes;
        }
    }

    // Whether no cell keeps the slab, from the search's position on. Checks up to the given number of cells; false if it does not
    // reach the end, or if the slab is already discarded.
    private bool IsEmptyFrom(int number, ref long cells)
    {
        Invariant.Holds(_search.Remaining > 0 && number < _slabCount, "The search covers existing slabs only.");
        Slab slab = _slabs[number];
        uint units = _classes[slab.Class].Units;
        uint end = slab.IsDiscarded ? slab.First : CarvedEndOf(number);
        uint index = Math.Max(_search.Index, slab.First);
        bool isKept = slab.IsDiscarded;
        for (; index < end && !isKept && cells > 0; index += units, cells--)
        {
            isKept = KeepsSlab(*(uint*)_space.Address(index));
        }

        bool isSeen = isKept || index >= end;
        _search.Index = isSeen ? 0 : index;
        _search.Slab += isSeen ? 1 : 0;
        _search.Remaining -= isSeen ? 1 : 0;
        return isSeen && !isKept;
    }

    // A slab is kept for a live cell, or for one whose generations are nearly used up.
    private static bool KeepsSlab(uint generation) => Generation.IsLive(generation) || generation > Generation.LastFloor;

    private readonly void EmptyLists()
    {
        Lists.Empty(_classes.Length);
        for (int i = 0; i < _classes.Length; i++)
        {
            _classes[i].FarHead = 0;
        }
    }

    // Walks backwards, so that the lowest address is first on the list.
    private readonly void Relink(int number, bool freeLive)
    {
        Invariant.Holds(!_slabs[number].IsDiscarded, "A slab without memory has no cells on lists.");
        Slab slab = _slabs[number];
        uint units = _classes[slab.Class].Units;
        byte* first = _space.Address(slab.First);
        for (uint index = CarvedEndOf(number); index > slab.First;)
        {
            index -= units;
            byte* cell = first + ((nuint)(index - slab.First) << AddressSpace.UnitShift);
            uint generation = *(uint*)cell;
            if (Generation.IsLive(generation))
            {
                if (!freeLive)
                {
                    continue;
                }

                Generation.Advance(ref *(uint*)cell, ++generation);
                ZeroFreed(cell, slab.Class);
            }

            if (generation != Generation.Retired)
            {
                Push(cell, index, slab.Class);
            }
        }
    }

    private readonly void ZeroFreed(byte* cell, int cellClass)
    {
        var slot = (LargeSlot*)cell;
        if (!ClearsFreed)
        {
            return;
        }

        if (cellClass != CellLists.SlotClass)
        {
            NativeMemory.Clear(cell + CellLists.HeaderBytes, CellLists.BytesIn(*(ulong*)cell));
        }
        else if (slot->BlockUnits != 0)
        {
            NativeMemory.Clear(BlockHeader.TextOf(slot->Block), slot->Bytes);
        }
    }

    private bool TryDiscard(int number)
    {
        ref Slab slab = ref _slabs[number];
        ref SlabClass from = ref _classes[slab.Class];
        Invariant.Holds(!slab.IsDiscarded, "A slab's memory is returned only once.");
        uint end = CarvedEndOf(number);
        uint floor = slab.Floor;
        byte* cell = _space.Address(slab.First);
        for (uint index = slab.First; index < end; index += from.Units, cell += from.Units << AddressSpace.UnitShift)
        {
            uint generation = *(uint*)cell;
            if (KeepsSlab(generation))
            {
                return false;
            }

            floor = Math.Max(floor, generation);
        }

        if (from.Current == number)
        {
            from.Current = -1;
            from.Bump = from.End = 0;
        }

        _usedCells -= (end - slab.First) / from.Units;
        Invariant.Holds(_usedCells >= 0, "The count of cells in all slabs is not negative.");
        Invariant.Holds(!Generation.IsLive(floor) && floor <= Generation.LastFloor, "Cells start from an even generation.");
        slab.Floor = floor;
        slab.IsDiscarded = true;
        slab.NextDiscarded = from.Discarded;
        from.Discarded = number;
        _discardedCount++;
        _ = _space.Discard(slab.Run);
        return true;
    }

    private readonly uint CarvedEndOf(int number)
    {
        Slab slab = _slabs[number];
        SlabClass from = _classes[slab.Class];
        Invariant.Holds(!slab.IsDiscarded || from.Current != number, "No cell is carved from a slab without memory.");
        return from.Current == number ? from.Bump : EndOf(slab);
    }
}
