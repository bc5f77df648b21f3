using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Objects;

/// <summary>Allocates, writes to and frees an item, 10,000 times.</summary>
public abstract class PairBenchmarks : ByteBenchmarks
{
    private protected const int Operations = 10_000;

    [Benchmark]
    public void RawSlot() => Rivals<IByteRivals>().RawSlot();

    [Benchmark]
    public void New() => Rivals<IByteRivals>().New();
}

/// <summary>Allocates and frees items in a loop.</summary>
public class PairInLoop : PairBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new ByteRivals<BytePolicy, LoopWork>(new LoopWork(Operations));
}

/// <summary>Allocates and frees an item in a separate method, which is not inlined.</summary>
public class PairInMethod : PairBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new ByteRivals<BytePolicy, CallWork>(new CallWork(Operations));
}

/// <summary>Allocates and frees 10,000 items in a loop, and cleans each.</summary>
public class PairWithCleanup : PoolBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new ByteRivals<CleaningPolicy, LoopWork>(new LoopWork(10_000));
}

/// <summary>Allocates 10,000 items, each of which is freed even after an exception.</summary>
public class PairByLease : PoolBenchmarks
{
    private protected override IPoolRivals CreateRivals() => new LeaseRivals();
}
