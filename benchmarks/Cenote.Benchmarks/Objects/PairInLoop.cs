using Cenote.Benchmarks.Objects.Policies;
using Cenote.Benchmarks.Objects.Works;

namespace Cenote.Benchmarks.Objects;

/// <summary>Pairs in a loop.</summary>
public class PairInLoop : PairBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new ByteRivals<BytePolicy, LoopWork>(new LoopWork(Operations));
}
