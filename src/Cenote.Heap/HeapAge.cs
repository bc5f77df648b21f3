namespace Cenote.Heap;

/// <summary>Which generations the objects of a part of the heap are in, as far as it matters to advice.</summary>
internal enum HeapAge
{
    /// <summary>Generations 0 and 1: most of it is collected soon, so it is not worth a change.</summary>
    Young,

    /// <summary>Generation 2, large and pinned objects: only a full collection frees them, which marks those in use.</summary>
    Old,

    /// <summary>Frozen segments: literals, of which the runtime has one each.</summary>
    Literal,
}
