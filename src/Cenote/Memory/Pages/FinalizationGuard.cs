using System.Runtime.InteropServices;

namespace Cenote.Memory.Pages;

/// <summary>
/// Releases the resources of an object once it can no longer be resurrected. The object's finalizer creates the guard and releases
/// nothing itself: other finalizers may still use or resurrect the object, and so may a long weak reference even later. Only a
/// handle that tracks resurrection shows when the object is gone; a resurrected object works as before.
/// </summary>
/// <remarks>A guard is unreachable, so each collection finalizes it until the object is gone.</remarks>
internal abstract class FinalizationGuard
{
    private WeakGCHandle<object> _owner;

    protected FinalizationGuard(object owner) => _owner = new WeakGCHandle<object>(owner, trackResurrection: true);

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
    /// Releases what the object owned. Runs on the finalizer thread: it must not allocate, because an exception there ends the
    /// process.
    /// </summary>
    protected abstract void Release();
}
