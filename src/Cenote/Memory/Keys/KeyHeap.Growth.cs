using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <content>Allocating and freeing cells, and growing the heap.</content>
internal unsafe partial struct KeyHeap
{
    // A new run is an eighth of the total size of the existing runs, up to MaxRunGranules, so small collections stay small and
    // large ones rarely allocate a run.
    private const int RunGrowthDivisor = 8;
    private const uint MaxRunGranules = 16;

    // The minimum number of cells per run, unless there is too little memory. It limits the waste at the end of a run, where the
    // next cell does not fit.
    private const uint MinCellsPerRun = 8;

    // If more than 1/4 of the memory is free, larger free cells are split before the heap grows.
    private const int SplitDivisor = 4;

    // Compaction is worthwhile if more than 1/16 of the memory, and more than a granule, is free.
    private const int CompactionDivisor = 16;

    /// <summary>Initializes an empty heap.</summary>
    /// <param name="space">The source of runs.</param>
    /// <param name="textOffset">The offset of the key data in cells.</param>
    /// <param name="clears">Whether memory is cleared when a cell is freed or moved.</param>
    public void Initialize(AddressSpace space, int textOffset, bool clears = false)
    {
        Invariant.Holds(textOffset >= KeyCell.ValueOffset, "The key data of a cell follows its header.");
        _space = space;
        _textOffset = textOffset;
        _clears = clears;
        _maxPlainUnits = clears ? 0 : MaxSharedUnits;
        _heads = new uint[BlockSize.Floor(MaxSharedUnits) + 1];
        _runs = [];
        _longCells = [];
        _current = -1;
        UpdateBase();
    }

    /// <summary>Allocates a cell.</summary>
    /// <param name="textBytes">The bytes of key data.</param>
    /// <param name="index">The index of the cell.</param>
    /// <returns>The cell; null, with no change, if there is not enough memory.</returns>
    public KeyCell* TryTake(nuint textBytes, out uint index)
    {
        uint units = (uint)(KeyCell.SizeFor(textBytes, _textOffset) >> AddressSpace.UnitShift);
        if (units > MaxSharedUnits)
        {
            return TryTakeLong((nuint)_textOffset + textBytes, out index);
        }

        ref uint head = ref _heads[BlockSize.Floor(units)];
        index = head;
        if (index != 0)
        {
            KeyCell* cell = At(index);
            Invariant.Holds(cell->IsFree && cell->FreeUnits == units, "A list contains only free cells of its size.");
            Invariant.Holds(FreeUnits >= units, "The count of units in free cells includes this cell.");
            head = cell->NextFree;
            FreeUnits -= units;
            return cell;
        }

        return _end - _bump >= units ? Carve(units, out index) : TryTakeSlow(units, out index);
    }

    /// <summary>Allocates contiguous memory for cells in a heap without runs; null if there is not enough.</summary>
    public byte* TryAllocateContiguous(nuint bytes)
    {
        Invariant.Holds(_runs.Count == 0, "The heap has no run yet.");
        Invariant.Holds(
            bytes % (1 << AddressSpace.UnitShift) == 0, "The total size of the cells is a multiple of the unit size.");
        uint granules = checked((uint)((bytes + AddressSpace.GranuleBytes - 1) / AddressSpace.GranuleBytes));
        if (!_space.TryLend(granules, indexed: true, out PageRun run))
        {
            return null;
        }

        _runs.Add(run);
        _runGranules += run.Granules;
        _current = 0;
        _bump = run.Index + (uint)(bytes >> AddressSpace.UnitShift);
        _end = run.Index + (run.Granules * AddressSpace.GranuleUnits);
        UpdateBase();
        return run.Address;
    }

    /// <summary>The index of the first cell of <see cref="TryAllocateContiguous"/>.</summary>
    public readonly uint FirstIndex => _runs[0].Index;

