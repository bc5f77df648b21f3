using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Benchmarks.Buffers.Works;

#pragma warning disable RS0030 // It is a rival here.

namespace Cenote.Benchmarks.Buffers.Rentals;

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
    public static int Three<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte* one = (byte*)NativeMemory.Alloc((nuint)length);
        byte* two = (byte*)NativeMemory.Alloc((nuint)length);
        byte* three = (byte*)NativeMemory.Alloc((nuint)length);
        int result = TWork.Do(new Span<byte>(one, length)) + TWork.Do(new Span<byte>(two, length)) + TWork.Do(new Span<byte>(three, length));
        NativeMemory.Free(three);
        NativeMemory.Free(two);
        NativeMemory.Free(one);
        return result;
    }
}
