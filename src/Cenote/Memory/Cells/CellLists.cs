using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// The free cells that one thread allocates from and frees to: a LIFO list per size, so that the next string gets a hot cache
/// line. Each cell starts with its header, so reading or freeing touches only the string's cache line:
/// <code>
/// live   | generation, odd : 32 | 0 : 21 | length in bytes : 11 | string ...
/// free   | generation, even: 32 |                               | index of the next free cell : 32 |
/// </code>
/// </summary>
internal unsafe struct CellLists
{
    public const uint HeaderBytes = 8;

    /// <summary>The class of granules without cells, and the class of <see cref="LargeSlot"/>s.</summary>
    public const int NoClass = 0;
    public const int SlotClass = 1;

    /// <summary>The maximum length of a string in a cell, limited by the bits of a header.</summary>
    public const uint MaxBytes = 2047;

    private const uint MaxExactUnits = (256 + HeaderBytes) >> AddressSpace.UnitShift;

    /// <summary>
    /// The length is in the topmost bits of a header. So the length is bounded even in data that only looks like a header, and
    /// reads need no mask.
    /// </summary>
    public const int BytesShift = 53;

    /// <summary>
    /// The address of the string in the cell with index 0. Adding an index gives the address of the string, not of the cell,
    /// which saves an instruction per read. The header is <see cref="HeaderBytes"/> before the string.
    /// </summary>
    public byte* Texts;

    private uint* _heads;
    private byte[] _classOf;

    /// <summary>The total number of cells taken, and of cells freed.</summary>
    public long Taken;
    public long Freed;

    /// <summary>The value of <see cref="Freed"/> at which <see cref="TryFreeShared"/> reports that there is work to do.</summary>
    public long NextCheckAt;

    /// <summary>Initializes the lists as empty.</summary>
    /// <param name="heads">The memory for the list heads.</param>
    /// <param name="classes">The number of lists.</param>
    public void Initialize(uint* heads, int classes)
    {
        _heads = heads;
        _classOf = [];
        Empty(classes);
    }

    /// <summary>Sets the address of the strings, and the class of each granule.</summary>
    public void SetTables(byte* texts, byte[] classOf)
    {
        Texts = texts;
        _classOf = classOf;
    }

    public readonly void Empty(int classes) => new Span<uint>(_heads, classes).Clear();

    /// <summary>Takes the most recently freed cell that fits this many bytes.</summary>
    /// <returns>The address of its string; null if the list is empty.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* TakeFree(uint bytes, out CellId id)
    {
        Invariant.Holds(bytes <= MaxBytes, "The length fits in the bits of a header.");
        uint* head = _heads + ClassOf(bytes);
        nuint index = *head;
        if (index == 0)
        {
            id = default;
            return null;
        }

        byte* text = Texts + (index << AddressSpace.UnitShift);
        Invariant.Holds(!Generation.IsLive((uint)HeaderOf(text)), "A cell on a free list is free.");
        Invariant.Holds((uint)HeaderOf(text) != Generation.Retired, "A retired cell is on no list.");
        Invariant.Holds(IsOfClass((uint)index, (int)ClassOf(bytes)), "A list contains only cells of its class.");
        *head = NextFree(text);
        uint generation = (uint)HeaderOf(text) + 1;
        HeaderOf(text) = Header(generation, bytes);
        Taken++;
        id = new CellId((uint)index, generation);
        return text;
    }

    /// <summary>
    /// Frees a cell if the id refers to its live string and the fast path handles such cells. No other thread may free
    /// concurrently.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFree(CellId id)
    {
        if (!TryFindClass(id, out nuint cellClass, out byte* text) || (uint)HeaderOf(text) != id.Generation)
        {
            return false;
        }

        Generation.Advance(ref GenerationOf(text), id.Generation + 1);
        Push(cellClass, text, id.Index);
        Freed++;
        return true;
    }

    /// <summary>
    /// Like <see cref="TryFree"/>, but concurrently with other threads. The thread that increments the generation then owns the
    /// cell, even if another thread allocated it.
    /// </summary>
    /// <returns>
    /// False if the cell was not freed, or if there is work to do after freeing it: see <see cref="NextCheckAt"/>.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFreeShared(CellId id)
    {
        if (!TryFindClass(id, out nuint cellClass, out byte* text)
            || Interlocked.CompareExchange(ref GenerationOf(text), id.Generation + 1, id.Generation) != id.Generation)
        {
            return false;
        }

        Invariant.Holds(Generation.IsLive(id.Generation), "An id has a live generation.");
        Push(cellClass, text, id.Index);
        return ++Freed < NextCheckAt;
    }

