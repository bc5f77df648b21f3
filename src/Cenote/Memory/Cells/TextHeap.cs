using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// A heap for strings of any size: cells for small ones, blocks for large ones, in one address space. It handles only bytes; the
/// pool adds the character type, handles and exceptions.
/// </summary>
/// <remarks>
/// The heap is a struct, which saves the fast path an indirection. One thread at a time may change the heap. Live strings may be
/// read concurrently: they never move, and no memory is unmapped while the address space is in use.
/// </remarks>
internal unsafe struct TextHeap
{
    private const int ControlTables = 64;
    private const long MinEmptyDivisor = 16;
    private const long MinCheckBytes = 4L << 20;

    /// <summary>The small strings; a field, so that the fast path can read <see cref="SlabTier.Lists"/> directly.</summary>
    public SlabTier Cells;

    private BlockTier _blocks;
    private AddressSpace _space;
    private uint _maxCellBytes;
    private long _nextCheckAt;

    public readonly long LiveCount => Cells.Lists.Taken - Cells.Lists.Freed;

    public readonly long AllocationCount => Cells.Lists.Taken;

    /// <summary>
    /// The total numbers of strings allocated and freed. The freed count is read first, so that it never exceeds the allocated
    /// count.
    /// </summary>
    public readonly (long Allocated, long Freed) Turnover
    {
        get
        {
            long freed = Volatile.Read(in Cells.Lists.Freed);
            return (Volatile.Read(in Cells.Lists.Taken), freed);
        }
    }

    public readonly int SlabCount => Cells.SlabCount;

    public readonly int SegmentCount => _blocks.SegmentCount;

    /// <summary>
    /// Whether the heap has grown by an eighth since the last <see cref="AwaitGrowth"/>, and to at least 4 MiB.
    /// </summary>
    public readonly bool HasGrown => _space.BytesLent >= _nextCheckAt;

    public readonly long NativeBytes => _space.BytesLent;

    public readonly long ManagedBytes => _space.ManagedBytes + Cells.ManagedBytes + _blocks.ManagedBytes;

    /// <summary>Starts an empty heap in an address space whose other users, if any, access it only under the same lock.</summary>
    /// <param name="space">The address space.</param>
    /// <param name="sizes">The sizes.</param>
    /// <param name="ownerBytes">Bytes that the heap's owner borrows before the first string.</param>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the first granule. The address space is
    /// disposed.</exception>
    public void Initialize(AddressSpace space, HeapSizes sizes, uint ownerBytes = 0)
    {
        _space = space;
        _maxCellBytes = sizes.MaxCellBytes;
        _nextCheckAt = MinCheckBytes;

        // The first granule holds the tables of both tiers. Its first word is the header of index 0, the empty string: generation
        // 0, length 0. So a default id reads as the empty string without a special case.
        if (!_space.TryLend(1, indexed: true, out PageRun control))
        {
            _space.Dispose();
            Throw.NoMemoryForTables(
                AddressSpace.GranuleBytes,
                _space.LimitReached,
                _space.MaximumBytes,
                AddressSpace.GranuleBytes + sizes.SlabBytes + ownerBytes);
        }

        Invariant.Holds(control.Index == 0, "The first granule has index 0, which is the index of the empty string.");
        *(ulong*)control.Address = 0;
        byte* heads = control.Address + ControlTables;
        byte* tables = control.Address + OffsetOfBlockTables;
        Invariant.Holds(
            tables + BlockTier.TableBytes <= control.Address + AddressSpace.GranuleBytes, "The tables fit in the first granule.");
        Cells.Initialize(_space, (uint*)heads, sizes.MaxCellBytes, sizes.SlabBytes, sizes.ClearsFreed);
        _blocks.Initialize(_space, tables, sizes.SegmentBytes);
    }

    private readonly int OffsetOfBlockTables => ControlTables + ((SlabTier.HeadsBytes(_maxCellBytes) + 7) & ~7);

    /// <summary>The minimum limit at which an empty heap can hold a string of this many bytes.</summary>
    public readonly long MinBytesFor(uint bytes) =>
        AddressSpace.GranuleBytes + Cells.SlabBytes + (bytes <= _maxCellBytes ? 0 : BlockTier.MinSegmentBytesFor(bytes));

    /// <summary>Takes a free cell for a small string. Returns the address of the string, or null if the list is empty.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* TakeFree(uint bytes, out CellId id) => Cells.Lists.TakeFree(bytes, out id);

