using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <summary>A walk over the cells of a <see cref="KeyHeap"/>, in the order of their memory.</summary>
/// <remarks>Cells may be freed during the walk; nothing else may change.</remarks>
internal unsafe struct KeyWalk
{
    /// <summary>The cell that the walk has come to, live or free; null before the first and after the last one.</summary>
    public KeyCell* Cell;

    /// <summary>
    /// Where the next one is, and where the run ends. Both are null before the first run; among long cells there is no end, and
    /// the former is how many of them were passed, plus one. So these two say where a walk is: see <see cref="KeyHeap.Resume"/>.
    /// </summary>
    public byte* Next;
    public byte* End;

    public PageRun Run;

    /// <summary>Runs that were entered, and long cells that were passed.</summary>
    public int Runs;
    public int LongCells;

    /// <summary>Where the cells ended when the walk began.</summary>
    public int LastRun;
    public uint LastEnd;

    /// <summary>The index of the cell.</summary>
    public readonly uint Index
    {
        get
        {
            Invariant.Holds((nuint)((byte*)Cell - Run.Address) < Run.Bytes, "The cell lies in the run.");
            return Run.Index + (uint)(((byte*)Cell - Run.Address) >> AddressSpace.UnitShift);
        }
    }
}
