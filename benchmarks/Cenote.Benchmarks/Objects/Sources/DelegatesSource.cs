using Cenote.Objects;

namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>A pool with delegates.</summary>
internal readonly struct DelegatesSource(ObjectPool<byte[]> pool) : ISource
{
    public byte[] Allocate() => pool.Allocate();

    public void Free(byte[] item) => pool.Free(item);
}
