using System.Runtime.CompilerServices;
using Cenote.Memory.Pages;

namespace Cenote.Memory.Keys;

/// <summary>
/// The heap of the cells of keys, in runs that an <see cref="AddressSpace"/> lends. Cells of all sizes lie side by side in the
/// order in which they were made; a free one is on the list of its size, last in, first out. A cell of more than a granule has a
/// run of its own.
/// </summary>
/// <remarks>
/// No handle to a key is ever given out, so cells have no generation: the word it would take holds the hash. Only the buckets
/// know where a cell is, so <see cref="Compact"/> can move it. A struct, so that a collection's fast path reads its fields
/// without a further indirection.
/// </remarks>
internal unsafe partial struct KeyHeap : ICells<KeyHeap>
{
    /// <summary>Units of the largest cell that shares a run with others.</summary>
    public const uint LargestSharedUnits = AddressSpace.GranuleUnits;

    private AddressSpace _space;
    private byte* _base;
    private nuint _limit;
    private uint[] _heads;
    private List<PageRun> _runs;
    private List<PageRun> _longCells;
    private int _textOffset;

    // Whether cells are wiped when they are freed or moved, and the largest that needs nothing but a place on the list of its
    // size.
    private bool _clears;
    private uint _largestPlainUnits;

    // Where fresh cells come from: the rest of the current run.
    private int _current;
    private uint _bump;
    private uint _end;

    private long _runGranules;
    private long _longGranules;

    /// <summary>Units of free cells.</summary>
    public long FreeUnits { get; private set; }

    /// <summary>Whether nothing of a cell is left where it was once it is freed or has moved.</summary>
    public readonly bool ClearsFreed => _clears;

    /// <summary>Cells with a run of their own.</summary>
    public int LongCells { get; private set; }

    /// <summary>For tests: bytes of runs, those of long cells included.</summary>
    public readonly long RunBytes => (_runGranules + _longGranules) * AddressSpace.GranuleBytes;

    public readonly long ManagedBytes =>
        ((long)_heads.Length * sizeof(uint)) + ((long)(_runs.Capacity + _longCells.Capacity) * sizeof(PageRun));

    /// <summary>The cell with an index.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* At(uint index) =>
        index < _limit ? (KeyCell*)(_base + ((nuint)index << AddressSpace.UnitShift)) : Far(index);

    /// <summary>
    /// The cell with an index that may be anything, for a thread that reads while another one writes; null unless this many units
    /// from there on are memory of this heap, which stays readable until the space is released.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* TryAt(uint index, uint units) =>
        (ulong)index + units <= _limit ? (KeyCell*)(_base + ((nuint)index << AddressSpace.UnitShift)) : TryFar(index, units);

    /// <summary>As <see cref="TryAt"/>, but null as well unless the cell is near.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* TryNear(uint index, uint units) =>
        (ulong)index + units <= _limit ? (KeyCell*)(_base + ((nuint)index << AddressSpace.UnitShift)) : null;

    /// <summary>Whether another copy of this heap finds the same cells.</summary>
    public readonly bool FindsSame(in KeyHeap other) => _limit == other._limit && _base == other._base;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly KeyCell* TryFar(uint index, uint units) => (KeyCell*)_space.TryAddress(index, units);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly KeyCell* Far(uint index) => (KeyCell*)_space.Address(index);
}
