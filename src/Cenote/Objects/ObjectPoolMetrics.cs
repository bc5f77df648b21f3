using Cenote.Diagnostics;

namespace Cenote.Objects;

/// <summary>The instruments of named object pools.</summary>
internal static class ObjectPoolMetrics
{
    public static readonly MeasuredKind<PoolCore> Pools =
        new MeasuredKind<PoolCore>("cenote.object_pool", static pool => pool.IsClosed)
            .UpDownCounter("items.retained", "{item}", "Items that a pool keeps.", static pool => pool.Retained)
            .UpDownCounter("items.size", "{item}", "The maximum number of items that a pool keeps.", static pool => pool.Size)
            .Counter("created", "{item}", "Items that were created.", static pool => pool.Created)
            .Counter("dropped", "{item}", "Items that were dropped.", static pool => pool.Dropped)
            .Counter("leaks", "{item}", "Watched items that were collected instead of being freed.", static pool => pool.Leaks?.Count);
}
