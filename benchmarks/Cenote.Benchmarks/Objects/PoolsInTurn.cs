using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Objects;

/// <summary>16,384 pairs out of many pools in turn.</summary>
public class PoolsInTurn : PoolBenchmarks
{
    /// <summary>Pools of each rival.</summary>
    [Params(1, 64, 1_024)]
    public int Pools { get; set; }

    private protected override IPoolRivals CreateRivals() => new ManyPools(Pools);
}
