using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Strings;

/// <summary>N strings, of which three are live at a time.</summary>
public class Interleaved : StringPoolBenchmarks
{
    [Benchmark(Baseline = true)]
    public void Managed() => Patterns.InterleavedManaged();

    [Benchmark]
    public void SegmentedRefs() => Patterns.InterleavedRefs();

    [Benchmark]
    public void SegmentedIds() => Patterns.InterleavedIds();
}
