using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <summary>A walk over the cells of a <see cref="KeyHeap"/>, in memory order.</summary>
/// <remarks>Cells may be freed during the walk; nothing else may change.</remarks>
internal unsafe struct KeyWalk
{
    /// <summary>The current cell, live or free; null before the first and after the last one.</summary>
    public KeyCell* Cell;

    /// <summary>
    /// The next cell and the end of the run, which together are the position for <see cref="KeyHeap.Resume"/>. Both are null
    /// before the first run. For long cells, End is null and Next is the number of long cells passed, plus 1.
    /// </summary>
    public byte* Next;
    public byte* End;

    public PageRun Run;

    /// <summary>The number of runs entered, and of long cells passed.</summary>
    public int Runs;
    public int LongCells;

    /// <summary>The last run and the end of its cells when the walk started.</summary>
    public int LastRun;
    public uint LastEnd;

    public readonly uint Index
    {
        get
        {
            Invariant.Holds((nuint)((byte*)Cell - Run.Address) < Run.Bytes, "The cell is within the run.");
            return Run.Index + (uint)(((byte*)Cell - Run.Address) >> AddressSpace.UnitShift);
        }
    }
}
