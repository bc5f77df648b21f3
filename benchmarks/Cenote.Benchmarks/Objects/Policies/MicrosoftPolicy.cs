using Microsoft.Extensions.ObjectPool;

namespace Cenote.Benchmarks.Objects.Policies;

/// <summary>A policy as Microsoft's pool wants it.</summary>
internal sealed class MicrosoftPolicy<T, TPolicy>(TPolicy policy) : IPooledObjectPolicy<T>
    where T : class
    where TPolicy : struct, IRivalPolicy<T>
{
    public T Create() => policy.Create();

    public bool Return(T obj) => policy.Cleanup(obj);
}
