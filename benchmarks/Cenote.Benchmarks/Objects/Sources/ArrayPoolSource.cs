using System.Buffers;
using Cenote.Benchmarks.Objects.Policies;

namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>The shared array pool.</summary>
internal readonly struct ArrayPoolSource : ISource
{
    public byte[] Allocate() => ArrayPool<byte>.Shared.Rent(BytePolicy.Length);

    public void Free(byte[] item) => ArrayPool<byte>.Shared.Return(item);
}
