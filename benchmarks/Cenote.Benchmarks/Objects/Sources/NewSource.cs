using Cenote.Benchmarks.Objects.Policies;

namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>No pool: each item is made, and left to the garbage collector.</summary>
internal readonly struct NewSource<TPolicy> : ISource
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public byte[] Allocate() => default(TPolicy).Create();

    public void Free(byte[] item)
    {
    }
}
