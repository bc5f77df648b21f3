using BenchmarkDotNet.Attributes;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Objects;

/// <summary>The object pools, with Microsoft's as the baseline.</summary>
[MemoryDiagnoser]
public abstract class PoolBenchmarks
{
    private IPoolRivals? _rivals;

    [GlobalSetup]
    public void Setup() => _rivals = CreateRivals();

    [GlobalCleanup]
    public virtual void Cleanup() => (_rivals as IDisposable)?.Dispose();

    [Benchmark(Baseline = true)]
    public void Microsoft() => Rivals<IPoolRivals>().Microsoft();

    [Benchmark]
    public void Policy() => Rivals<IPoolRivals>().Policy();

    [Benchmark]
    public void Delegates() => Rivals<IPoolRivals>().Delegates();

    private protected abstract IPoolRivals CreateRivals();

    /// <summary>The result of <see cref="CreateRivals"/>, for callers that know its type.</summary>
    private protected TRivals Rivals<TRivals>()
        where TRivals : IPoolRivals => _rivals is TRivals rivals
            ? rivals
            : throw new InvalidOperationException("Setup has not run.");
}

/// <summary>Arrays of 256 bytes: the object pools, and the shared array pool.</summary>
public abstract class ByteBenchmarks : PoolBenchmarks
{
    [Benchmark]
    public void ArrayPool() => Rivals<IByteRivals>().ArrayPool();
}

/// <summary>Allocates and frees 10,000 items, a given number of which are held at once.</summary>
public class NestedObjects : ByteBenchmarks
{
    /// <summary>The number of items held at once.</summary>
    [Params(1, 2, 4, 8, 16)]
    public int Items { get; set; }

    [Benchmark]
    public void New() => Rivals<IByteRivals>().New();

    private protected override IPoolRivals CreateRivals() =>
        new ByteRivals<BytePolicy, NestedWork>(new NestedWork(Items, 10_000 / Items));
}

/// <summary>Allocates and frees 16,384 items, from many pools in turn.</summary>
public class PoolsInTurn : PoolBenchmarks
{
    /// <summary>Number of pools of each rival.</summary>
    [Params(1, 64, 1_024)]
    public int Pools { get; set; }

    private protected override IPoolRivals CreateRivals() => new ManyPools(Pools);
}

/// <summary>Allocates and frees items on several threads.</summary>
[ThreadingDiagnoser]
public class ParallelPairs : ByteBenchmarks
{
    private Crew? _crew;

    [Params(2, 4, 8, 16, 32)]
    public int Threads { get; set; }

    /// <summary>The number of allocations on each thread.</summary>
    [Params(1_000, 10_000)]
    public int Pairs { get; set; }

    [Benchmark]
    public void RawSlot() => Rivals<IByteRivals>().RawSlot();

    public override void Cleanup()
    {
        base.Cleanup();
        _crew?.Dispose();
    }

    private protected override IPoolRivals CreateRivals()
    {
        _crew = new Crew(Threads);
        return new ByteRivals<BytePolicy, ThreadsWork>(new ThreadsWork(_crew, Pairs));
    }
}

/// <summary>20,000 items, allocated on one thread and freed on another one.</summary>
public class ProducerConsumer : ByteBenchmarks
{
    private readonly RotatingSource _items = RotatingSource.Of(2 * HandOverRing.Length);
    private Crew? _crew;
    private HandOverWork _work;

    public override void Cleanup()
    {
        base.Cleanup();
        _crew?.Dispose();
    }

    [Benchmark]
    public void New() => Rivals<IByteRivals>().New();

    [Benchmark]
    public void HandOverAlone() => _work.Run(_items);

    private protected override IPoolRivals CreateRivals()
    {
        _crew = new Crew(HandOverWork.Threads);
        _work = new HandOverWork(_crew, 20_000);
        return new ByteRivals<BytePolicy, HandOverWork>(_work);
    }
}

/// <summary>200 commonly pooled objects, used one after the other.</summary>
public class PooledObjects : PoolBenchmarks
{
    [ParamsAllValues]
    public RealKind Kind { get; set; }

    [Benchmark]
    public void New() => Rivals<IRealRivals>().New();

    private protected override IPoolRivals CreateRivals() => IRealRivals.Of(Kind);
}
