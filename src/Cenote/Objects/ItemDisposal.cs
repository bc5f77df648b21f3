namespace Cenote.Objects;

/// <summary>
/// Disposes items for a pool. If the <see cref="IDisposable.Dispose"/> of an item frees the item to the pool again, the item is
/// not disposed a second time.
/// </summary>
internal static class ItemDisposal
{
    [ThreadStatic]
    private static List<object>? s_disposing;

    /// <summary>Disposes an item, unless this thread is already disposing it.</summary>
    public static void Dispose(object item)
    {
        if (item is not IDisposable disposable)
        {
            return;
        }

        List<object> underWay = s_disposing ??= [];
        foreach (object other in underWay)
        {
            if (other == item)
            {
                return;
            }
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
