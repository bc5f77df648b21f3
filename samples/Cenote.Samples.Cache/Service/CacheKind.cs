namespace Cenote.Samples.Cache.Service;

/// <summary>Where a service keeps what it caches.</summary>
internal enum CacheKind
{
    /// <summary>On the managed heap: what ASP.NET Core registers by itself.</summary>
    Memory,

    /// <summary>Below the managed heap.</summary>
    Cenote,

    /// <summary>In another process.</summary>
    Redis,
}
