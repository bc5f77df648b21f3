namespace Cenote.Memory.Pages;

/// <summary>
/// Releases the resources of an object once it can no longer be resurrected. The object's finalizer starts the guard and releases
/// nothing itself: other finalizers may still use or resurrect the object, and a long weak reference may do so even later. Only a
/// handle that tracks resurrection shows when the object is gone. A resurrected object works as before.
/// </summary>
/// <remarks>
/// Only the object refers to its guard, so the guard becomes unreachable with it. Each collection then finalizes the guard, until
/// the object is gone.
/// </remarks>
internal abstract class FinalizationGuard
{
    private WeakGCHandle<object> _owner;

#pragma warning disable CA1816 // Nothing needs finalization before Watch.
    protected FinalizationGuard() => GC.SuppressFinalize(this);
#pragma warning restore CA1816

    ~FinalizationGuard()
    {
        if (!_owner.IsAllocated)
        {
            return;
        }

        if (_owner.TryGetTarget(out _))
        {
            GC.ReRegisterForFinalize(this);
        }
        else
        {
            _owner.Dispose();
            Release();
        }
    }

    /// <summary>
    /// Calls <see cref="Release"/> once the object, which is being finalized, is gone. Allocates no managed memory: on a full
    /// heap, each failed allocation in a finalizer would start a collection that runs the finalizer again.
    /// </summary>
    public void Watch(object owner)
    {
        if (!_owner.IsAllocated)
        {
            _owner = new WeakGCHandle<object>(owner, trackResurrection: true);
            try
            {
                GC.ReRegisterForFinalize(this);
            }
            catch (OutOfMemoryException)
            {
                _owner.Dispose();
                throw;
            }
        }
    }

    /// <summary>
    /// Releases the object's resources. Runs on the finalizer thread, where it must not allocate, because an exception would
    /// terminate the process.
    /// </summary>
    protected abstract void Release();
}
