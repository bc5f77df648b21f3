namespace Cenote.Caching;

/// <summary>What both kinds of caches tell of themselves without waiting for a lock.</summary>
internal interface ICacheSize
{
    long Count { get; }

    long MaximumBytes { get; }

    long ManagedBytes { get; }

    bool IsDisposed { get; }
}
