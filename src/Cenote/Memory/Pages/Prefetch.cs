using System.Runtime.Intrinsics.X86;

namespace Cenote.Memory.Pages;

/// <summary>Prefetches memory that will be read soon. Does nothing on CPUs without SSE, such as ARM64.</summary>
internal static unsafe class Prefetch
{
    /// <summary>The size of a cache line, in bytes.</summary>
    public const int Line = 64;

    /// <summary>Steps of up to this size need no prefetch, because the hardware prefetcher follows them.</summary>
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

    /// <summary>
    /// Prefetches as many bytes as a sequential reader has just advanced, up to 1 KiB, far enough ahead to arrive in time.
    /// </summary>
    /// <param name="next">The position of the reader; the prefetched bytes may lie beyond the end of its memory.</param>
    /// <param name="bytes">The number of bytes that the reader has advanced.</param>
    public static void Ahead(byte* next, nuint bytes)
    {
        byte* end = next + Distance;
        for (byte* line = end - Math.Min(bytes, Distance); line < end; line += Line)
        {
            Read(line);
        }
    }
}
