using BenchmarkDotNet.Attributes;

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

    /// <summary>What <see cref="CreateRivals"/> made, for those who know what that is.</summary>
    private protected TRivals Rivals<TRivals>()
        where TRivals : IPoolRivals => _rivals is TRivals rivals ? rivals : throw new InvalidOperationException("Setup has not run.");
}