    /// <summary>Frees a live cell whose generations are used up, concurrently with other threads.</summary>
    public void TryRetireShared(CellId id)
    {
        ref uint generation = ref GenerationOf(Texts + ((nuint)id.Index << AddressSpace.UnitShift));
        if (id.Generation + 1 == Generation.Retired
            && Interlocked.CompareExchange(ref generation, Generation.Retired, id.Generation) == id.Generation)
        {
            Freed++;
        }
    }

    /// <summary>Whether there is a slot at this index that the fast paths handle.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsSlot(nuint index)
    {
        byte[] classOf = _classOf;
        nuint granule = index / AddressSpace.GranuleUnits;
        return granule < (nuint)classOf.Length && classOf[granule] == SlotClass;
    }

    public readonly ref uint Head(int cellClass) => ref _heads[cellClass];

    /// <summary>The number of cells on the list of a class.</summary>
    public readonly long CountOf(int cellClass)
    {
        long count = 0;
        for (uint index = Head(cellClass); index != 0; index = NextFree(Texts + ((nuint)index << AddressSpace.UnitShift)))
        {
            count++;
        }

        return count;
    }

    /// <summary>The generation and length of a cell.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref ulong HeaderOf(byte* text) => ref *(ulong*)(text - HeaderBytes);

    /// <summary>The length in bytes that a header stores.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint BytesIn(ulong header) => (uint)(header >> BytesShift);

    /// <summary>Whether a word can be a header, with no bit set between generation and length.</summary>
    public static bool IsHeader(ulong word) => word == Header((uint)word, BytesIn(word));

    public static ulong Header(uint generation, uint bytes)
    {
        Invariant.Holds(bytes <= MaxBytes, "The length fits in the bits of a header.");
        return generation | ((ulong)bytes << BytesShift);
    }

    /// <summary>
    /// The size of the cell for a string, in units: header and string in steps of 8 bytes, above 256 bytes of text in steps of
    /// 32. The larger steps waste 3 % on average, at most 9 %, but need only a quarter as many slabs as
    /// steps of 8.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ClassOf(uint bytes) => ClassOfUnits((bytes + HeaderBytes + 7) >> AddressSpace.UnitShift);

    /// <summary>The smallest cell size of at least this many units.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ClassOfUnits(uint units) => units <= MaxExactUnits ? units : ((units + 2) & ~3u) + 1;

    // A free cell stores its link where the string was.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref uint NextFree(byte* text) => ref *(uint*)text;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref uint GenerationOf(byte* text) => ref *(uint*)(text - HeaderBytes);

    // The size comes from the slab, not from the header. So freeing a cold string does not wait for its cache line, because no
    // address depends on the content of that line.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool TryFindClass(CellId id, out nuint cellClass, out byte* text)
    {
        nuint granule = id.Index / AddressSpace.GranuleUnits;
        byte[] classOf = _classOf;
        text = Texts + ((nuint)id.Index << AddressSpace.UnitShift);
        if (granule >= (nuint)classOf.Length)
        {
            cellClass = NoClass;
            return false;
        }

        cellClass = classOf[granule];
        return cellClass != NoClass && id.Generation + 1 != Generation.Retired;
    }

    // The class table of these lists may not include the newest granules.
    private readonly bool IsOfClass(uint index, int cellClass)
    {
        nuint granule = index / AddressSpace.GranuleUnits;
        return granule >= (nuint)_classOf.Length || _classOf[granule] == NoClass || _classOf[granule] == cellClass;
    }
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void Push(nuint cellClass, byte* text, uint index)
    {
        uint* head = _heads + cellClass;
        Invariant.Holds(*head != index, "The cell is not already the head of the free list.");
        Invariant.Holds(!Generation.IsLive((uint)HeaderOf(text)), "Only free cells are put on a list.");
        NextFree(text) = *head;
        *head = index;
    }
}
