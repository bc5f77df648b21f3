namespace Cenote.Strings;

/// <summary>
/// What all pools know of themselves without a walk through their memory, and without stopping another thread.
/// </summary>
internal interface IPoolSize
{
    bool IsDisposed { get; }

    int ActiveAllocations { get; }

    long BytesReserved { get; }

    long ManagedBytes { get; }
}
