namespace Cenote.Caching;

/// <summary>Why an entry was removed from a cache.</summary>
internal enum DropCause
{
    /// <summary>The entry was evicted to free memory.</summary>
    Size,

    Expired,

    /// <summary>A new value replaced the entry, or was rejected.</summary>
    Replaced,

    /// <summary>The entry was removed individually, or the cache was cleared.</summary>
    Removed,

    /// <summary>The entry's tag was removed.</summary>
    Tag,
}
