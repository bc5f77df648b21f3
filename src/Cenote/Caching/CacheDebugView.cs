namespace Cenote.Caching;

/// <summary>
/// What a debugger shows of a cache. <see cref="ByteCache.TotalBytes"/> is not part of it: it waits for threads that a debugger
/// has stopped.
/// </summary>
internal sealed class CacheDebugView(ICacheSize cache)
{
    public long Count => cache.Count;

    public long MaximumBytes => cache.MaximumBytes;

    public long ManagedBytes => cache.ManagedBytes;

    public bool IsDisposed => cache.IsDisposed;

    /// <summary>What is shown next to the name of a variable.</summary>
    public static string TextOf(ICacheSize cache) => cache.IsDisposed ? DebuggerState.Disposed : $"Count = {cache.Count}";
}
