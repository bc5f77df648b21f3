namespace Cenote.Objects;

/// <summary>
/// Closes the core of a pool that is garbage; otherwise the threads that used the pool would keep its items alive. Only the pool
/// refers to this object.
/// </summary>
internal sealed class PoolRelease(PoolCore core) : IDisposable
{
    // The core is null if the constructor threw.
    ~PoolRelease()
    {
        try
        {
            _ = core?.Close();
        }
        catch (OutOfMemoryException)
        {
            // Nothing was closed yet. An exception would end the process; the next collection tries again.
            GC.ReRegisterForFinalize(this);
        }
    }

    /// <summary>Called when the pool is disposed: nothing is left to do.</summary>
    public void Dispose() => GC.SuppressFinalize(this);
}
