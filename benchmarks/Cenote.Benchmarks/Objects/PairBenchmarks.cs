using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Objects;

/// <summary>10,000 times an item is allocated, written to and freed.</summary>
public abstract class PairBenchmarks : ByteBenchmarks
{
    private protected const int Operations = 10_000;

    [Benchmark]
    public void RawSlot() => Rivals<IByteRivals>().RawSlot();

    [Benchmark]
    public void New() => Rivals<IByteRivals>().New();
}
