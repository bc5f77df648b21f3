using System.Runtime.CompilerServices;
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
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        using ScratchBuffer<byte> one = Scratch.Rent<byte>(length);
        using ScratchBuffer<byte> two = Scratch.Rent<byte>(second);
        using ScratchBuffer<byte> three = Scratch.Rent<byte>(third);
        int result = TWork.Do(one.Span) + TWork.Do(two.Span) + TWork.Do(three.Span);
        return result;
    }
}

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
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        using ScratchBuffer<byte> one = Scratch.Rent<byte>(length, clear: true);
        using ScratchBuffer<byte> two = Scratch.Rent<byte>(second, clear: true);
        using ScratchBuffer<byte> three = Scratch.Rent<byte>(third, clear: true);
        int result = TWork.Do(one.Span) + TWork.Do(two.Span) + TWork.Do(three.Span);
        return result;
    }
}

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
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        using ScratchFrame frame = Scratch.Frame();
        Span<byte> one = frame.Rent<byte>(length);
        Span<byte> two = frame.Rent<byte>(second);
        Span<byte> three = frame.Rent<byte>(third);
        int result = TWork.Do(one) + TWork.Do(two) + TWork.Do(three);
        return result;
    }
}

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
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        using var one = new ScratchBuffer<byte>(stackalloc byte[512], length);
        using var two = new ScratchBuffer<byte>(stackalloc byte[512], second);
        using var three = new ScratchBuffer<byte>(stackalloc byte[512], third);
        int result = TWork.Do(one.Span) + TWork.Do(two.Span) + TWork.Do(three.Span);
        return result;
    }
}
