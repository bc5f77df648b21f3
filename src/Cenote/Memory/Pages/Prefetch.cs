using System.Runtime.Intrinsics.X86;

namespace Cenote.Memory.Pages;

/// <summary>Prefetches memory that will be read soon. Does nothing where .NET has no instruction for it.</summary>
internal static unsafe class Prefetch
{
    /// <summary>Bytes of a cache line.</summary>
    public const int Line = 64;

    /// <summary>Steps up to this size need no prefetch: the hardware prefetcher follows them.</summary>
    public const int BytesInSight = 2 * Line;

    private const int Distance = 1 << 10;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Read(void* address)
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(address);
        }
    }

    /// <summary>Prefetches the number of bytes that a memory walk has advanced, far enough ahead to arrive in time.</summary>
    /// <param name="next">The position of the walk; the prefetched bytes may lie beyond the end of its memory.</param>
    /// <param name="bytes">How far it has advanced.</param>
    public static void Ahead(byte* next, nuint bytes)
    {
        byte* end = next + Distance;
        for (byte* line = end - Math.Min(bytes, Distance); line < end; line += Line)
        {
            Read(line);
        }
    }
}
