namespace Cenote.Objects;

/// <summary>
/// Lets go of the items of a pool that was forgotten, without which the threads that have used the pool would keep them. Only the
/// pool refers to it.
/// </summary>
internal sealed class PoolRelease(PoolCore core) : IDisposable
{
    // Null if the constructor did not get so far.
    ~PoolRelease() => core?.Close();

    /// <summary>The pool was not forgotten.</summary>
    public void Dispose() => GC.SuppressFinalize(this);
}
