namespace Cenote.Extensions.Objects;

/// <summary>A pool that disposes what it does not keep, and everything with itself.</summary>
internal sealed class DisposingPool<T>(Cenote.Objects.ObjectPool<T, ObjectPolicy<T>> pool)
    : PooledItems<T>(pool), IDisposable
    where T : class
{
    public void Dispose() => Pool.Dispose();
}
