using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Works;
using Cenote.Buffers;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>The scratch stack.</summary>
internal struct ScratchRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using ScratchBuffer<byte> one = Scratch.Rent<byte>(length);
        int result = TWork.Do(one.Span);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using ScratchBuffer<byte> one = Scratch.Rent<byte>(length);
        using ScratchBuffer<byte> two = Scratch.Rent<byte>(length);
        using ScratchBuffer<byte> three = Scratch.Rent<byte>(length);
        int result = TWork.Do(one.Span) + TWork.Do(two.Span) + TWork.Do(three.Span);
        return result;
    }
}
