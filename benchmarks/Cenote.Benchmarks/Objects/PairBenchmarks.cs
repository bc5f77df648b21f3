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

/// <summary>Pairs in a loop.</summary>
public class PairInLoop : PairBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new ByteRivals<BytePolicy, LoopWork>(new LoopWork(Operations));
}

/// <summary>Pairs in a method of their own, which is not inlined.</summary>
public class PairInMethod : PairBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new ByteRivals<BytePolicy, CallWork>(new CallWork(Operations));
}

/// <summary>10,000 pairs in a loop, each of which cleans its item.</summary>
public class PairWithCleanup : PoolBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new ByteRivals<CleaningPolicy, LoopWork>(new LoopWork(10_000));
}

/// <summary>10,000 pairs that free their item whatever happens.</summary>
public class PairByLease : PoolBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new LeaseRivals();
}
