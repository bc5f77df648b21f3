namespace Cenote.Objects;

/// <summary>
/// Disposes items for a pool. One whose <see cref="IDisposable.Dispose"/> frees it comes back to the pool, which must not dispose
/// it again then.
/// </summary>
internal static class ItemDisposal
{
    [ThreadStatic]
    private static List<object>? s_underWay;

    /// <summary>Disposes an item, unless the thread is already doing so.</summary>
    public static void Dispose(object item)
    {
        if (item is not IDisposable disposable)
        {
            return;
        }

        List<object> underWay = s_underWay ??= [];
        if (underWay.Exists(other => ReferenceEquals(other, item)))
        {
            return;
        }

        underWay.Add(item);
        try
        {
            disposable.Dispose();
        }
        finally
        {
            underWay.RemoveAt(underWay.Count - 1);
        }
    }
}
