using Cenote.Memory.Pages;

namespace Cenote.Memory.Keys;

/// <summary>
/// The heap of key cells, in runs from an <see cref="AddressSpace"/>. Cells of all sizes are bump-allocated one after another;
/// freed cells go to a LIFO free list per size. A cell larger than a granule has a dedicated run.
/// </summary>
/// <remarks>
/// Handles to keys are never handed out, so cells store the hash instead of a generation. Only buckets refer to cells, so
/// <see cref="Compact"/> can move them. The heap is a struct, which saves the fast path an indirection.
/// </remarks>
internal unsafe partial struct KeyHeap : ICells<KeyHeap>
{
    /// <summary>Units of the largest cell in a shared run.</summary>
    public const uint MaxSharedUnits = AddressSpace.GranuleUnits;

    private AddressSpace _space;
    private byte* _base;
    private nuint _limit;
    private uint[] _heads;
    private List<PageRun> _runs;
    private List<PageRun> _longCells;
    private int _textOffset;

    // Whether cells are cleared when freed or moved, and the largest cell size that the fast path of Free handles.
    private bool _clears;
    private uint _maxPlainUnits;

    // The bump region, which is the rest of the current run.
    private int _current;
    private uint _bump;
    private uint _end;

    private long _runGranules;
    private long _longGranules;

    public long FreeUnits { get; private set; }

    /// <summary>Whether memory is cleared when a cell is freed or moved.</summary>
    public readonly bool ClearsFreed => _clears;

    /// <summary>The number of cells with a dedicated run.</summary>
    public int LongCells { get; private set; }

    /// <summary>For tests: the bytes of all runs, including those of long cells.</summary>
    public readonly long RunBytes => (_runGranules + _longGranules) * AddressSpace.GranuleBytes;

    public readonly long ManagedBytes =>
        ((long)_heads.Length * sizeof(uint)) + ((long)(_runs.Capacity + _longCells.Capacity) * sizeof(PageRun));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* At(uint index) =>
        index < _limit ? (KeyCell*)(_base + ((nuint)index << AddressSpace.UnitShift)) : Far(index);

    /// <summary>
    /// The cell with an unvalidated index, for reads concurrent with a writer. Null unless all its units are in this heap's
    /// memory, which stays readable until the space is released.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* TryAt(uint index, uint units) =>
        (ulong)index + units <= _limit ? (KeyCell*)(_base + ((nuint)index << AddressSpace.UnitShift)) : TryFar(index, units);

    /// <summary>
    /// Like <see cref="TryAt"/>, but null unless the cell is in the near range, the committed part of the reservation.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* TryNear(uint index, uint units) =>
        (ulong)index + units <= _limit ? (KeyCell*)(_base + ((nuint)index << AddressSpace.UnitShift)) : null;

    /// <summary>Whether another copy of this heap finds cells at the same addresses.</summary>
    public readonly bool HasSameLayout(in KeyHeap other) => _limit == other._limit && _base == other._base;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly KeyCell* TryFar(uint index, uint units) => (KeyCell*)_space.TryAddress(index, units);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly KeyCell* Far(uint index) => (KeyCell*)_space.Address(index);
}
