using System.Runtime.CompilerServices;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary><see langword="stackalloc"/> that is not zeroed.</summary>
internal struct StackRental : IRental
{
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        Span<byte> one = stackalloc byte[length];
        int result = TWork.Do(one);
        return result;
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        Span<byte> one = stackalloc byte[length];
        Span<byte> two = stackalloc byte[second];
        Span<byte> three = stackalloc byte[third];
        int result = TWork.Do(one) + TWork.Do(two) + TWork.Do(three);
        return result;
    }
}

/// <summary><see langword="stackalloc"/> with its default zeroing.</summary>
internal struct ZeroedStackRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        Span<byte> one = stackalloc byte[length];
        int result = TWork.Do(one);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        Span<byte> one = stackalloc byte[length];
        Span<byte> two = stackalloc byte[second];
        Span<byte> three = stackalloc byte[third];
        int result = TWork.Do(one) + TWork.Do(two) + TWork.Do(three);
        return result;
    }
}
