namespace Cenote.Caching;

/// <summary>Why an entry left a cache.</summary>
internal enum DropCause
{
    /// <summary>Others needed its memory.</summary>
    Size,

    /// <summary>It expired.</summary>
    Expired,

    /// <summary>Its key was set again.</summary>
    Replaced,

    /// <summary>It was removed, or the cache was cleared.</summary>
    Removed,

    /// <summary>Its tag was removed.</summary>
    Tag,
}
