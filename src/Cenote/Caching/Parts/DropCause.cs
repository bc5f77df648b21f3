namespace Cenote.Caching;

/// <summary>Why an entry was removed from a cache.</summary>
internal enum DropCause
{
    /// <summary>It was evicted to free memory.</summary>
    Size,

    Expired,

    /// <summary>A new value replaced it.</summary>
    Replaced,

    /// <summary>It was removed individually, or the cache was cleared.</summary>
    Removed,

    /// <summary>Its tag was removed.</summary>
    Tag,
}
