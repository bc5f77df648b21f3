namespace Cenote.Memory;

/// <content>Walks over all cells: clearing, giving slabs back, counting.</content>
internal unsafe partial struct SlabTier
{
    /// <summary>
    /// Frees every live cell: its generation goes up, so each handle is stale from now on, and the free lists are rebuilt in the
    /// order of addresses. Costs about 3 ns a cell that was ever carved; a generation floor would cost every read instead.
    /// </summary>
    public void Clear()
    {
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

    /// <summary>Gives back the memory of every slab without a live cell, and puts the free lists in the order of addresses.</summary>
    /// <returns>Bytes given back.</returns>
    public long Trim()
    {
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

    /// <summary>Adds up the live strings of all slabs in use.</summary>
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

    private readonly void EmptyLists()
    {
        Lists.Empty(_classes.Length);
        for (int i = 0; i < _classes.Length; i++)
        {
            _classes[i].FarHead = 0;
        }
    }

    // Backwards, so that the list hands out the lowest address first.
    private readonly void Relink(int number, bool freeLive)
    {
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

                *(uint*)cell = ++generation;
            }

            if (generation != Generation.Retired)
            {
                Push(cell, index, slab.Class);
            }
        }
    }

    private bool TryDiscard(int number)
    {
        ref Slab slab = ref _slabs[number];
        ref SlabClass from = ref _classes[slab.Class];
        uint end = CarvedEndOf(number);
        uint floor = slab.Floor;
        byte* cell = _space.Address(slab.First);
        for (uint index = slab.First; index < end; index += from.Units, cell += from.Units << AddressSpace.UnitShift)
        {
            uint generation = *(uint*)cell;
            if (Generation.IsLive(generation) || generation > Generation.LastFloor)
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

        _carved -= (end - slab.First) / from.Units;
        slab.Floor = floor;
        slab.IsDiscarded = true;
        slab.NextDiscarded = from.Discarded;
        from.Discarded = number;
        _discardedCount++;
        _space.Discard(slab.Run);
        return true;
    }

    private readonly uint CarvedEndOf(int number)
    {
        Slab slab = _slabs[number];
        SlabClass from = _classes[slab.Class];
        return from.Current == number ? from.Bump : EndOf(slab);
    }
}
