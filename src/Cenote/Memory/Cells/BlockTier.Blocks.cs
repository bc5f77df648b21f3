using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <content>Bins, coalescing and segments, for blocks that no quick list serves.</content>
internal unsafe partial struct BlockTier
{
    private static readonly int s_binCount = (int)BlockSize.Floor(uint.MaxValue >> 3) + 1;

    /// <summary>Bytes of the tier's tables in native memory.</summary>
    public static int TableBytes => ((s_binCount + BinWords) * sizeof(ulong)) + (s_quickCount * sizeof(uint));

    public readonly long ManagedBytes => (long)_segments.Length * sizeof(BlockSegment);

    private static int BinWords => (s_binCount + 63) / 64;

    /// <summary>Bytes of the smallest segment that can hold a string of this many bytes.</summary>
    public static long MinSegmentBytesFor(uint bytes) => (long)MinGranules(UnitsFor(bytes)) * AddressSpace.GranuleBytes;

    public void Initialize(AddressSpace space, byte* tables, uint segmentBytes)
    {
        Invariant.Holds(
            segmentBytes % AddressSpace.GranuleBytes == 0 && segmentBytes > 0,
            "The size of a segment is a multiple of the granule size.");
        Invariant.Holds((nuint)tables % sizeof(ulong) == 0, "The tables are aligned to 8 bytes.");
        _space = space;
        _segmentGranules = segmentBytes / AddressSpace.GranuleBytes;
        _segments = [];
        _bins = (BlockHeader**)tables;
        _filled = (ulong*)(_bins + s_binCount);
        _quick = (uint*)(_filled + BinWords);
        EmptyTables();
    }

    /// <summary>Takes a block for a string of this many bytes; null if there is no memory for another segment.</summary>
    public BlockHeader* TakeBlock(uint bytes, ref SlabTier cells, out uint units)
    {
        units = UnitsFor(bytes);
        BlockHeader* block = TakeFromBins(units);
        if (block == null && _quickUnits > 0)
        {
            Drain(ref cells);
            block = TakeFromBins(units);
        }

        return block != null || !TryAddSegmentFor(units) ? block : TakeFromBins(units);
    }

    /// <summary>Coalesces the blocks of the quick lists and returns their slots.</summary>
    public void Drain(ref SlabTier cells)
    {
        if (_quickUnits == 0)
        {
            return;
        }

        for (int i = 0; i < s_quickCount; i++)
        {
            uint index = _quick[i];
            _quick[i] = 0;
            while (index != 0)
            {
                var slot = (LargeSlot*)_space.Address(index);
                uint next = slot->Next;
                Invariant.Holds(slot->Block->Units >= slot->BlockUnits, "A slot on a quick list keeps its block.");
                _quickUnits -= slot->BlockUnits;
                FreeBlock(slot->Block);
                cells.PushFreeSlot(slot, index);
                index = next;
            }
        }

        Invariant.Holds(_quickUnits == 0, "The total size of blocks on quick lists is 0 once the lists are empty.");
    }

    /// <summary>Frees a block and coalesces it with its free neighbors.</summary>
    public void FreeBlock(BlockHeader* block)
    {
        Invariant.Holds(!block->IsFree && !block->IsSentinel, "A block is freed only once.");
        uint units = block->Units;
        BlockHeader* next = BlockHeader.Next(block, units);
        if (block->IsPreviousFree)
        {
            block = BlockHeader.Previous(block);
            Unlink(block);
            units += block->Units;
        }

        if (next->IsFree)
        {
            Unlink(next);
            units += next->Units;
        }

        BlockHeader.MarkFree(block, units);
        Link(block);
        _mayHaveEmpty |= block->IsFirst && BlockHeader.Next(block, units)->IsSentinel;
        if (units > _segmentGranules * (AddressSpace.GranuleBytes >> UnitShift) && block->IsFirst)
        {
            ReturnOversized(block);
        }
    }

    /// <summary>
    /// Ensures that there is a free block for this many bytes, in one or many strings; false if there is not enough memory.
    /// </summary>
    public bool Reserve(ulong bytes)
    {
        // Adds an eighth for headers and rounding, which suffices even for the shortest large strings.
        ulong units = (bytes + (bytes / 8)) >> UnitShift;
        uint wanted = BlockSize.RoundUp((uint)units + BlockHeader.MinimumUnits);
        uint granules = BlockSegment.GranulesFor(wanted);
        return FindNonEmptyBin(BlockSize.Ceiling(wanted)) >= 0
            || TryAddSegment(Math.Max(_segmentGranules, granules), isOversized: false);
    }

