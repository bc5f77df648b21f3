using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace Cenote.Memory.Pages;

/// <summary>Asks the processor for memory that will be read soon. Does nothing where .NET has no instruction for it.</summary>
internal static unsafe class Prefetch
{
    /// <summary>Bytes of a line of the cache.</summary>
    public const int Line = 64;

    /// <summary>
    /// Whoever moves on by no more than this needs no help: the processor sees that every line is read, or nearly so.
    /// </summary>
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

    /// <summary>Asks for as many bytes as a walk over memory has moved on by, so far ahead that they come in time.</summary>
    /// <param name="next">Where the walk is now; what is asked for may lie beyond the end of its memory.</param>
    /// <param name="bytes">How far it has moved on.</param>
    public static void Ahead(byte* next, nuint bytes)
    {
        byte* end = next + Distance;
        for (byte* line = end - Math.Min(bytes, Distance); line < end; line += Line)
        {
            Read(line);
        }
    }
}
