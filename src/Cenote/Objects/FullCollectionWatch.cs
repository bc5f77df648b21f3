using System.Runtime.InteropServices;

namespace Cenote.Objects;

/// <summary>
/// Trims a pool after each full collection: an object that is finalized again and again, and therefore soon lives in the oldest
/// generation.
/// </summary>
internal sealed class FullCollectionWatch
{
    private int _seen = GC.CollectionCount(GC.MaxGeneration);

    // A short weak handle: empty as soon as only finalizers can reach the pool, because its items may have been finalized by
    // then. Not a WeakReference, which has a finalizer that may run before this one.
    private WeakGCHandle<PoolCore> _core;

    private FullCollectionWatch(PoolCore core) => _core = new WeakGCHandle<PoolCore>(core);

    // The only way to be told of a collection that costs nothing between collections.
    ~FullCollectionWatch()
    {
        // There is no handle if it could not be made.
        if (!_core.IsAllocated)
        {
            return;
        }

        if (!_core.TryGetTarget(out PoolCore? core) || core.IsClosed)
        {
            _core.Dispose();
            return;
        }

        int collections = GC.CollectionCount(GC.MaxGeneration);
        if (collections != _seen)
        {
            _seen = collections;
            TrimQuietly(core);
        }

        GC.ReRegisterForFinalize(this);
    }

    public static void Start(PoolCore core) => _ = new FullCollectionWatch(core);

    private static void TrimQuietly(PoolCore core)
    {
        try
        {
            LetGo(core, core.TakeIdle());
        }
        catch (OutOfMemoryException)
        {
            // An exception would end the process. The next collection makes room, and tries again.
        }
    }

    private static void LetGo(PoolCore core, List<object> items)
    {
        if (items.Count > 0 && core.Disposes)
        {
            // Whatever an item's Dispose does, finalizers do not wait for it.
            ThreadPool.UnsafeQueueUserWorkItem(
                static work => work.core.DropQuietly(work.items), (core, items), preferLocal: false);
            return;
        }

        core.CountDropped(items.Count);
    }
}
