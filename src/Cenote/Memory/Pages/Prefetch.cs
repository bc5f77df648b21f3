using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace Cenote.Memory.Pages;

/// <summary>Asks the processor for memory that will be read soon. Does nothing where .NET has no instruction for it.</summary>
internal static unsafe class Prefetch
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Read(void* address)
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(address);
        }
    }
}
