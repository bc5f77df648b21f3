namespace Cenote.Objects;

/// <summary>Trims a pool after each full collection: an object that is finalized again and again, and so soon lives in the oldest generation.</summary>
internal sealed class FullCollectionWatch
{
    private readonly PoolCore _core;
    private int _seen = GC.CollectionCount(GC.MaxGeneration);

    private FullCollectionWatch(PoolCore core) => _core = core;

    // The only notice of a collection that costs nothing between collections.
    ~FullCollectionWatch()
    {
        if (_core.IsClosed)
        {
            return;
        }

        int collections = GC.CollectionCount(GC.MaxGeneration);
        if (collections != _seen)
        {
            _seen = collections;
            LetGo(_core.TakeIdle());
        }

        GC.ReRegisterForFinalize(this);
    }

    public static void Start(PoolCore core) => _ = new FullCollectionWatch(core);

    private void LetGo(List<object> items)
    {
        if (items.Count > 0 && _core.Disposes)
        {
            // Whatever an item's Dispose does, finalizers do not wait for it.
            ThreadPool.UnsafeQueueUserWorkItem(static work => work._core.DropQuietly(work.items), (_core, items), preferLocal: false);
            return;
        }

        _core.CountDropped(items.Count);
    }
}
