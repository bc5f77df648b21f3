using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Contiguous;

/// <content>Growing the table and the block, and returning their memory.</content>
internal unsafe partial struct ContiguousHeap
{
    private const ulong MinStep = 64 << 10;
    private const ulong MinReleased = 1 << 20;

    // The list heads precede the slots. The last size class is for blocks of 2^28 units.
    private const uint HeadsBytes = 2048;

    /// <summary>The bytes of a heap with a block of this size and a minimum table.</summary>
    public static ulong MinBytesFor(ulong capacity) =>
        ContiguousMemory.WholePages(capacity) + ContiguousMemory.WholePages(Math.Min(MinStep, TableFor(capacity)));

    /// <summary>Creates an empty heap.</summary>
    /// <returns>False, with nothing to dispose, if the memory is refused.</returns>
    public bool TryInitialize(
        ContiguousMemory memory, ulong capacity, bool allowsGrowth, TimeProvider clock, bool clearsFreed = false)
    {
        ClearsFreed = clearsFreed;
        _memory = memory;
        if (!TryReserveAddresses(capacity)
            || !_memory.TryGrowTable(Math.Min(MinStep, TableFor(capacity)))
            || !_memory.TryGrowBlock(capacity))
        {
            _memory.Dispose();
            return false;
        }

        AllowsGrowth = allowsGrowth;
        MaxCapacity = Math.Min(MaxBlock, _memory.BlockReserved);
        _capacity = _initialCapacity = _keptCapacity = capacity;
        _pace = new ReleasePace(clock);
        _initialGeneration = Generation.NewFloor();
        SetLimit(1);
        CachePointers();
        ClearLists();
        *Slots = default;
        ScheduleCheck();
        return true;
    }

    /// <summary>
    /// Whether a string of this many bytes would fit after compaction and growth, if the operating system provides the memory.
    /// </summary>
    public readonly bool MayFit(ulong bytes) => LiveBytes + HeaderBytes + bytes <= (AllowsGrowth ? MaxCapacity : _capacity);

    /// <summary>
    /// Reserves space for strings of this many bytes at the end of the block, and for this many slots in the table.
    /// </summary>
    /// <returns>False, with no string changed, if there is not enough memory.</returns>
    public bool TryReserve(ulong bytes, ulong slots)
    {
        if (!FitsEnd(bytes) && !TryMakeRoom(bytes))
        {
            return false;
        }

        _keptCapacity = Math.Max(_keptCapacity, Math.Min(_capacity, LiveBytes + HeaderBytes + bytes));
        ScheduleCheck();
        ulong table = Math.Min(TableBytesFor(Limit + slots), _memory.TableReserved);
        return table <= _memory.TableBytes || _memory.TryGrowTable(table);
    }

    /// <summary>Grows the block by this many bytes. They are kept until <see cref="Trim"/> or <see cref="Clear"/>.</summary>
    /// <returns>False, with no string changed, if there is not enough memory.</returns>
    public bool TryExtend(ulong bytes)
    {
        if (!TrySetCapacity(_capacity + bytes))
        {
            return false;
        }

        _keptCapacity = Math.Max(_keptCapacity, _capacity);
        ScheduleCheck();
        return true;
    }

    /// <summary>Compacts, and returns unused memory down to the initial capacity.</summary>
    /// <returns>Bytes returned.</returns>
    public long Trim()
    {
        long before = NativeBytes;
        _keptCapacity = _initialCapacity;
        Compact();
        if (TryLowerCapacity(_initialCapacity))
        {
            _pace.Released();
        }

        ScheduleCheck();
        return before - NativeBytes;
    }

    /// <summary>Frees every string and resets the capacity to the initial one. O(slots).</summary>
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

        // Makes all ids stale before the next string is written.
        Volatile.WriteBarrier();
        ClearFrom(0);
        Slots[last].Next = 0;
        ClearLists();
        _freed = _taken;
        _freedUnits = _takenUnits;
        _top = 0;
        _capacity = _keptCapacity = _initialCapacity;
        if (HasSpareMemory && _pace.Allows && TryLowerCapacity(_initialCapacity))
        {
            _pace.Released();
        }

