namespace Cenote.Strings;

/// <summary>
/// Values that <see cref="PoolMetrics"/> and debuggers read on any thread at any time, without walking a pool's memory or
/// stopping another thread. A single-writer pool returns plain fields, whose values may be from slightly different moments.
/// </summary>
internal interface IMeasuredPool
{
    bool IsDisposed { get; }

    int ActiveAllocations { get; }

    /// <summary>
    /// <see cref="ActiveAllocations"/> for a debugger: null if reading it would have to wait for another thread.
    /// </summary>
    int? ActiveAllocationsNow => ActiveAllocations;

    long BytesReserved { get; }

    long ManagedBytes { get; }

    /// <summary>The number of exceptions thrown for stale handles.</summary>
    long StaleReads { get; }

    /// <summary>
    /// The numbers of strings allocated and freed since the pool was created. Null while another thread holds the lock of these
    /// counters, because waiting could deadlock if this thread is writing a string.
    /// </summary>
    (long Allocated, long Freed)? Turnover { get; }
}
