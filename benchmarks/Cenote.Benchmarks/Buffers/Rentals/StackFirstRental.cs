using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Works;
using Cenote.Buffers;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>512 bytes of the caller's stack, and the scratch stack for more.</summary>
internal struct StackFirstRental : IRental
{
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using var one = new ScratchBuffer<byte>(stackalloc byte[512], length);
        int result = TWork.Do(one.Span);
        return result;
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using var one = new ScratchBuffer<byte>(stackalloc byte[512], length);
        using var two = new ScratchBuffer<byte>(stackalloc byte[512], length);
        using var three = new ScratchBuffer<byte>(stackalloc byte[512], length);
        int result = TWork.Do(one.Span) + TWork.Do(two.Span) + TWork.Do(three.Span);
        return result;
    }
}
