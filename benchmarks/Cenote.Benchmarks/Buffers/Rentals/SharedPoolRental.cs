using System.Buffers;
using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Works;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>The shared array pool, without <see langword="finally"/>.</summary>
internal struct SharedPoolRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte[] one = ArrayPool<byte>.Shared.Rent(length);
        int result = TWork.Do(one.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(one);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte[] one = ArrayPool<byte>.Shared.Rent(length);
        byte[] two = ArrayPool<byte>.Shared.Rent(length);
        byte[] three = ArrayPool<byte>.Shared.Rent(length);
        int result = TWork.Do(one.AsSpan(0, length)) + TWork.Do(two.AsSpan(0, length)) + TWork.Do(three.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(three);
        ArrayPool<byte>.Shared.Return(two);
        ArrayPool<byte>.Shared.Return(one);
        return result;
    }
}
