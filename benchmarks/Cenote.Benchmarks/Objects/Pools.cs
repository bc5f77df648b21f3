using Cenote.Objects;
using Microsoft.Extensions.ObjectPool;
using MicrosoftPools = Microsoft.Extensions.ObjectPool;

namespace Cenote.Benchmarks.Objects;

/// <summary>The compared pools, all of one size.</summary>
internal static class Pools
{
    /// <summary>The number of items that each pool keeps.</summary>
    public const int Size = 64;

    public static ObjectPool<T, TPolicy> Policy<T, TPolicy>(TPolicy policy, bool disposes = false)
        where T : class
        where TPolicy : struct, IRivalPolicy<T> =>
        new(policy, new ObjectPoolOptions { Size = Size, DisposeWhenFull = disposes });

    public static Cenote.Objects.ObjectPool<T> Delegates<T, TPolicy>(TPolicy policy, bool disposes = false)
        where T : class
        where TPolicy : struct, IRivalPolicy<T> => new(new ObjectPoolOptions<T>
        {
            Factory = () => policy.Create(),
            Cleanup = policy.Cleaner,
            Size = Size,
            DisposeWhenFull = disposes,
        });

    public static MicrosoftPools.ObjectPool<T> Microsoft<T, TPolicy>(TPolicy policy)
        where T : class
        where TPolicy : struct, IRivalPolicy<T> =>
        new DefaultObjectPoolProvider { MaximumRetained = Size }.Create(new MicrosoftPolicy<T, TPolicy>(policy));
}
