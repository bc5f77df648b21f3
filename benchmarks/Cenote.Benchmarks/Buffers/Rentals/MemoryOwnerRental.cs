using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Works;
using CommunityToolkit.HighPerformance.Buffers;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>CommunityToolkit's owner of a memory.</summary>
internal struct MemoryOwnerRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using MemoryOwner<byte> one = MemoryOwner<byte>.Allocate(length);
        int result = TWork.Do(one.Span);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using MemoryOwner<byte> one = MemoryOwner<byte>.Allocate(length);
        using MemoryOwner<byte> two = MemoryOwner<byte>.Allocate(length);
        using MemoryOwner<byte> three = MemoryOwner<byte>.Allocate(length);
        int result = TWork.Do(one.Span) + TWork.Do(two.Span) + TWork.Do(three.Span);
        return result;
    }
}
