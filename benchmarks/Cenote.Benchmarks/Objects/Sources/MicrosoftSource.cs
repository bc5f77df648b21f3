using Cenote.Benchmarks.Objects.Policies;

namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>A pool of Microsoft.Extensions.ObjectPool.</summary>
internal readonly struct MicrosoftSource<TPolicy> : ISource
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public byte[] Allocate() => HeldPools<TPolicy>.Microsoft.Get();

    public void Free(byte[] item) => HeldPools<TPolicy>.Microsoft.Return(item);
}
