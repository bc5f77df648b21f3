using System.Runtime.CompilerServices;
using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Contiguous;

/// <summary>
/// A heap of texts of any size in one block that is compacted. Handles find their text through a table of slots:
/// <code>
/// slot   | generation : 32 | bytes of text : 32 | offset of the block : 32 | next free slot : 32 |
/// block  | units : 32      | slot : 32          | text ...
/// </code>
/// A freed slot keeps its block and goes to the last-in first-out list of its size, so the next text of that size takes both.
/// New blocks are cut from the end. Compaction closes the gaps and leaves the slots of freed blocks bare.
/// </summary>
/// <remarks>
/// A struct, so that a pool's fast path reads its fields without a further indirection. One thread at a time may change it, and
/// no other may read at the same time except through <see cref="TryLook"/>, because a compaction moves texts.
/// </remarks>
internal unsafe partial struct ContiguousHeap
{
    public const int UnitShift = 3;
    public const uint HeaderBytes = 1u << UnitShift;

    /// <summary>The most bytes that the block has: what a 32-bit count of bytes of text, and a header, come to.</summary>
    public const ulong LargestBlock = 1UL << 31;

    /// <summary>The longest text whose block has exactly the size it needs; the fast paths serve texts of up to this.</summary>
    public const uint LargestExactBytes = (LargestExactUnits << UnitShift) - HeaderBytes;

    private const uint LargestExactUnits = (1 << 10) >> UnitShift;

    /// <summary>The text of a block at offset 0: a text is one addition away from its offset.</summary>
    public byte* Texts;

    /// <summary>
    /// The slots. The first one stands for the empty text: generation 0, no bytes. It heads the list of bare slots.
    /// </summary>
    public ContiguousSlot* Slots;

    /// <summary>
    /// Slots below are in use; 0 once the pool is disposed. As wide as an address, to be compared without a conversion.
    /// </summary>
    public nuint Limit;

    // The slots that the fast path frees: those below the limit, or none if texts are overwritten when they are freed.
    private nuint _fastLimit;

    private uint* _heads;
    private long _taken;
    private long _freed;
    private long _takenUnits;
    private long _freedUnits;

    // Once this many units were ever freed, it is time to see whether memory can be given back.
    private long _lookAt;
    private bool _wasHalfFree;

    // The counts when at least half of the memory was last seen live.
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

    // Odd while texts move, and a new number afterwards.
    private uint _moves;

    /// <summary>For tests: compactions so far.</summary>
    public readonly uint Compactions => _moves / 2;

    /// <summary>Bytes the block may have, as far as its addresses go.</summary>
    public ulong LargestCapacity { readonly get; private set; }

    /// <summary>Whether texts are overwritten when they are freed.</summary>
    public bool ClearsFreed { readonly get; private set; }

    /// <summary>Whether the block may become larger when it is full.</summary>
    public bool AllowsGrowth { readonly get; set; }

    /// <summary>Takes a freed slot whose block fits this many bytes, of up to <see cref="LargestExactBytes"/>.</summary>
    /// <returns>Where the text goes; null if the list is empty.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* TakeFree(uint bytes, out CellId id)
    {
        Invariant.Holds(bytes <= LargestExactBytes, "The lists of exact sizes serve shorter texts.");
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

    /// <summary>Frees a live text of up to <see cref="LargestExactBytes"/>.</summary>
    /// <returns>False if <see cref="FreeSlow"/> has something to do: free another text, or see whether memory can be given
    /// back.</returns>
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
        if ((uint)header != id.Generation || units > LargestExactUnits || next == Generation.Retired)
        {
            return false;
        }

        uint* head = _heads + units;
        Invariant.Holds(*head != index, "A slot that is freed is not the head of the list already.");
        Invariant.Holds(Generation.IsLive(id.Generation), "An id has a live generation.");
        Invariant.Holds(SlotAt(slot->Offset) == slot && UnitsAt(slot->Offset) == units, "The block of a live slot is its own.");
        slot->Generation = next;

        // What Generation.End does, whose reference would cost a move here.
        Volatile.WriteBarrier();
        slot->Next = *head;
        *head = (uint)index;
        _freed++;
        _freedUnits += units;
        return _freedUnits < _lookAt;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* TextOf(ContiguousSlot* slot) => Texts + ((nuint)slot->Offset << UnitShift);

    // The units of the block for this many bytes of text: header and text, rounded up.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint UnitsOf(uint bytes) => (bytes + HeaderBytes + 7) >> UnitShift;
}
