using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <content>Returning slabs while other threads allocate and free.</content>
internal unsafe partial struct SlabTier
{
    /// <summary>
    /// Bytes of slabs without a live cell. Reads each slab up to its first live cell, usually the first cell. Concurrent changes
    /// make the result inexact.
    /// </summary>
    public readonly long CountEmptyBytes()
    {
        foreach (ref SlabClass each in _classes.AsSpan())
        {
            each.EmptySlabs = 0;
        }

        long bytes = 0;
        for (int number = 0; number < _slabCount; number++)
        {
            ref Slab slab = ref _slabs[number];
            if (!slab.IsDiscarded && IsEmpty(slab.First, CarvedEndOf(number), _classes[slab.Class].Units))
            {
                _classes[slab.Class].EmptySlabs++;
                bytes += (long)slab.Run.Bytes;
            }
        }

        return bytes;
    }

    /// <summary>
    /// Returns the memory of each slab whose cells are all on these lists, for sizes with empty slabs according to
    /// <see cref="CountEmptyBytes"/>. Other threads hold no cell of such a slab, so they may use their lists concurrently.
    /// O(slabs + free cells of those sizes).
    /// </summary>
    public void Sweep()
    {
        Invariant.Holds(CanSweep, "A sweep requires all slabs to be in the reservation.");
        for (int cellClass = 0; cellClass < _classes.Length; cellClass++)
        {
            CountOnList(cellClass);
        }

        bool anyLeaves = false;
        for (int number = 0; number < _slabCount; number++)
        {
            ref Slab slab = ref _slabs[number];
            slab.IsToBeDiscarded = slab.OnList > 0 && slab.OnList == (CarvedEndOf(number) - slab.First) / _classes[slab.Class].Units;
            Invariant.Holds(
                slab.OnList == 0 || slab.OnList <= (CarvedEndOf(number) - slab.First) / _classes[slab.Class].Units,
                "No more cells of a slab are on the free list than were carved from it.");
            slab.OnList = 0;
            anyLeaves |= slab.IsToBeDiscarded;
        }

        for (int cellClass = 0; anyLeaves && cellClass < _classes.Length; cellClass++)
        {
            UnlinkDiscarded(cellClass);
        }

        for (int number = 0; anyLeaves && number < _slabCount; number++)
        {
            if (_slabs[number].IsToBeDiscarded)
            {
                _slabs[number].IsToBeDiscarded = false;
                bool isDiscarded = TryDiscard(number);
                Invariant.Holds(isDiscarded, "A slab whose cells are all on the free list has no live cell.");
            }
        }
    }

    private readonly bool IsEmpty(uint first, uint end, uint units)
    {
        byte* cell = _space.Address(first);
        for (uint index = first; index < end; index += units, cell += units << AddressSpace.UnitShift)
        {
            if (KeepsSlab(*(uint*)cell))
            {
                return false;
            }
        }

        return true;
    }

    private readonly void CountOnList(int cellClass)
    {
        uint index = _classes[cellClass].EmptySlabs > 0 ? Lists.Head(cellClass) : 0;
        while (index != 0)
        {
            byte* text = TextAt(index);
            Invariant.Holds(!Generation.IsLive((uint)CellLists.HeaderOf(text)), "A cell on a free list is free.");
            Invariant.Holds(IsOfClass(index, cellClass), "A list contains only cells of its class.");
            if (!KeepsSlab((uint)CellLists.HeaderOf(text)))
            {
                _slabs[_slabOf[index / AddressSpace.GranuleUnits]].OnList++;
            }

            index = CellLists.NextFree(text);
        }
    }

    // Must run before the memory is returned, because that memory contains the links.
    private readonly void UnlinkDiscarded(int cellClass)
    {
        if (_classes[cellClass].EmptySlabs == 0)
        {
            return;
        }

        ref uint link = ref Lists.Head(cellClass);
        for (uint index = link; index != 0;)
        {
            ref uint next = ref CellLists.NextFree(TextAt(index));
            if (!_slabs[_slabOf[index / AddressSpace.GranuleUnits]].IsToBeDiscarded)
            {
                link = index;
                link = ref next;
            }

            index = next;
        }

        link = 0;
    }
}
