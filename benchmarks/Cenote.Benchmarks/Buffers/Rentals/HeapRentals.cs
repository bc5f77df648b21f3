using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>A new array.</summary>
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
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        byte[] one = new byte[length];
        byte[] two = new byte[second];
        byte[] three = new byte[third];
        int result = TWork.Do(one) + TWork.Do(two) + TWork.Do(three);
        return result;
    }
}

/// <summary>A new array that is not zeroed.</summary>
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
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        byte[] one = GC.AllocateUninitializedArray<byte>(length);
        byte[] two = GC.AllocateUninitializedArray<byte>(second);
        byte[] three = GC.AllocateUninitializedArray<byte>(third);
        int result = TWork.Do(one) + TWork.Do(two) + TWork.Do(three);
        return result;
    }
}

/// <summary>The C library's heap, without <see langword="finally"/>.</summary>
internal unsafe struct NativeRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte* one = (byte*)NativeMemory.Alloc((nuint)length);
        int result = TWork.Do(new Span<byte>(one, length));
        NativeMemory.Free(one);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        byte* one = (byte*)NativeMemory.Alloc((nuint)length);
        byte* two = (byte*)NativeMemory.Alloc((nuint)second);
        byte* three = (byte*)NativeMemory.Alloc((nuint)third);
        int result = TWork.Do(new Span<byte>(one, length))
            + TWork.Do(new Span<byte>(two, second))
            + TWork.Do(new Span<byte>(three, third));
        NativeMemory.Free(three);
        NativeMemory.Free(two);
        NativeMemory.Free(one);
        return result;
    }
}
