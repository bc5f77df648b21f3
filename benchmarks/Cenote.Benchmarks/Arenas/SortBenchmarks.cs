using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Arenas.Corpora;

namespace Cenote.Benchmarks.Arenas;

/// <summary>
/// Sorts 100,000 strings per operation, in groups of one size. The time includes restoring the unsorted order.
/// </summary>
[MemoryDiagnoser]
public class SortBenchmarks
{
    private const int Count = 100_000;

    private SortRivals? _rivals;

    [ParamsAllValues]
    public TextKind Kind { get; set; }

    /// <summary>The number of strings in each group.</summary>
    [Params(16, 1_000, Count)]
    public int Size { get; set; }

    private SortRivals Rivals => _rivals ?? throw new InvalidOperationException("Setup has not run.");

    [GlobalSetup]
    public void Setup() => _rivals = new SortRivals(Texts.Of(Kind, Count), Size);

    [GlobalCleanup]
    public void Cleanup() => Rivals.Dispose();

    [Benchmark(Baseline = true)]
    public void Managed()
    {
        Rivals.CopyStrings();
        Rivals.SortManaged();
    }

    [Benchmark]
    public void SpanSort()
    {
        Rivals.CopyValues();
        Rivals.SortBySpan();
    }

    [Benchmark]
    public void Arena()
    {
        Rivals.CopyValues();
        Rivals.SortByArena();
    }
}
