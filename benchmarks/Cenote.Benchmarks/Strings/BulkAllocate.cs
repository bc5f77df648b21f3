using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Strings;

/// <summary>N strings that are all live together, then freed.</summary>
public class BulkAllocate : StringPoolBenchmarks
{
    [Benchmark(Baseline = true)]
    public void Managed() => Patterns.BulkManaged();

    [Benchmark]
    public void SegmentedRefs() => Patterns.BulkRefs();

    [Benchmark]
    public void SegmentedIds() => Patterns.BulkIds();
}
