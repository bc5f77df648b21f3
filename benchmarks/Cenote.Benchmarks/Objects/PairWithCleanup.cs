using Cenote.Benchmarks.Objects.Policies;
using Cenote.Benchmarks.Objects.Works;

namespace Cenote.Benchmarks.Objects;

/// <summary>10,000 pairs in a loop, each of which cleans its item.</summary>
public class PairWithCleanup : PoolBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new ByteRivals<CleaningPolicy, LoopWork>(new LoopWork(10_000));
}
