namespace Cenote.Strings;

/// <summary>
/// What all pools know of themselves without a walk through their memory, and without stopping another thread.
/// </summary>
internal interface IPoolSize
{
    bool IsDisposed { get; }

    int ActiveAllocations { get; }

    /// <summary>
    /// As <see cref="ActiveAllocations"/>, for a debugger, which waits for no thread; null if that takes waiting.
    /// </summary>
    int? ActiveAllocationsNow => ActiveAllocations;

    long BytesReserved { get; }

    long ManagedBytes { get; }
}
