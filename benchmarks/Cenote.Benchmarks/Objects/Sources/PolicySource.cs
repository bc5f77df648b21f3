using Cenote.Benchmarks.Objects.Policies;
using Cenote.Objects;

namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>A pool with a policy.</summary>
internal readonly struct PolicySource<TPolicy>(ObjectPool<byte[], TPolicy> pool) : ISource
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public byte[] Allocate() => pool.Allocate();

    public void Free(byte[] item) => pool.Free(item);
}
