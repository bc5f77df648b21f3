using System.Runtime.CompilerServices;

namespace Cenote.Memory;

/// <summary>
/// The heap of small strings. Cells of one size share a slab; a free cell is on the last-in first-out list of its size, so the
/// next string lands in a line that is still hot. Each cell starts with its header, so a read or a free touches the line of
/// the text and nothing else:
/// <code>
/// live   | generation, odd : 32 | bytes of text : 32 | text ...
/// free   | generation, even: 32 |                    | index of the next free cell : 32 |
/// </code>
/// </summary>
internal unsafe partial struct SlabTier
{
    public const uint HeaderBytes = 8;

    private byte* _base;
    private uint* _heads;
    private uint _limit;
    private long _taken;
    private long _freed;

    private AddressSpace _space;
    private SlabClass[] _classes;
    private Slab[] _slabs;
    private int _slabCount;
    private int _discardedCount;
    private int _spareSlabs;
    private PageRun _spare;
    private uint _slabGranules;
    private uint _newFloor;
    private long _carved;

    /// <summary>Start of the range in which an index is one addition away from its cell.</summary>
    public readonly byte* Base => _base;

    /// <summary>Number of units in that range; 0 once the pool is disposed.</summary>
    public readonly uint Limit => _limit;

    /// <summary>How many cells were ever taken.</summary>
    public readonly long Taken => _taken;

    /// <summary>How many cells were ever freed.</summary>
    public readonly long Freed => _freed;

    /// <summary>Takes the hottest free cell that holds so many bytes; null if there is none on the list.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* TakeFree(uint bytes, out CellId id)
    {
        uint* head = _heads + ClassOf(bytes);
        uint index = *head;
        if (index == 0)
        {
            id = default;
            return null;
        }

        byte* cell = _base + ((nuint)index << AddressSpace.UnitShift);
        *head = NextFree(cell);
        uint generation = *(uint*)cell + 1;
        *(ulong*)cell = generation | ((ulong)bytes << 32);
        _taken++;
        id = new CellId(index, generation);
        return cell;
    }

    /// <summary>Frees the cell if the id is that of its live string and the fast path serves it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFree(CellId id)
    {
        if (id.Index >= _limit)
        {
            return false;
        }

        byte* cell = _base + ((nuint)id.Index << AddressSpace.UnitShift);
        ulong header = *(ulong*)cell;
        uint next = (uint)header + 1;
        if ((uint)header != id.Generation || next == Generation.Retired)
        {
            return false;
        }

        uint* head = _heads + ClassOf((uint)(header >> 32));
        *(uint*)cell = next;
        NextFree(cell) = *head;
        *head = id.Index;
        _freed++;
        return true;
    }

    // Exact sizes in steps of 8 bytes: header and text rounded up to units. Class 0, which no text has, is that of the slots.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint ClassOf(uint bytes) => (bytes + HeaderBytes + 7) >> AddressSpace.UnitShift;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref uint NextFree(byte* cell) => ref *(uint*)(cell + HeaderBytes);
}
