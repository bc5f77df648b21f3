using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Buffers.Works;

namespace Cenote.Benchmarks.Buffers;

/// <summary>The table that others publish: each byte of a buffer written.</summary>
public class PublishedBuffers : BufferBenchmarks
{
    [Params(256, 2_048, 8_192)]
    public int Length { get; set; }

    private protected override Action Of<TRental>() => new RentalRivals<EachByteWork>(Length, Three).Run<TRental>;
}
