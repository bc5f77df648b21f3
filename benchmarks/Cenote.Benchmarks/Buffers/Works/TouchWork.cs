using System.Runtime.CompilerServices;

namespace Cenote.Benchmarks.Buffers.Works;

/// <summary>Writes a byte of each cache line.</summary>
internal struct TouchWork : IBufferWork
{
    private const int LineBytes = 64;

    // All rivals run the same machine code: whether a short loop crosses a cache line of code makes a difference of up to 2.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Do(Span<byte> buffer)
    {
        for (int i = 0; i < buffer.Length; i += LineBytes)
        {
            buffer[i] = (byte)i;
        }

        return buffer[0];
    }
}
