using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Objects.RealObjects;

/// <summary>200 objects that programs pool, used one after the other.</summary>
public class PooledObjects : PoolBenchmarks
{
    [ParamsAllValues]
    public RealKind Kind { get; set; }

    [Benchmark]
    public void New() => Rivals<IRealRivals>().New();

    private protected override IPoolRivals CreateRivals() => IRealRivals.Of(Kind);
}
