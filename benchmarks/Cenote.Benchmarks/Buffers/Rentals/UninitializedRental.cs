using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Works;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>An array that is not zeroed.</summary>
internal struct UninitializedRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte[] one = GC.AllocateUninitializedArray<byte>(length);
        int result = TWork.Do(one);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte[] one = GC.AllocateUninitializedArray<byte>(length);
        byte[] two = GC.AllocateUninitializedArray<byte>(length);
        byte[] three = GC.AllocateUninitializedArray<byte>(length);
        int result = TWork.Do(one) + TWork.Do(two) + TWork.Do(three);
        return result;
    }
}
