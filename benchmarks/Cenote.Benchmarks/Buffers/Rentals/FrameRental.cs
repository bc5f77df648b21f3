using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Works;
using Cenote.Buffers;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>A frame of the scratch stack.</summary>
internal struct FrameRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using ScratchFrame frame = Scratch.Frame();
        Span<byte> one = frame.Rent<byte>(length);
        int result = TWork.Do(one);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using ScratchFrame frame = Scratch.Frame();
        Span<byte> one = frame.Rent<byte>(length);
        Span<byte> two = frame.Rent<byte>(length);
        Span<byte> three = frame.Rent<byte>(length);
        int result = TWork.Do(one) + TWork.Do(two) + TWork.Do(three);
        return result;
    }
}
