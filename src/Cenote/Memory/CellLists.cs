using System.Runtime.CompilerServices;

namespace Cenote.Memory;

/// <summary>
/// The free cells that one thread allocates from and frees to: a last-in first-out list for each size, so that the next string
/// lands in a line that is still hot. Each cell starts with its header, so a read or a free touches the line of the text and
/// nothing else:
/// <code>
/// live   | generation, odd : 32 | owner : 16 | bytes of text : 16 | text ...
/// free   | generation, even: 32 |                                 | index of the next free cell : 32 |
/// </code>
/// </summary>
internal unsafe struct CellLists
{
    public const uint HeaderBytes = 8;

    /// <summary>Classes that are no size of a text: granules without cells, and the cells of <see cref="LargeSlot"/>s.</summary>
    public const int NoClass = 0;
    public const int SlotClass = 1;

    private const int OwnerShift = 32;
    private const int BytesShift = 48;

    /// <summary>
    /// The text of the cell with index 0, so that a text is one addition away from its index and its header lies
    /// <see cref="HeaderBytes"/> in front: an instruction less for every read than from the start of the cell.
    /// </summary>
    public byte* Texts;

    private uint* _heads;
    private byte[] _classOf;
    private ulong _owner;

    /// <summary>How many cells were ever taken, and how many were ever freed.</summary>
    public long Taken;
    public long Freed;

    /// <summary>Starts with empty lists.</summary>
    /// <param name="heads">Room for the head of each list.</param>
    /// <param name="classes">How many lists there are.</param>
    /// <param name="owner">What live cells of these lists carry in their headers.</param>
    public void Initialize(uint* heads, int classes, ushort owner)
    {
        _heads = heads;
        _classOf = [];
        _owner = (ulong)owner << OwnerShift;
        Empty(classes);
    }

    /// <summary>Takes up where cells are and which size they have, by granule.</summary>
    public void Follow(byte* texts, byte[] classOf)
    {
        Texts = texts;
        _classOf = classOf;
    }

    /// <summary>Forgets all free cells.</summary>
    public readonly void Empty(int classes) => new Span<uint>(_heads, classes).Clear();

    /// <summary>Takes the hottest free cell that holds so many bytes.</summary>
    /// <returns>Where its text goes; null if no cell is on the list.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* TakeFree(uint bytes, out CellId id)
    {
        uint* head = _heads + ClassOf(bytes);
        nuint index = *head;
        if (index == 0)
        {
            id = default;
            return null;
        }

        byte* text = Texts + (index << AddressSpace.UnitShift);
        *head = NextFree(text);
        uint generation = (uint)HeaderOf(text) + 1;
        HeaderOf(text) = generation | _owner | ((ulong)bytes << BytesShift);
        Taken++;
        id = new CellId((uint)index, generation);
        return text;
    }

    /// <summary>Frees the cell if the id is that of its live string, it has this owner, and the fast path serves it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFree(CellId id)
    {
        nuint index = id.Index;
        nuint granule = index / AddressSpace.GranuleUnits;
        byte[] classOf = _classOf;
        if (granule >= (nuint)classOf.Length)
        {
            return false;
        }

        // The size comes from the slab, not from the header: a string that has gone cold is then freed without waiting for its line,
        // for no address depends on what is in there.
        nuint cellClass = classOf[granule];
        byte* text = Texts + (index << AddressSpace.UnitShift);
        uint next = id.Generation + 1;
        if (cellClass == NoClass || (HeaderOf(text) ^ (id.Generation | _owner)) << (64 - BytesShift) != 0 || next == Generation.Retired)
        {
            return false;
        }

        uint* head = _heads + cellClass;
        *(uint*)(text - HeaderBytes) = next;
        NextFree(text) = *head;
        *head = (uint)index;
        Freed++;
        return true;
    }

    /// <summary>Frees a live cell of this owner that <see cref="TryFree"/> does not serve: its generations are used up.</summary>
    public void Retire(byte* text)
    {
        *(uint*)(text - HeaderBytes) = Generation.Retired;
        Freed++;
    }

    /// <summary>Frees a live cell of this owner.</summary>
    public void FreeOwn(CellId id)
    {
        if (!TryFree(id))
        {
            Retire(Texts + ((nuint)id.Index << AddressSpace.UnitShift));
        }
    }

    /// <summary>Puts a cell on its list that another owner has marked as freed, unless its own owner has freed it at the same time.</summary>
    public void TakeBack(CellId id)
    {
        ref ulong header = ref HeaderOf(Texts + ((nuint)id.Index << AddressSpace.UnitShift));
        Freed--;
        if ((uint)header == (id.Generation | SharedHeap.FreedMark) && OwnerIn(header) == (ushort)(_owner >> OwnerShift))
        {
            header &= ~(ulong)SharedHeap.FreedMark;
            FreeOwn(id);
        }
    }

    /// <summary>The head of the list of a class.</summary>
    public readonly ref uint Head(int cellClass) => ref _heads[cellClass];

    /// <summary>Generation, owner and bytes of text of a cell.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref ulong HeaderOf(byte* text) => ref *(ulong*)(text - HeaderBytes);

    /// <summary>Bytes of text, as a header has them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint BytesIn(ulong header) => (uint)(header >> BytesShift);

    /// <summary>Whose lists a live cell was taken from, as its header has it.</summary>
    public static ushort OwnerIn(ulong header) => (ushort)(header >> OwnerShift);

    /// <summary>The header of a live cell that belongs to no lists.</summary>
    public static ulong Header(uint generation, uint bytes) => generation | ((ulong)bytes << BytesShift);

    // Exact sizes in steps of 8 bytes: header and text rounded up to units.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ClassOf(uint bytes) => (bytes + HeaderBytes + 7) >> AddressSpace.UnitShift;

    // The list runs through the texts of the free cells.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref uint NextFree(byte* text) => ref *(uint*)text;
}
