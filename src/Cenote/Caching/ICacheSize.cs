namespace Cenote.Caching;

/// <summary>The properties of a cache that can be read without waiting for a lock.</summary>
internal interface ICacheSize
{
    long Count { get; }

    long MaximumBytes { get; }

    long ManagedBytes { get; }

    bool IsDisposed { get; }
}
