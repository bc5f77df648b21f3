using Cenote.Benchmarks.Objects.Policies;

namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>A pool with delegates.</summary>
internal readonly struct DelegatesSource<TPolicy> : ISource
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public byte[] Allocate() => HeldPools<TPolicy>.Delegates.Allocate();

    public void Free(byte[] item) => HeldPools<TPolicy>.Delegates.Free(item);
}
