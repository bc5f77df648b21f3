namespace Cenote.Heap;

/// <summary>The age of objects, as far as recommendations depend on it.</summary>
internal enum HeapAge
{
    /// <summary>
    /// Generations 0 and 1: most of these objects are collected soon, so saving their memory is not worth a change.
    /// </summary>
    Young,

    /// <summary>Generation 2, large and pinned objects, which only a full collection frees.</summary>
    Old,

    /// <summary>Frozen segments: mainly string literals, which the runtime shares.</summary>
    Literal,
}
