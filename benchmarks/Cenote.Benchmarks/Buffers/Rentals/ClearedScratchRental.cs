using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Works;
using Cenote.Buffers;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>The scratch stack, zeroed.</summary>
internal struct ClearedScratchRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using ScratchBuffer<byte> one = Scratch.Rent<byte>(length, clear: true);
        int result = TWork.Do(one.Span);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using ScratchBuffer<byte> one = Scratch.Rent<byte>(length, clear: true);
        using ScratchBuffer<byte> two = Scratch.Rent<byte>(length, clear: true);
        using ScratchBuffer<byte> three = Scratch.Rent<byte>(length, clear: true);
        int result = TWork.Do(one.Span) + TWork.Do(two.Span) + TWork.Do(three.Span);
        return result;
    }
}