    /// <summary>Returns the last segments added, which must still be empty.</summary>
    public void ReturnLast(int segments)
    {
        for (; segments > 0; segments--)
        {
            ReturnSegment(SegmentCount - 1);
        }
    }

    /// <summary>
    /// Closes the tier. Wipes segments that the next pool may get as warm memory, because user data in them could look like a
    /// live cell.
    /// </summary>
    public void Close()
    {
        foreach (BlockSegment segment in _segments.AsSpan(0, SegmentCount))
        {
            if (_space.IsWarm(segment.Run))
            {
                Wipe(segment.Run);
            }
        }

        SegmentCount = 0;
        SegmentBytes = 0;
    }

    /// <summary>Returns the memory of empty segments.</summary>
    /// <returns>Bytes returned.</returns>
    public long Trim()
    {
        long before = SegmentBytes;
        for (int i = SegmentCount - 1; i >= 0 && _mayHaveEmpty; i--)
        {
            if (_segments[i].IsEmpty)
            {
                ReturnSegment(i);
            }
        }

        _mayHaveEmpty = false;
        return before - SegmentBytes;
    }

    /// <summary>Makes every segment one free block; oversized segments are returned.</summary>
    public void Clear()
    {
        EmptyTables();
        _quickUnits = 0;
        _mayHaveEmpty = true;
        for (int i = SegmentCount - 1; i >= 0; i--)
        {
            BlockHeader* first = _segments[i].First;
            BlockHeader.Format(first, _segments[i].Units);
            Link(first);
            if (_segments[i].IsOversized)
            {
                ReturnSegment(i);
            }
        }
    }

    /// <summary>Counts the free blocks of all segments, excluding blocks on quick lists.</summary>
    public readonly (long Blocks, long Bytes, long MaxBytes) CountFree()
    {
        long blocks = 0, units = 0, largest = 0;
        for (int i = 0; i < s_binCount; i++)
        {
            for (BlockHeader* block = _bins[i]; block != null; block = block->NextInBin)
            {
                blocks++;
                units += block->Units;
                largest = Math.Max(largest, block->Units);
            }
        }

        return (blocks, units << UnitShift, largest << UnitShift);
    }

    private readonly void EmptyTables() => new Span<byte>(_bins, TableBytes).Clear();

    private BlockHeader* TakeFromBins(uint units)
    {
        BlockHeader* block = FindOwnClass(units);
        if (block == null)
        {
            // Every block of this class or a larger one fits, so the first block found is taken.
            int bin = FindNonEmptyBin(BlockSize.Ceiling(units));
            if (bin < 0)
            {
                return null;
            }

            block = _bins[bin];
        }

        Unlink(block);
        Invariant.Holds(block->Units >= units, "The block found is large enough.");
        uint rest = block->Units - units;
        if (rest >= BlockHeader.MinimumUnits)
        {
            BlockHeader* tail = BlockHeader.Next(block, units);
            BlockHeader.MarkSplit(tail);
            BlockHeader.MarkFree(tail, rest);
            Link(tail);
            BlockHeader.MarkUsed(block, units);
            RecordUse(tail);
        }
        else
        {
            BlockHeader.MarkUsed(block, units + rest);
            RecordUse(BlockHeader.Next(block, units + rest));
        }

        return block;
    }

    // Advances the start of the unused part past this header, unless the header is before that part or in another segment.
    private void RecordUse(BlockHeader* next)
    {
        var end = (byte*)(next + 1);
        if (end > _freshStart && next <= _freshEnd)
        {
            _freshStart = end;
        }
    }

    // Unused memory is not cleared: it contains zeros, and writing it would make it resident.
    private readonly void Wipe(PageRun run)
    {
        byte* end = run.Address + run.Bytes;
        bool isLast = end == _freshEnd + UnitBytes;
        if (!isLast || _freshStart >= _freshEnd || !_space.LendsZeros)
        {
            _space.Wipe(run);
            return;
        }

        new Span<byte>(run.Address, (int)(_freshStart - run.Address)).Clear();
        new Span<byte>(_freshEnd, (int)UnitBytes).Clear();
    }