    /// <summary>
    /// Takes the slot and block of a freed large string of the same size, up to <see cref="BlockTier.MaxQuickBytes"/>. Returns
    /// the address of the string, or null if no such slot is free.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* TakeKept(uint bytes, out CellId id)
    {
        LargeSlot* slot = _blocks.TakeQuick(bytes, ref Cells, out id);
        return slot == null ? null : BlockHeader.TextOf(slot->Block);
    }

    /// <summary>Frees a live small string; false for everything else, which <see cref="Free"/> handles.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFreeFast(CellId id) => Cells.Lists.TryFree(id);

    /// <summary>
    /// Frees a live large string and keeps its block for reuse; false for everything else, which <see cref="Free"/> handles.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFreeKept(CellId id) => _blocks.TryKeep(id, ref Cells);

    /// <summary>Allocates a string of 1 byte or more.</summary>
    /// <returns>The address of the string; null if no free cell or block fits and the operating system or the limit refuses
    /// memory. No string is affected then.</returns>
    public byte* TryAllocate(uint bytes, out CellId id)
    {
        Invariant.Holds(bytes > 0, "The empty string has no cell.");
        if (HasGrown)
        {
            RelievePressure();
        }

        byte* text = Take(bytes, out id);
        if (text == null && TryRelieve())
        {
            text = Take(bytes, out id);
        }

        return text == null ? TakeLarger(bytes, out id) : text;
    }

    /// <summary>Allocates in a larger cell if there is no memory for one of the exact size; null if that fails, too.</summary>
    public byte* TakeLarger(uint bytes, out CellId id)
    {
        id = default;
        return bytes <= _maxCellBytes ? Cells.TakeLarger(bytes, out id) : null;
    }

    /// <summary>Allocates a slot for a string that the pool itself stores; null if there is no memory for another slab.</summary>
    public LargeSlot* TryAllocateSlot(out CellId id)
    {
        LargeSlot* slot = TakeSlot(out id);
        return slot == null && TryRelieve() ? TakeSlot(out id) : slot;
    }

    /// <summary>
    /// Takes a slot from a free list or the address space, without trying to release memory first; null if neither has a free
    /// slot.
    /// </summary>
    public LargeSlot* TakeSlot(out CellId id)
    {
        LargeSlot* slot = Cells.TakeSlot(out id);
        if (slot != null)
        {
            slot->BlockUnits = 0;
            slot->ManagedIndex = ManagedTexts.None;
        }

        return slot;
    }

    /// <summary>
    /// Finds the cell of a live string, which is a <see cref="LargeSlot"/> if the id is tagged; null if the id is stale.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* Find(CellId id) => _space.Find(id);

    public void Free(byte* cell, CellId id)
    {
        Invariant.Holds(*(uint*)cell == (id.Generation & ~CellId.SlotTag), "The id refers to the live string.");
        if (!id.IsSlot)
        {
            Cells.FreeSlow(cell, id.Index);
            return;
        }

        // The generation changes first: otherwise readers would accept data that coalescing writes into the block as the string.
        var slot = (LargeSlot*)cell;
        Cells.FreeSlot(slot, id.Index);
        if (slot->BlockUnits != 0)
        {
            _blocks.FreeBlock(slot->Block);
        }
    }

    /// <summary>Ensures that this many bytes of small strings and of large strings can be allocated without growth.</summary>
    /// <exception cref="OutOfMemoryException">There is not enough memory; the heap is unchanged.</exception>
    public void Reserve(ulong smallBytes, ulong largeBytes)
    {
        int segments = _blocks.SegmentCount;
        bool reserved = largeBytes == 0 || _blocks.Reserve(largeBytes);

        // Slots need at most a tenth of their strings' bytes, a maximum that only the shortest large strings reach.
        smallBytes += largeBytes / 10;
        if (reserved && smallBytes > 0 && !Cells.Reserve(smallBytes))
        {
            _blocks.ReturnLast(_blocks.SegmentCount - segments);
            reserved = false;
        }

        if (!reserved)
        {
            Throw.NoMemoryToReserve(smallBytes + largeBytes, _space.LimitReached, _space.MaximumBytes);
        }
    }

    /// <summary>Frees every string. The memory stays with the heap, except for oversized segments.</summary>
    public void Clear()
    {
        Cells.Clear();
        _blocks.Clear();
    }

