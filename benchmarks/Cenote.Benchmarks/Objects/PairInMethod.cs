using Cenote.Benchmarks.Objects.Policies;
using Cenote.Benchmarks.Objects.Works;

namespace Cenote.Benchmarks.Objects;

/// <summary>Pairs in a method of their own, which is not inlined.</summary>
public class PairInMethod : PairBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new ByteRivals<BytePolicy, CallWork>(new CallWork(Operations));
}
