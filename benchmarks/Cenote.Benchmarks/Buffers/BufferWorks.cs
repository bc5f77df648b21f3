using System.Runtime.CompilerServices;

namespace Cenote.Benchmarks.Buffers;

/// <summary>Work that is done with a buffer while it is held.</summary>
internal interface IBufferWork
{
    /// <summary>Does the work, and returns a value that depends on it.</summary>
    static abstract int Do(Span<byte> buffer);
}

/// <summary>No work: the buffer is rented and released.</summary>
internal struct NoWork : IBufferWork
{
    public static int Do(Span<byte> buffer) => buffer.Length;
}

/// <summary>Writes one byte of each cache line.</summary>
internal struct TouchWork : IBufferWork
{
    private const int LineBytes = 64;

    // Not inlined, so that all rivals run the same machine code: a short loop takes up to 2x as long if its code crosses a cache
    // line.
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

/// <summary>Writes all bytes, one by one: the loop of published benchmarks.</summary>
internal struct EachByteWork : IBufferWork
{
    // Not inlined, so that all rivals run the same machine code: a short loop takes up to 2x as long if its code crosses a cache
    // line.
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
