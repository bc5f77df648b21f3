namespace Cenote.Extensions.Objects;

/// <summary>A pool that disposes the items it does not keep and, when it is disposed, all pooled items.</summary>
internal sealed class DisposingPool<T>(Cenote.Objects.ObjectPool<T, ObjectPolicy<T>> pool)
    : PooledItems<T>(pool), IDisposable
    where T : class
{
    public void Dispose() => Pool.Dispose();
}
