using System.Buffers;
using Cenote.Benchmarks.Objects.Policies;

namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>The shared array pool, through a field as all pools: as a static one the JIT would know its class.</summary>
internal readonly struct ArrayPoolSource(ArrayPool<byte> pool) : ISource
{
    public byte[] Allocate() => pool.Rent(BytePolicy.Length);

    public void Free(byte[] item) => pool.Return(item);
}
