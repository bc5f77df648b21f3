namespace Cenote.Objects;

/// <summary>
/// Lets go of the items of a pool that nothing refers to any more; otherwise the threads that have used the pool would keep them.
/// Only the pool refers to this object.
/// </summary>
internal sealed class PoolRelease(PoolCore core) : IDisposable
{
    // Null if the constructor did not get that far.
    ~PoolRelease() => core?.Close();

    /// <summary>The pool was disposed, so nothing is left to do.</summary>
    public void Dispose() => GC.SuppressFinalize(this);
}