    public void Free(KeyCell* cell, uint index)
    {
        Invariant.Holds(!cell->IsFree && At(index) == cell, "The cell is not free yet, and has this index.");
        uint units = (uint)(KeyCell.SizeOf(cell, _textOffset) >> AddressSpace.UnitShift);
        if (units > _maxPlainUnits)
        {
            FreeSlow(cell, index, units);
            return;
        }

        Push(cell, index, units);
    }

    /// <summary>Whether compaction is worthwhile when memory runs out.</summary>
    public readonly bool IsWorthCompacting =>
        FreeUnits > Math.Max(AddressSpace.GranuleUnits, _runGranules * AddressSpace.GranuleUnits / CompactionDivisor);

    /// <summary>Frees every cell and keeps the runs, except those of long cells.</summary>
    /// <param name="any">Whether there are live cells. If not, no memory is cleared, so that walks in progress still find free
    /// cells.</param>
    public void Clear(bool any)
    {
        if (any)
        {
            WipeCleared();
        }

        for (int i = 0; i < _longCells.Count; i++)
        {
            ReturnLong(i);
        }

        _longCells.Clear();
        Array.Clear(_heads);
        FreeUnits = 0;
        _current = -1;
        _bump = _end = 0;
        _ = TryEnterNextRun();
    }

    /// <summary>Clears the memory that the next owner may reuse as warm memory; all memory if freed cells are cleared.</summary>
    public readonly void Close() => Wipe(_clears);

    /// <summary>Clears all memory if freed cells are cleared.</summary>
    public readonly void WipeCleared()
    {
        if (_clears)
        {
            Wipe(all: true);
        }
    }

    private readonly void Wipe(bool all)
    {
        foreach (PageRun run in CollectionsMarshal.AsSpan(_runs))
        {
            Wipe(run, all);
        }

        foreach (PageRun run in CollectionsMarshal.AsSpan(_longCells))
        {
            Wipe(run, all);
        }
    }

    private readonly void Wipe(PageRun run, bool all)
    {
        if (all || (run.Granules > 0 && _space.IsWarm(run)))
        {
            NativeMemory.Clear(run.Address, run.Bytes);
        }
    }

    private readonly void WipeCleared(void* address, nuint bytes)
    {
        if (_clears)
        {
            NativeMemory.Clear(address, bytes);
        }
    }

    private void UpdateBase()
    {
        _base = _space.Base;
        _limit = _space.Limit;
    }

    private KeyCell* Carve(uint units, out uint index)
    {
        Invariant.Holds(_current >= 0 && _end - _bump >= units, "The cell fits in the current run.");
        index = _bump;
        _bump += units;
        return At(index);
    }

    private KeyCell* TryTakeSlow(uint units, out uint index)
    {
        bool splitFirst = FreeUnits > _runGranules * AddressSpace.GranuleUnits / SplitDivisor;
        if (splitFirst && TrySplit(units, out index))
        {
            return At(index);
        }

        if (TryEnterNextRun() || TryAddRun(units))
        {
            return Carve(units, out index);
        }

        return TrySplit(units, out index) ? At(index) : null;
    }

    // Splits the smallest free cell that is large enough, and takes its front.
    private bool TrySplit(uint units, out uint index)
    {
        int first = (int)BlockSize.Floor(units) + 1;
        int found = _heads.AsSpan(first).IndexOfAnyExcept(0u);
        if (found < 0)
        {
            index = 0;
            return false;
        }

        ref uint head = ref _heads[first + found];
        index = head;
        KeyCell* cell = At(index);
        uint size = cell->FreeUnits;
        Invariant.Holds(cell->IsFree && size > units, "Only a free, larger cell is split.");
        head = cell->NextFree;
        FreeUnits -= size;
        PushFresh(index + units, size - units);
        return true;
    }

