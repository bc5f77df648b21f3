namespace Cenote.Heap;

/// <summary>What holds strings.</summary>
internal enum PlaceKind
{
    /// <summary>A field of a class, or of a struct wherever it is.</summary>
    Field,

    /// <summary>The elements of arrays, those of lists included.</summary>
    Array,

    /// <summary>The keys of a dictionary.</summary>
    Keys,

    /// <summary>The keys of a dictionary for several threads.</summary>
    ConcurrentKeys,

    /// <summary>The elements of a set.</summary>
    SetItems,

    /// <summary>The keys of a <c>MemoryCache</c>, as which a <c>MemoryDistributedCache</c> counts, too.</summary>
    CacheKeys,
}
