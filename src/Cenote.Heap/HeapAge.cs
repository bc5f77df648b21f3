namespace Cenote.Heap;

/// <summary>How long the objects of a part of the heap have lived, as far as it matters to advice.</summary>
internal enum HeapAge
{
    /// <summary>Generations 0 and 1: most of it is gone soon, so that it is not worth a change.</summary>
    Young,

    /// <summary>Generation 2, large and pinned objects: what a full collection marks.</summary>
    Old,

    /// <summary>Frozen segments: literals, of which the runtime has one each.</summary>
    Literal,
}
