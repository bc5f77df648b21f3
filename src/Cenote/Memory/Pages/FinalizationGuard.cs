namespace Cenote.Memory.Pages;

/// <summary>
/// Releases the resources of an object once it can no longer be resurrected. The object's finalizer starts the guard and releases
/// nothing itself: other finalizers may still use or resurrect the object, and so may a long weak reference even later. Only a
/// handle that tracks resurrection shows when the object is gone; a resurrected object works as before.
/// </summary>
/// <remarks>
/// Only the object refers to its guard, so the guard becomes unreachable with it. From then on each collection finalizes the guard
/// until the object is gone.
/// </remarks>
internal abstract class FinalizationGuard
{
    private WeakGCHandle<object> _owner;

#pragma warning disable CA1816 // Nothing is to be finalized before Watch.
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
    /// Waits until the object, which is being finalized, is gone. Allocates no managed memory: on a full heap, each failed
    /// allocation of a finalizer would start a collection, which would run that finalizer again.
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
    /// Releases what the object owned. Runs on the finalizer thread: it must not allocate, because an exception there ends the
    /// process.
    /// </summary>
    protected abstract void Release();
}
