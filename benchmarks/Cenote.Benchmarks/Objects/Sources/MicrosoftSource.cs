using Microsoft.Extensions.ObjectPool;

namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>A pool of Microsoft.Extensions.ObjectPool.</summary>
internal readonly struct MicrosoftSource(ObjectPool<byte[]> pool) : ISource
{
    public byte[] Allocate() => pool.Get();

    public void Free(byte[] item) => pool.Return(item);
}
