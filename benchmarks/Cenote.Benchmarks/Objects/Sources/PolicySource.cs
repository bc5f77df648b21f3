using Cenote.Benchmarks.Objects.Policies;

namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>A pool with a policy.</summary>
internal readonly struct PolicySource<TPolicy> : ISource
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public byte[] Allocate() => HeldPools<TPolicy>.Policy.Allocate();

    public void Free(byte[] item) => HeldPools<TPolicy>.Policy.Free(item);
}
