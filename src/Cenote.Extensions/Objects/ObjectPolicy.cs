using Cenote.Objects;
using Microsoft.Extensions.ObjectPool;

namespace Cenote.Extensions.Objects;

/// <summary>Adapts a policy of Microsoft.Extensions.ObjectPool to Cenote.</summary>
internal readonly struct ObjectPolicy<T>(IPooledObjectPolicy<T> policy) : IPoolPolicy<T>
    where T : class
{
    public T Create() => policy.Create();

    public bool Cleanup(T item) => policy.Return(item);
}
