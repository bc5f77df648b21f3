using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Strings.Shelves;

namespace Cenote.Benchmarks.Strings;

/// <summary>
/// Reads every string of a collection in random order. The smaller collection fits into the CPU cache, the larger does not.
/// </summary>
public abstract class ReadBenchmarks<TReader>
    where TReader : struct, ITextReader
{
    private ReadRivals? _rivals;

    /// <summary>Strings per operation.</summary>
    [Params(1_024, 1_000_000)]
    public int Count { get; set; }

    private ReadRivals Rivals => _rivals ?? throw new InvalidOperationException("Setup has not run.");

    [GlobalSetup]
    public void Setup() => _rivals = new ReadRivals(Count, parts: 1, seed: 9);

    [GlobalCleanup]
    public void Cleanup() => Rivals.Dispose();

    [Benchmark(Baseline = true)]
    public void Managed() => Rivals.Managed<TReader>();

    [Benchmark]
    public void SegmentedRefs() => Rivals.Refs<TReader>();

    [Benchmark]
    public void SegmentedIds() => Rivals.Ids<TReader>();

    [Benchmark]
    public void SegmentedBatch() => Rivals.Batch<TReader>();

    [Benchmark]
    public void Contiguous() => Rivals.Contiguous<TReader>();
}

/// <summary>Reads only the length and first char of every string.</summary>
public class TouchReads : ReadBenchmarks<Touch>;

/// <summary>Computes the hash code of every string.</summary>
public class HashReads : ReadBenchmarks<Hash>;
