namespace Cenote.Strings;

/// <summary>
/// What <see cref="PoolMetrics"/> and a debugger read, on any thread and at any time: without a walk through the memory of a pool,
/// and without stopping another thread. A pool for one thread gives its plain fields, which may be those of slightly different
/// moments.
/// </summary>
internal interface IMeasuredPool
{
    bool IsDisposed { get; }

    int ActiveAllocations { get; }

    /// <summary>
    /// As <see cref="ActiveAllocations"/>, for a debugger, which waits for no thread; null if that takes waiting.
    /// </summary>
    int? ActiveAllocationsNow => ActiveAllocations;

    long BytesReserved { get; }

    long ManagedBytes { get; }

    /// <summary>How often a stale handle was refused with an exception.</summary>
    long StaleReads { get; }

    /// <summary>
    /// How many texts were allocated and freed since the pool was made. Null while another thread holds what guards these
    /// figures: waiting for it could take forever if this thread is writing a text.
    /// </summary>
    (long Allocated, long Freed)? Turnover { get; }
}
