using System.Buffers;
using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Works;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>An array pool of its own, without <see langword="finally"/>.</summary>
internal struct OwnPoolRental : IRental
{
    private static readonly ArrayPool<byte> s_pool = ArrayPool<byte>.Create(1 << 21, 50);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte[] one = s_pool.Rent(length);
        int result = TWork.Do(one.AsSpan(0, length));
        s_pool.Return(one);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte[] one = s_pool.Rent(length);
        byte[] two = s_pool.Rent(length);
        byte[] three = s_pool.Rent(length);
        int result = TWork.Do(one.AsSpan(0, length)) + TWork.Do(two.AsSpan(0, length)) + TWork.Do(three.AsSpan(0, length));
        s_pool.Return(three);
        s_pool.Return(two);
        s_pool.Return(one);
        return result;
    }
}
