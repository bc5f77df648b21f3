namespace Cenote.Extensions.Objects;

/// <summary>Adapts a Cenote pool to the pool class of Microsoft.Extensions.ObjectPool.</summary>
internal class PooledItems<T>(Cenote.Objects.ObjectPool<T, ObjectPolicy<T>> pool)
    : Microsoft.Extensions.ObjectPool.ObjectPool<T>
    where T : class
{
    /// <summary>The pool.</summary>
    protected Cenote.Objects.ObjectPool<T, ObjectPolicy<T>> Pool { get; } = pool;

    public override T Get() => Pool.Allocate();

    public override void Return(T obj) => Pool.Free(obj);
}
