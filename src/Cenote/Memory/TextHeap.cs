using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Cenote.Memory;

/// <summary>
/// One heap for texts of any size: cells for small ones, blocks for large ones, one address space under both. It knows bytes
/// only; what a pool adds is the type of its text, its handles and its exceptions.
/// </summary>
/// <remarks>
/// A struct, so that a pool's fast path reads its fields without a further indirection. One thread at a time may change it;
/// reading live texts is safe meanwhile, for a live text never moves and no memory is unmapped before <see cref="Dispose"/>.
/// </remarks>
internal unsafe struct TextHeap
{
    private const int ControlTables = 64;
    private const long FirstTrim = 16L << 20;

    private SlabTier _cells;
    private ArenaTier _blocks;
    private AddressSpace _space;
    private uint _largestCellBytes;
    private long _trimAt;

    public readonly long LiveCount => _cells.Taken - _cells.Freed;

    public readonly long AllocationCount => _cells.Taken;

    public readonly int SlabCount => _cells.SlabCount;

    public readonly int SegmentCount => _blocks.SegmentCount;

    public readonly long NativeBytes => _space.BytesLent;

    public readonly long ManagedBytes => _space.ManagedBytes + _cells.ManagedBytes + _blocks.ManagedBytes;

    public readonly bool LimitReached => _space.LimitReached;

    public void Initialize(PageSource pages, HeapSizes sizes)
    {
        _space = new AddressSpace(pages, sizes.Reservation, sizes.MaximumBytes);
        _largestCellBytes = sizes.LargestCellBytes;
        _trimAt = FirstTrim;

        // The first granule holds the tables of both tiers. Its first word is the header of index 0, the empty text: generation 0,
        // length 0. A default id therefore reads as the empty string without a test of its own.
        if (!_space.TryLend(1, indexed: true, out PageRun control))
        {
            long limit = sizes.MaximumBytes;
            bool limited = _space.LimitReached;
            _space.Dispose();
            ThrowNoMemory(AddressSpace.GranuleBytes, limited, limit);
        }

        *(ulong*)control.Address = 0;
        byte* heads = control.Address + ControlTables;
        byte* tables = heads + ((SlabTier.HeadsBytes(sizes.LargestCellBytes) + 7) & ~7);
        _cells.Initialize(_space, (uint*)heads, sizes.LargestCellBytes, sizes.SlabBytes);
        _blocks.Initialize(_space, tables, sizes.SegmentBytes);
    }

    /// <summary>Takes a free cell for a small text from its list; null if the list is empty.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* TakeFree(uint bytes, out CellId id) => _cells.TakeFree(bytes, out id);

    /// <summary>Where the text of a live small string is, and its length in bytes; null for everything else, which <see cref="Find"/> answers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* FindFast(CellId id, out ulong header)
    {
        if (id.Index < _cells.Limit)
        {
            byte* cell = _cells.Base + ((nuint)id.Index << AddressSpace.UnitShift);
            header = *(ulong*)cell;
            if ((uint)header == id.Generation)
            {
                return cell;
            }
        }

        header = 0;
        return null;
    }

    /// <summary>Frees a live small string; false for everything else, which <see cref="Free"/> serves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFreeFast(CellId id) => _cells.TryFree(id);

    /// <summary>Finds room for a text of any size from 1 byte.</summary>
    /// <returns>Where to write the text.</returns>
    /// <exception cref="OutOfMemoryException">Neither the free cells and blocks nor the operating system nor the limit yield the memory; the heap is unchanged.</exception>
    public byte* Allocate(uint bytes, out CellId id)
    {
        if (_space.BytesLent >= _trimAt)
        {
            RelievePressure();
        }

        byte* text = TryAllocate(bytes, out id);
        if (text == null && Trim() > 0)
        {
            text = TryAllocate(bytes, out id);
        }

        if (text == null)
        {
            ThrowNoMemory(bytes, _space.LimitReached, _space.MaximumBytes);
        }

        return text;
    }

    /// <summary>Takes a slot that stands for a text kept by the pool itself.</summary>
    /// <exception cref="OutOfMemoryException">There is no memory for a further slab; the heap is unchanged.</exception>
    public LargeSlot* AllocateSlot(out CellId id)
    {
        LargeSlot* slot = _cells.TakeSlot(out id);
        if (slot == null)
        {
            ThrowNoMemory((ulong)sizeof(LargeSlot), _space.LimitReached, _space.MaximumBytes);
        }

        slot->BlockUnits = 0;
        return slot;
    }

