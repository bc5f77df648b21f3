namespace Cenote.Samples.Cache.Service;

/// <summary>The cache of a service.</summary>
internal enum CacheKind
{
    /// <summary>On the managed heap: the default of ASP.NET Core.</summary>
    Memory,

    /// <summary>Cenote's cache, outside the managed heap.</summary>
    Cenote,

    /// <summary>Redis, in another process.</summary>
    Redis,
}
