using Cenote.Objects;

namespace Cenote.Tests.Support;

/// <summary>Creates plain items and rejects disposed ones.</summary>
internal readonly struct PooledItemPolicy : IPoolPolicy<PooledItem>
{
    public PooledItem Create() => new();

    public bool Cleanup(PooledItem item) => !item.IsDisposed;
}
