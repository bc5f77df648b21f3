using Cenote.Objects;

namespace Cenote.Tests.Support;

/// <summary>Makes plain items, and refuses those that were disposed.</summary>
internal readonly struct PooledItemPolicy : IPoolPolicy<PooledItem>
{
    public PooledItem Create() => new();

    public bool Cleanup(PooledItem item) => !item.IsDisposed;
}