    // Some blocks of the class below may also fit a size that is not rounded up to a class. A few of them are checked before a
    // larger block is split.
    private readonly BlockHeader* FindOwnClass(uint units)
    {
        const int Looks = 8;
        if (units <= MaxQuickUnits)
        {
            return null;
        }

        BlockHeader* block = _bins[BlockSize.Floor(units)];
        for (int look = 0; look < Looks && block != null && block->Units < units; look++)
        {
            block = block->NextInBin;
        }

        return block != null && block->Units >= units ? block : null;
    }

    private readonly int FindNonEmptyBin(uint bin)
    {
        int word = (int)(bin >> 6);
        ulong bits = _filled[word] & (ulong.MaxValue << (int)(bin & 63));
        while (bits == 0)
        {
            if (++word == BinWords)
            {
                return -1;
            }

            bits = _filled[word];
        }

        return (word << 6) + BitOperations.TrailingZeroCount(bits);
    }

    private readonly void Link(BlockHeader* block)
    {
        Invariant.Holds(block->IsFree, "All blocks in bins are free.");
        uint bin = BlockSize.Floor(block->Units);
        BlockHeader* head = _bins[bin];
        Invariant.Holds(head != block && (head == null || head->PreviousInBin == null), "A block is in its bin only once.");
        block->NextInBin = head;
        block->PreviousInBin = null;
        if (head != null)
        {
            head->PreviousInBin = block;
        }

        _bins[bin] = block;
        _filled[bin >> 6] |= 1UL << (int)(bin & 63);
    }

    private readonly void Unlink(BlockHeader* block)
    {
        BlockHeader* next = block->NextInBin;
        BlockHeader* previous = block->PreviousInBin;
        Invariant.Holds(block->IsFree, "All blocks in bins are free.");
        Invariant.Holds(next == null || next->PreviousInBin == block, "The links of a bin are consistent in both directions.");
        Invariant.Holds(
            previous == null ? _bins[BlockSize.Floor(block->Units)] == block : previous->NextInBin == block,
            "The links of a bin are consistent in both directions.");
        if (next != null)
        {
            next->PreviousInBin = previous;
        }

        if (previous != null)
        {
            previous->NextInBin = next;
            return;
        }

        uint bin = BlockSize.Floor(block->Units);
        _bins[bin] = next;
        if (next == null)
        {
            _filled[bin >> 6] &= ~(1UL << (int)(bin & 63));
        }
    }

    // Blocks are found by class, so for a size between two classes the segment must hold a block of the larger class.
    private static uint MinGranules(uint units) => BlockSegment.GranulesFor(BlockSize.RoundUp(units));

    private bool TryAddSegmentFor(uint units)
    {
        uint needed = MinGranules(units);
        if (needed > _segmentGranules)
        {
            return TryAddSegment(needed, isOversized: true);
        }

        // Near the pool's limit, a full-size segment may not fit. If the operating system refuses, intermediate sizes do not
        // help.
        for (uint granules = _segmentGranules; granules > needed; granules /= 2)
        {
            if (TryAddSegment(granules, isOversized: false))
            {
                return true;
            }

            if (!_space.LimitReached)
            {
                break;
            }
        }

        return TryAddSegment(needed, isOversized: false);
    }

    private bool TryAddSegment(uint granules, bool isOversized)
    {
        if (SegmentCount == _segments.Length)
        {
            Array.Resize(ref _segments, Math.Max(8, _segments.Length * 2));
        }

        if (!_space.TryLend(granules, indexed: false, out PageRun run))
        {
            return false;
        }

        var segment = new BlockSegment(run, isOversized);
        _segments[SegmentCount++] = segment;
        _mayHaveEmpty = true;
        SegmentBytes += (long)run.Bytes;
        BlockHeader.Format(segment.First, segment.Units);
        Link(segment.First);
        _freshStart = (byte*)(segment.First + 1);
        _freshEnd = (byte*)BlockHeader.Next(segment.First, segment.Units);
        return true;
    }

    private void ReturnOversized(BlockHeader* first)
    {
        for (int i = 0; i < SegmentCount; i++)
        {
            if (_segments[i].First == first && _segments[i].IsOversized && _segments[i].IsEmpty)
            {
                ReturnSegment(i);
                return;
            }
        }
    }

    private void ReturnSegment(int number)
    {
        BlockSegment segment = _segments[number];
        Invariant.Holds(segment.IsEmpty, "A segment is returned only when it has no strings.");
        Unlink(segment.First);
        _segments[number] = _segments[--SegmentCount];
        SegmentBytes -= (long)segment.Run.Bytes;
        Invariant.Holds(SegmentBytes >= 0, "The total size of all segments is not negative.");
        _space.Return(segment.Run);
    }
}
