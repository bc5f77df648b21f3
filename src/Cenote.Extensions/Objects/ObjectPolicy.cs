using Cenote.Objects;
using Microsoft.Extensions.ObjectPool;

namespace Cenote.Extensions.Objects;

/// <summary>A policy of ASP.NET as one of Cenote.</summary>
internal readonly struct ObjectPolicy<T>(IPooledObjectPolicy<T> policy) : IPoolPolicy<T>
    where T : class
{
    public T Create() => policy.Create();

    public bool Cleanup(T item) => policy.Return(item);
}
