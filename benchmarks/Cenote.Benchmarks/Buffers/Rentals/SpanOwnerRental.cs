using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Works;
using CommunityToolkit.HighPerformance.Buffers;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>CommunityToolkit's owner of a span.</summary>
internal struct SpanOwnerRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using SpanOwner<byte> one = SpanOwner<byte>.Allocate(length);
        int result = TWork.Do(one.Span);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using SpanOwner<byte> one = SpanOwner<byte>.Allocate(length);
        using SpanOwner<byte> two = SpanOwner<byte>.Allocate(length);
        using SpanOwner<byte> three = SpanOwner<byte>.Allocate(length);
        int result = TWork.Do(one.Span) + TWork.Do(two.Span) + TWork.Do(three.Span);
        return result;
    }
}
