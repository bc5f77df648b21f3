using System.Runtime.CompilerServices;
using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Contiguous;

/// <summary>
/// A heap of strings of any size in one block that is compacted. Handles find their string through a table of slots:
/// <code>
/// slot   | generation : 32 | length in bytes : 32 | offset of the block : 32 | next free slot : 32 |
/// block  | units : 32      | slot : 32            | string ...
/// </code>
/// A freed slot keeps its block and joins the last-in first-out list of its size, so the next string of that size takes both.
/// New blocks are cut from the end. Compaction closes the gaps and leaves the slots of freed blocks bare.
/// </summary>
/// <remarks>
/// A struct, to save the fast path an indirection. One thread at a time may change it. Others may read concurrently only through
/// <see cref="TryLook"/>, because compaction moves strings.
/// </remarks>
internal unsafe partial struct ContiguousHeap
{
    public const int UnitShift = 3;
    public const uint HeaderBytes = 1u << UnitShift;

    /// <summary>The maximum bytes of the block: the range of a 32-bit length plus a header.</summary>
    public const ulong MaxBlock = 1UL << 31;

    /// <summary>The longest string whose block has the exact size; the fast paths serve strings up to this length.</summary>
    public const uint MaxExactBytes = (MaxExactUnits << UnitShift) - HeaderBytes;

    private const uint MaxExactUnits = (1 << 10) >> UnitShift;

    /// <summary>The string of a block at offset 0: a string is at its offset plus this address.</summary>
    public byte* Texts;

    /// <summary>
    /// The slots. The first one is that of the empty string: generation 0, length 0. It heads the list of bare slots.
    /// </summary>
    public ContiguousSlot* Slots;

    /// <summary>
    /// Slots below this index are in use; 0 once the pool is disposed. As wide as an address, to be compared without a
    /// conversion.
    /// </summary>
    public nuint Limit;

    // The slots that the fast path frees: those below the limit, or none if strings are zeroed when they are freed.
    private nuint _fastLimit;

    private uint* _heads;
    private long _taken;
    private long _freed;
    private long _takenUnits;
    private long _freedUnits;

    // The total of freed units at which to check whether memory can be returned.
    private long _lookAt;
    private bool _wasHalfFree;

    // The counts when at least half of the memory was last live.
    private long _takenAtHalf;
    private long _freedAtHalf;

    private ContiguousMemory _memory;
    private ReleasePace _pace;
    private ulong _capacity;
    private ulong _initialCapacity;
    private ulong _keptCapacity;
    private uint _top;
    private uint _newFloor;
    private int _pins;

    // Odd while strings move, and a new number afterwards.
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
        Invariant.Holds(bytes <= MaxExactBytes, "The lists of exact sizes serve shorter texts.");
        uint units = UnitsOf(bytes);
        uint* head = _heads + units;
        nuint index = *head;
        if (index == 0)
        {
            id = default;
            return null;
        }

        ContiguousSlot* slot = Slots + index;
        Invariant.Holds(index < Limit && !Generation.IsLive(slot->Generation), "A slot on a list is a free one of the table.");
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
    /// <returns>False if <see cref="FreeSlow"/> has work to do: free another string, or check whether memory can be
    /// returned.</returns>
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
        Invariant.Holds(*head != index, "A slot that is freed is not the head of the list already.");
        Invariant.Holds(Generation.IsLive(id.Generation), "An id has a live generation.");
        Invariant.Holds(SlotAt(slot->Offset) == slot && UnitsAt(slot->Offset) == units, "The block of a live slot is its own.");
        slot->Generation = next;

        // Same as Generation.End, whose reference would cost a move here.
        Volatile.WriteBarrier();
        slot->Next = *head;
        *head = (uint)index;
        _freed++;
        _freedUnits += units;
        return _freedUnits < _lookAt;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* TextOf(ContiguousSlot* slot) => Texts + ((nuint)slot->Offset << UnitShift);

    // The units of the block for a string of this many bytes: header and string, rounded up.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint UnitsOf(uint bytes) => (bytes + HeaderBytes + 7) >> UnitShift;
}
