using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Strings;

/// <summary>The rivals of the published patterns, with managed strings as the baseline.</summary>
[MemoryDiagnoser]
public abstract class StringPoolBenchmarks
{
    private IStringRivals? _rivals;

    private protected abstract Pattern RunPattern { get; }

    private protected IStringRivals Rivals => _rivals ?? throw new InvalidOperationException("Setup has not run.");

    [GlobalSetup]
    public void Setup() => _rivals = CreateRivals();

    [GlobalCleanup]
    public void Cleanup() => Rivals.Dispose();

    [Benchmark(Baseline = true)]
    public void Managed() => RunManaged(Rivals, RunPattern);

    [Benchmark]
    public void SegmentedRefs() => Rivals.Refs(RunPattern);

    [Benchmark]
    public void SegmentedIds() => Rivals.Ids(RunPattern);

    [Benchmark]
    public void Contiguous() => Rivals.Contiguous(RunPattern);

    private protected abstract IStringRivals CreateRivals();

    private protected virtual void RunManaged(IStringRivals rivals, Pattern pattern) => rivals.Filled(pattern);
}