    /// <summary>Returns the memory of empty slabs and segments.</summary>
    /// <returns>Bytes returned.</returns>
    public long Trim()
    {
        long before = _space.BytesLent;
        TrimBlocks();
        Cells.Trim();
        return before - _space.BytesLent;
    }

    /// <summary>Returns the memory of empty segments, and makes the slots of free blocks available.</summary>
    /// <returns>
    /// False if there was nothing to do. A call with nothing to do costs almost nothing, so each refused allocation may try it.
    /// </returns>
    public bool TrimBlocks()
    {
        bool drained = _blocks.QuickBytes > 0;
        _blocks.Drain(ref Cells);
        return _blocks.Trim() > 0 || drained;
    }

    /// <summary>
    /// Whether so much memory is in empty slabs that it should be returned before more is added: if string lengths change, slabs
    /// of the former sizes stay empty. Checked whenever the heap has grown by an eighth, at a fraction of the cost of that
    /// growth.
    /// </summary>
    public readonly bool IsSparse(long live) =>
        live <= Cells.CarvedCells - (Cells.CarvedCells / MinEmptyDivisor) && Cells.CountEmptyBytes() >= _space.BytesLent / MinEmptyDivisor;

    public void AwaitGrowth() => _nextCheckAt = Math.Max(MinCheckBytes, _space.BytesLent + (_space.BytesLent / 8));

    public readonly HeapCensus Count() => new(Cells.Count(), _blocks.CountFree(), _blocks.QuickBytes);

    /// <summary>Closes the heap. Its owner must then dispose the address space.</summary>
    public void Close()
    {
        if (Cells.ClearsFreed)
        {
            Cells.Clear();
        }

        Cells.Close();
        _blocks.Close();

        // Wipes the tables of both tiers in the first granule, because the next owner of the addresses relies on zeros.
        _space.WipeWarm((ulong)(OffsetOfBlockTables + BlockTier.TableBytes + 7) >> AddressSpace.UnitShift);
    }

    /// <summary>
    /// Allocates from free memory or the address space, without trying to release memory first; null if there is not enough.
    /// </summary>
    public byte* Take(uint bytes, out CellId id)
    {
        if (bytes <= _maxCellBytes)
        {
            byte* text = Cells.Lists.TakeFree(bytes, out id);
            return text != null ? text : Cells.TakeSlow(bytes, out id);
        }

        if (bytes <= BlockTier.MaxQuickBytes)
        {
            byte* kept = TakeKept(bytes, out id);
            if (kept != null)
            {
                return kept;
            }
        }

        return TryAllocateBlock(bytes, out id);
    }

    private byte* TryAllocateBlock(uint bytes, out CellId id)
    {
        byte* text = TakeBlock(bytes, out id);

        // Near the limit, a new segment may take the memory that slots need: return the segment, add a slab of slots, then a
        // smaller segment.
        return text == null && _space.LimitReached && _blocks.Trim() > 0 && Cells.EnsureFreeSlot() ? TakeBlock(bytes, out id) : text;
    }

    private byte* TakeBlock(uint bytes, out CellId id)
    {
        BlockHeader* block = _blocks.TakeBlock(bytes, ref Cells, out uint units);
        if (block == null)
        {
            id = default;
            return null;
        }

        LargeSlot* slot = null;
        try
        {
            slot = Cells.TakeSlot(out id);
        }
        finally
        {
            // Runs even if growing the slabs' managed tables threw.
            if (slot == null)
            {
                _blocks.FreeBlock(block);
            }
        }

        if (slot == null)
        {
            return null;
        }

        Invariant.Holds(
            block->Units - units < BlockHeader.MinimumUnits && !block->IsFree,
            "The block is in use, and the rest of it is too small to be split off.");
        Invariant.Holds(
            ((ulong)units << BlockTier.UnitShift) >= (ulong)bytes + BlockHeader.Bytes, "The string fits in the block.");
        slot->Block = block;
        slot->BlockUnits = units;
        slot->Bytes = bytes;
        return BlockHeader.TextOf(block);
    }

    // Repeatedly refused allocations must not walk the whole heap each time.
    private bool TryRelieve()
    {
        bool relieved = TrimBlocks();
        return Cells.TryFindEmptySlab(Cells.Lists.Freed) ? Cells.Trim() > 0 || relieved : relieved;
    }

    private void RelievePressure()
    {
        if (IsSparse(LiveCount))
        {
            Trim();
        }

        AwaitGrowth();
    }
}
