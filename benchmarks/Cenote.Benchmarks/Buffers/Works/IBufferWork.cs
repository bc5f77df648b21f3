namespace Cenote.Benchmarks.Buffers.Works;

/// <summary>What is done with a buffer while it is held.</summary>
internal interface IBufferWork
{
    /// <summary>Does it, and returns something that depends on it.</summary>
    static abstract int Do(Span<byte> buffer);
}