    // Clear leaves empty runs after the current one, and Compact refills the runs from the first.
    private bool TryEnterNextRun()
    {
        if (_current + 1 >= _runs.Count)
        {
            return false;
        }

        Invariant.Holds(_bump <= _end, "No cell lies beyond its run.");
        PushFresh(_bump, _end - _bump);
        PageRun run = _runs[++_current];
        _bump = run.Index;
        _end = run.Index + (run.Granules * AddressSpace.GranuleUnits);
        return true;
    }

    private bool TryAddRun(uint units)
    {
        _runs.EnsureCapacity(_runs.Count + 1);
        uint granules = (uint)Math.Min(_runGranules / RunGrowthDivisor, MaxRunGranules);
        granules = Math.Max(granules, (MinCellsPerRun * units / AddressSpace.GranuleUnits) + 1);
        if (!_space.TryLend(granules, indexed: true, out PageRun run)
            && (granules == 1 || !_space.TryLend(1, indexed: true, out run)))
        {
            return false;
        }

        _runs.Add(run);
        _runGranules += run.Granules;
        UpdateBase();
        return TryEnterNextRun();
    }

    // Splits a remainder into free cells of sizes that have a list. A single unit is too small for a cell, but walks need its
    // free mark.
    private void PushFresh(uint index, uint units)
    {
        while (units > 0)
        {
            KeyCell* cell = At(index);
            uint size = BlockSize.RoundDown(units);
            if (size < KeyCell.MinimumUnits)
            {
                KeyCell.MarkFree(cell, size);
                return;
            }

            Push(cell, index, size);
            index += size;
            units -= size;
        }
    }

    private void Push(KeyCell* cell, uint index, uint units)
    {
        ref uint head = ref _heads[BlockSize.Floor(units)];
        Invariant.Holds(head != index, "The cell is not already the head of the free list.");
        Invariant.Holds(
            units >= KeyCell.MinimumUnits && BlockSize.RoundDown(units) == units, "The cells of a list have one size.");
        KeyCell.MarkFree(cell, units);
        cell->NextFree = head;
        head = index;
        FreeUnits += units;
    }

    private KeyCell* TryTakeLong(nuint bytes, out uint index)
    {
        _longCells.EnsureCapacity(_longCells.Count + 1);
        uint granules = (uint)((bytes + AddressSpace.GranuleBytes - 1) / AddressSpace.GranuleBytes);
        index = 0;
        if (!_space.TryLend(granules, indexed: true, out PageRun run))
        {
            return null;
        }

        int vacant = FindLong(0);
        if (vacant < 0)
        {
            _longCells.Add(run);
        }
        else
        {
            _longCells[vacant] = run;
        }

        UpdateBase();
        LongCells++;
        _longGranules += run.Granules;
        index = run.Index;
        Invariant.Holds(At(index) == (KeyCell*)run.Address, "A long cell is found by its index.");
        return (KeyCell*)run.Address;
    }

    // The list position of the run with this index. Positions whose run was freed have index 0.
    private readonly int FindLong(uint index)
    {
        Span<PageRun> runs = CollectionsMarshal.AsSpan(_longCells);
        int position = runs.Length - 1;
        while (position >= 0 && runs[position].Index != index)
        {
            position--;
        }

        return position;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeSlow(KeyCell* cell, uint index, uint units)
    {
        if (units > MaxSharedUnits)
        {
            Invariant.Holds(FindLong(index) >= 0, "A long cell has a separate run.");
            ReturnLong(FindLong(index));
            return;
        }

        NativeMemory.Clear(cell, (nuint)units << AddressSpace.UnitShift);
        Push(cell, index, units);
    }

    // Keeps the list entry, so that walks in progress skip no run.
    private void ReturnLong(int position)
    {
        PageRun run = _longCells[position];
        if (run.Granules > 0)
        {
            WipeCleared(run.Address, run.Bytes);
            _longCells[position] = default;
            _longGranules -= run.Granules;
            LongCells--;
            Invariant.Holds(
                LongCells >= 0 && _longGranules >= 0, "Neither the count of long cells nor that of their granules is negative.");
            _space.Return(run);
        }
    }
}
