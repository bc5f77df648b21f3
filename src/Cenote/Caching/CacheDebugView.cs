namespace Cenote.Caching;

/// <summary>
/// The debugger view of a cache. The view omits <see cref="ByteCache.TotalBytes"/>, which could wait for locks of stopped
/// threads.
/// </summary>
internal sealed class CacheDebugView(ICacheSize cache)
{
    public long Count => cache.Count;

    public long MaximumBytes => cache.MaximumBytes;

    public long ManagedBytes => cache.ManagedBytes;

    public bool IsDisposed => cache.IsDisposed;

    /// <summary>Returns the text that a debugger shows next to a variable's name.</summary>
    public static string TextOf(ICacheSize cache) => cache.IsDisposed ? DebuggerState.Disposed : $"Count = {cache.Count}";
}
