using Cenote.Memory.Keys;
using Cenote.Memory.Snapshots;

namespace Cenote.Collections;

/// <summary>The cells of a dictionary, in memory order; cells with a dedicated run are last.</summary>
internal unsafe struct DictionaryCells(KeyHeap cells) : ICellSource
{
    private KeyWalk _walk = cells.Walk();

    public KeyCell* Next() => cells.MoveToLive(ref _walk) ? _walk.Cell : null;
}
