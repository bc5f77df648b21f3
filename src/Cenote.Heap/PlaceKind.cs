namespace Cenote.Heap;

/// <summary>The kind of a place that holds strings.</summary>
internal enum PlaceKind
{
    /// <summary>A field of a class, or of a struct in any container.</summary>
    Field,

    /// <summary>The elements of arrays, including those of lists.</summary>
    Array,

    /// <summary>The keys of a dictionary.</summary>
    Keys,

    /// <summary>The keys of a concurrent dictionary.</summary>
    ConcurrentKeys,

    /// <summary>The elements of a set.</summary>
    SetItems,

    /// <summary>The keys of a <c>MemoryCache</c>, including those of a <c>MemoryDistributedCache</c>.</summary>
    CacheKeys,
}
