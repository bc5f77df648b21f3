using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Objects.Policies;
using Cenote.Benchmarks.Objects.Works;

namespace Cenote.Benchmarks.Objects;

/// <summary>The benchmark that is published for object pools: pairs on several threads.</summary>
public class ParallelPairs : ByteBenchmarks
{
    [Params(2, 4, 8, 16, 32)]
    public int Threads { get; set; }

    /// <summary>Pairs on each thread.</summary>
    [Params(1_000, 10_000)]
    public int Pairs { get; set; }

    [Benchmark]
    public void RawSlot() => Rivals<IByteRivals>().RawSlot();

    private protected override IPoolRivals CreateRivals() =>
        new ByteRivals<BytePolicy, ParallelWork>(new ParallelWork(Threads, Pairs));
}
