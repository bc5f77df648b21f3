using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Works;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>An array.</summary>
internal struct NewRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte[] one = new byte[length];
        int result = TWork.Do(one);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte[] one = new byte[length];
        byte[] two = new byte[length];
        byte[] three = new byte[length];
        int result = TWork.Do(one) + TWork.Do(two) + TWork.Do(three);
        return result;
    }
}
