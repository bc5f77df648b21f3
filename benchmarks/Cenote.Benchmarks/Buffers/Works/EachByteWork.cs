using System.Runtime.CompilerServices;

namespace Cenote.Benchmarks.Buffers.Works;

/// <summary>Writes all bytes, one by one: the loop of the benchmark that others publish.</summary>
internal struct EachByteWork : IBufferWork
{
    // All rivals run the same machine code: whether a short loop crosses a cache line of code makes a difference of up to 2.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Do(Span<byte> buffer)
    {
        for (int i = 0; i < buffer.Length; i++)
        {
            buffer[i] = (byte)i;
        }

        return buffer[^1];
    }
}