    /// <summary>The cell of any live text, a <see cref="LargeSlot"/> if the id says so; null if the id is stale.</summary>
    public readonly byte* Find(CellId id)
    {
        byte* cell = _space.Address(id.Index);
        return cell != null && Generation.IsLive(*(uint*)cell) && *(uint*)cell == (id.Generation & ~CellId.SlotTag) ? cell : null;
    }

    /// <summary>Frees a cell that <see cref="Find"/> found.</summary>
    public void Free(byte* cell, CellId id)
    {
        if (!id.IsSlot)
        {
            _cells.FreeSlow(cell, id.Index);
            return;
        }

        var slot = (LargeSlot*)cell;
        if (slot->BlockUnits != 0)
        {
            if (_blocks.TryKeep(slot, id.Index))
            {
                _cells.CountSlotFreed();
                return;
            }

            _blocks.FreeBlock(slot->Block);
        }

        _cells.FreeSlot(slot, id.Index);
    }

    /// <summary>Makes sure that small texts of so many bytes, and large ones of so many, can be allocated without growth.</summary>
    /// <exception cref="OutOfMemoryException">The memory is not to be had; the heap is unchanged.</exception>
    public void Reserve(ulong smallBytes, ulong largeBytes)
    {
        if ((smallBytes > 0 && !_cells.Reserve(smallBytes)) || (largeBytes > 0 && !_blocks.Reserve(largeBytes)))
        {
            ThrowNoMemory(smallBytes + largeBytes, _space.LimitReached, _space.MaximumBytes);
        }
    }

    /// <summary>Frees every text; the memory stays with the heap.</summary>
    public void Clear()
    {
        _cells.Clear();
        _blocks.Clear();
    }

    /// <summary>Gives the memory of empty slabs and segments back.</summary>
    /// <returns>Bytes given back.</returns>
    public long Trim()
    {
        long before = _space.BytesLent;
        _blocks.Drain(ref _cells);
        _blocks.Trim();
        _cells.Trim();
        return before - _space.BytesLent;
    }

    /// <summary>Walks over everything and adds it up.</summary>
    public readonly HeapCensus Count() => new(_cells.Count(), _blocks.CountFree(), _blocks.QuickBytes, _blocks.SegmentBytes);

    /// <summary>Ends the heap. Handles that are used afterwards are refused by the slow path.</summary>
    public void Dispose()
    {
        _cells.Close();
        _space.Dispose();
    }

    private byte* TryAllocate(uint bytes, out CellId id)
    {
        if (bytes <= _largestCellBytes)
        {
            byte* cell = _cells.TakeFree(bytes, out id);
            cell = cell != null ? cell : _cells.TakeSlow(bytes, out id);
            return cell == null ? null : cell + SlabTier.HeaderBytes;
        }

        LargeSlot* slot = _blocks.TakeQuick(bytes, out id);
        if (slot != null)
        {
            _cells.CountSlotTaken();
            return BlockHeader.TextOf(slot->Block);
        }

        return TryAllocateBlock(bytes, out id);
    }

    private byte* TryAllocateBlock(uint bytes, out CellId id)
    {
        BlockHeader* block = _blocks.TakeBlock(bytes, ref _cells, out uint units);
        if (block == null)
        {
            id = default;
            return null;
        }

        LargeSlot* slot = _cells.TakeSlot(out id);
        if (slot == null)
        {
            _blocks.FreeBlock(block);
            return null;
        }

        slot->Block = block;
        slot->BlockUnits = units;
        slot->Bytes = bytes;
        return BlockHeader.TextOf(block);
    }

    // Sizes that drift leave slabs of sizes that nobody asks for any more. Once the heap has doubled since the last look and less
    // than half of its cells are live, what is empty is given back before more is added.
    private void RelievePressure()
    {
        if (LiveCount < _cells.CarvedCells / 2)
        {
            Trim();
        }

        _trimAt = Math.Max(FirstTrim, 2 * _space.BytesLent);
    }

    [DoesNotReturn]
    private static void ThrowNoMemory(ulong bytes, bool limited, long maximumBytes)
    {
        if (limited)
        {
            Throw.LimitReached(bytes, maximumBytes);
        }

        Throw.NoMemory(bytes);
    }
}
