namespace Cenote.Benchmarks.Objects;

/// <summary>10,000 pairs that free their item whatever happens.</summary>
public class PairByLease : PoolBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new LeaseRivals();
}
