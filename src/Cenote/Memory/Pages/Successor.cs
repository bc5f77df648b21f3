using System.Runtime.InteropServices;

namespace Cenote.Memory.Pages;

/// <summary>
/// Ends what an object owned when that object has been collected for good. The finalizer of the object makes it, and releases
/// nothing itself: it may run while finalizers of other objects use the object, any of which may make it reachable again, and a
/// long weak reference may do so even later. Only a handle that tracks resurrection tells when it is gone, so an object that is
/// found again works as if nothing had happened.
/// </summary>
/// <remarks>Nobody refers to a successor, so that each collection finalizes it, until the object is gone.</remarks>
internal abstract class Successor
{
    private WeakGCHandle<object> _owner;

    protected Successor(object owner) => _owner = new WeakGCHandle<object>(owner, trackResurrection: true);

    ~Successor()
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
            End();
        }
    }

    /// <summary>Ends what the object owned. On the finalizer's thread.</summary>
    protected abstract void End();
}
