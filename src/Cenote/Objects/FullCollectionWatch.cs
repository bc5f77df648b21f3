namespace Cenote.Objects;

/// <summary>
/// Trims a pool after each gen 2 collection. The finalizer is re-registered each time, so this object is soon in gen 2 itself.
/// </summary>
internal sealed class FullCollectionWatch
{
    private int _lastGen2Count = GC.CollectionCount(GC.MaxGeneration);

    // A short weak handle, which is cleared when only finalizers can still reach the core: its items may already be finalized. A
    // WeakReference has a finalizer that may run before the finalizer of this object.
    private WeakGCHandle<PoolCore> _core;

    private FullCollectionWatch(PoolCore core) => _core = new WeakGCHandle<PoolCore>(core);

    // A finalizer is the only notification of collections that costs nothing between them.
    ~FullCollectionWatch()
    {
        // The handle is not allocated if the constructor threw.
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
        if (collections != _lastGen2Count)
        {
            _lastGen2Count = collections;
            TrimQuietly(core);
        }

        GC.ReRegisterForFinalize(this);
    }

    public static void Start(PoolCore core) => _ = new FullCollectionWatch(core);

    private static void TrimQuietly(PoolCore core)
    {
        try
        {
            Drop(core, core.TakeIdle());
        }
        catch (OutOfMemoryException)
        {
            // An exception would end the process. The next collection retries.
        }
    }

    private static void Drop(PoolCore core, List<object> items)
    {
        if (items.Count > 0 && core.Disposes)
        {
            // The finalizer thread must not wait for an item's Dispose.
            ThreadPool.UnsafeQueueUserWorkItem(
                static work => work.core.DropQuietly(work.items), (core, items), preferLocal: false);
            return;
        }

        core.CountDropped(items.Count);
    }
}
