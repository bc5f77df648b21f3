using Cenote.Objects;
using MicrosoftPools = Microsoft.Extensions.ObjectPool;

namespace Cenote.Benchmarks.Objects;

/// <summary>
/// Pools of arrays in static readonly fields, where most programs hold theirs. The JIT knows such a pool, its class and
/// that it is there; for every rival alike.
/// </summary>
internal static class HeldPools<TPolicy>
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public static readonly ObjectPool<byte[], TPolicy> Policy = Pools.Policy<byte[], TPolicy>(default);

    public static readonly ObjectPool<byte[]> Delegates = Pools.Delegates<byte[], TPolicy>(default);

    public static readonly MicrosoftPools.ObjectPool<byte[]> Microsoft = Pools.Microsoft<byte[], TPolicy>(default);
}
