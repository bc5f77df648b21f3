namespace Cenote.Benchmarks.Buffers.Works;

/// <summary>Nothing: the buffer is rented and released.</summary>
internal struct NoWork : IBufferWork
{
    public static int Do(Span<byte> buffer) => buffer.Length;
}
