using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Objects;

/// <summary>Arrays of 256 bytes: the object pools, and the shared array pool.</summary>
public abstract class ByteBenchmarks : PoolBenchmarks
{
    [Benchmark]
    public void ArrayPool() => Rivals<IByteRivals>().ArrayPool();
}
