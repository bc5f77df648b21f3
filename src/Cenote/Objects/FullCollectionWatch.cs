using System.Runtime.InteropServices;

namespace Cenote.Objects;

/// <summary>
/// Trims a pool after each full collection: an object that is finalized again and again, and so soon lives in the oldest
/// generation.
/// </summary>
internal sealed class FullCollectionWatch
{
    private int _seen = GC.CollectionCount(GC.MaxGeneration);

    // Short and weak: empty as soon as only finalizers can reach the pool, for its items may have been finalized then. A handle
    // of its own: a WeakReference has a finalizer, which may run before this one.
    private WeakGCHandle<PoolCore> _core;

    private FullCollectionWatch(PoolCore core) => _core = new WeakGCHandle<PoolCore>(core);

    // The only notice of a collection that costs nothing between collections.
    ~FullCollectionWatch()
    {
        // There is none if it could not be made.
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
            // An exception would end the process. The next collection makes room, and comes back here.
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