        ScheduleCheck();
    }

    /// <summary>Disposes the heap. The slow path rejects handles used afterwards.</summary>
    public void Dispose()
    {
        // From now on, no id finds a string, even if another owner gets the memory.
        SetLimit(0);
        Volatile.WriteBarrier();
        ClearFrom(0);
        _capacity = _top = 0;
        _freed = _taken;
        _freedUnits = _takenUnits;
        _nextCheckAt = long.MaxValue;
        _memory.Dispose();
    }

    private void SetLimit(nuint limit)
    {
        Invariant.Holds(limit == 0 || TableBytesFor(limit) <= _memory.TableBytes, "The table has memory for its slots.");
        Limit = limit;
        _fastLimit = ClearsFreed ? 0 : limit;
    }

    // Reserves all addresses that the pool can ever use, because growth must not move strings. If addresses are scarce, leaves at
    // least as many free as it reserves, because a runtime without free addresses terminates the process.
    private readonly bool TryReserveAddresses(ulong capacity)
    {
        ulong block = ContiguousMemory.WholePages(
            Math.Max(capacity, Math.Min(MaxBlock, (ulong)_memory.MaximumAddresses / 2)));
        if (_memory.TryReserve(TableFor(block), block, isNeeded: false))
        {
            return true;
        }

        block /= 2;
        while (block > capacity && !_memory.IsAvailable(2 * (TableFor(block) + block)))
        {
            block /= 2;
        }

        block = Math.Max(block, capacity);
        return _memory.TryReserve(TableFor(block), block, isNeeded: true);
    }

    // An unfragmented block is compacted only if the block or the table cannot grow.
    private bool TryMakeRoom(ulong bytes)
    {
        bool mayMove = !IsPinned;
        if (mayMove && IsFragmented)
        {
            Compact();
        }

        if (!FitsEnd(bytes) && !TryGrow(bytes))
        {
            if (!mayMove || FreedUnits == 0 || !MayFit(bytes))
            {
                return false;
            }

            Compact();
            if (!FitsEnd(bytes) && !TryGrow(bytes))
            {
                return false;
            }
        }

        if (!TryProvideSlot(bytes) && mayMove && FreedUnits > 0)
        {
            Compact();
        }

        return TryProvideSlot(bytes);
    }

    private bool TryGrow(ulong bytes)
    {
        ulong needed = End + HeaderBytes + bytes;
        if (!AllowsGrowth || needed > MaxCapacity)
        {
            return false;
        }

        ulong ahead = Math.Min(MaxCapacity, _capacity + Math.Max(_capacity / 4, MinStep));
        return (ahead > needed && TrySetCapacity(ahead)) || TrySetCapacity(needed);
    }

    private bool TrySetCapacity(ulong capacity)
    {
        ulong before = _memory.BlockBytes;
        if (!_memory.TryGrowBlock(capacity))
        {
            return false;
        }

        if (_memory.BlockBytes > before)
        {
            _pace.Grew();
        }

        Invariant.Holds(capacity <= _memory.BlockBytes, "The block has memory for its capacity.");
        _capacity = capacity;
        ScheduleCheck();
        return true;
    }

    // Ensures that there is a slot for a string that fits into the block: a bare slot, or a new one at the end of the table.
    private bool TryProvideSlot(ulong text)
    {
        if (Slots->Next != 0 || TableBytesFor(Limit + 1) <= _memory.TableBytes)
        {
            return true;
        }

        ulong bytes = _memory.TableBytes;
        return _memory.TryGrowTable(bytes + Math.Max(bytes / 4, MinStep))
            || _memory.TryGrowTable(bytes + 1)
            || (AllowsGrowth && _memory.LimitReached && TryTakeFromBlock(End + HeaderBytes + text));
    }

    // At the memory limit, the table takes half of the block's spare end: the pages beyond both _keptCapacity and `needed`.
    private bool TryTakeFromBlock(ulong needed)
    {
        ulong block = Math.Max(_keptCapacity, needed);
        ulong whole = ContiguousMemory.WholePages(block);
        if (whole >= _memory.BlockBytes || _memory.TableBytes == _memory.TableReserved)
        {
            return false;
        }

        ulong spare = ContiguousMemory.WholePages((_memory.BlockBytes - whole) / 2);
        TryLowerCapacity(_memory.BlockBytes - spare);
        ScheduleCheck();
        return _memory.TryGrowTable(Math.Min(_memory.TableBytes + spare, _memory.TableReserved));
    }
}
