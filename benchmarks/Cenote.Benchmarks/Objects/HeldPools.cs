using Cenote.Objects;
using MicrosoftPools = Microsoft.Extensions.ObjectPool;

namespace Cenote.Benchmarks.Objects;

/// <summary>
/// Array pools in static readonly fields, as in most programs. The JIT then knows the pool's class, and that the field is not
/// null. This applies to all rivals.
/// </summary>
internal static class HeldPools<TPolicy>
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public static readonly ObjectPool<byte[], TPolicy> Policy = Pools.Policy<byte[], TPolicy>(default);

    public static readonly ObjectPool<byte[]> Delegates = Pools.Delegates<byte[], TPolicy>(default);

    public static readonly MicrosoftPools.ObjectPool<byte[]> Microsoft = Pools.Microsoft<byte[], TPolicy>(default);
}
