using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Buffers.Works;

namespace Cenote.Benchmarks.Buffers;

/// <summary>Buffers of which a byte of each cache line is written.</summary>
public class BufferSweep : BufferBenchmarks
{
    [Params(64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576)]
    public int Length { get; set; }

    private protected override Action Of<TRental>() => new RentalRivals<TouchWork>(Length, Three).Run<TRental>;
}
