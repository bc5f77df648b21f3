using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Contiguous;

/// <summary>
/// A heap for strings of any size, in one block that is compacted. Handles find their strings through a table of slots:
/// <code>
/// slot   | generation : 32 | length in bytes : 32 | offset of the block : 32 | next free slot : 32 |
/// block  | units : 32      | slot : 32            | string ...
/// </code>
/// A freed slot keeps its block and joins the LIFO free list of its size, so the next string of that size takes both. New blocks
/// are cut from the end. Compaction closes the gaps, which leaves the slots of freed blocks bare (without a block).
/// </summary>
/// <remarks>
/// The heap is a struct, which saves the fast path an indirection. One thread at a time may change the heap. Others may read
/// concurrently only through <see cref="TryLocate"/>, because compaction moves strings.
/// </remarks>
internal unsafe partial struct ContiguousHeap
{
    public const int UnitShift = 3;
    public const uint HeaderBytes = 1u << UnitShift;

    /// <summary>
    /// The maximum bytes of the block: a header, and a string whose byte count fits into a signed 32-bit length.
    /// </summary>
    public const ulong MaxBlock = 1UL << 31;

    /// <summary>
    /// The maximum bytes of a string with an exact size class. The fast paths handle strings of up to this size.
    /// </summary>
    public const uint MaxExactBytes = (MaxExactUnits << UnitShift) - HeaderBytes;

    private const uint MaxExactUnits = (1 << 10) >> UnitShift;

    /// <summary>
    /// The address of the string in the block at offset 0. Adding an offset gives the address of that block's string.
    /// </summary>
    public byte* Texts;

    /// <summary>The slots. Slot 0 is the empty string (generation 0, length 0) and the head of the list of bare slots.</summary>
    public ContiguousSlot* Slots;

    /// <summary>
    /// Slots below this index exist; 0 after the pool is disposed. A native integer, so comparisons need no conversion.
    /// </summary>
    public nuint Limit;

    // The fast path frees slots below this index: the limit, or 0 if strings are zeroed when they are freed.
    private nuint _fastLimit;

    private uint* _heads;
    private long _taken;
    private long _freed;
    private long _takenUnits;
    private long _freedUnits;

    // The total number of freed units at which to check whether memory can be returned.
    private long _nextCheckAt;
    private bool _wasHalfFree;

    // The counts at the last check at which at least half of the memory was live.
    private long _takenAtHalf;
    private long _freedAtHalf;

    private ContiguousMemory _memory;
    private ReleasePace _pace;
    private ulong _capacity;
    private ulong _initialCapacity;
    private ulong _keptCapacity;
    private uint _top;
    private uint _initialGeneration;
    private int _pins;

    // Odd while strings move; a new even number after each compaction.
    private uint _moves;

    /// <summary>For tests: number of compactions.</summary>
    public readonly uint Compactions => _moves / 2;

    /// <summary>The maximum bytes of the block within its reserved addresses.</summary>
    public ulong MaxCapacity { readonly get; private set; }

    public bool ClearsFreed { readonly get; private set; }

    public bool AllowsGrowth { readonly get; set; }

    /// <summary>Takes a freed slot whose block fits this many bytes, up to <see cref="MaxExactBytes"/>.</summary>
    /// <returns>The address of the string; null if the list is empty.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* TakeFree(uint bytes, out CellId id)
    {
        Invariant.Holds(bytes <= MaxExactBytes, "The string is short enough for the lists of exact sizes.");
        uint units = UnitsOf(bytes);
        uint* head = _heads + units;
        nuint index = *head;
        if (index == 0)
        {
            id = default;
            return null;
        }

        ContiguousSlot* slot = Slots + index;
        Invariant.Holds(index < Limit && !Generation.IsLive(slot->Generation), "A slot on a list is free and within the table.");
        Invariant.Holds(SlotAt(slot->Offset) == slot && UnitsAt(slot->Offset) == units, "A freed slot keeps its block.");
        *head = slot->Next;
        uint generation = slot->Generation + 1;
        slot->Header = generation | ((ulong)bytes << 32);
        _taken++;
        _takenUnits += units;
        id = new CellId((uint)index, generation);
        return TextOf(slot);
    }

    /// <summary>Frees a live string of up to <see cref="MaxExactBytes"/>.</summary>
    /// <returns>False if the caller must call <see cref="FreeSlow"/>, because the string was not freed or memory may be
    /// returnable.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFree(CellId id)
    {
        nuint index = id.Index;
        if (index >= _fastLimit)
        {
            return false;
        }

        ContiguousSlot* slot = Slots + index;
        ulong header = slot->Header;
        uint units = UnitsOf((uint)(header >> 32));
        uint next = id.Generation + 1;
        if ((uint)header != id.Generation || units > MaxExactUnits || next == Generation.Retired)
        {
            return false;
        }

        uint* head = _heads + units;
        Invariant.Holds(*head != index, "The slot is not already the head of the free list.");
        Invariant.Holds(Generation.IsLive(id.Generation), "An id has a live generation.");
        Invariant.Holds(SlotAt(slot->Offset) == slot && UnitsAt(slot->Offset) == units, "A live slot refers to its own block.");
        slot->Generation = next;

        // Same as Generation.Advance, whose ref parameter would cost a mov instruction here.
        Volatile.WriteBarrier();
        slot->Next = *head;
        *head = (uint)index;
        _freed++;
        _freedUnits += units;
        return _freedUnits < _nextCheckAt;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* TextOf(ContiguousSlot* slot) => Texts + ((nuint)slot->Offset << UnitShift);

    // The units of a block for a string of this many bytes: header and string, rounded up.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint UnitsOf(uint bytes) => (bytes + HeaderBytes + 7) >> UnitShift;
}
