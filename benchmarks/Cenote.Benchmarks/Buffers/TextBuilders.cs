using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Buffers;

/// <summary>Measures building strings from words. An operation builds more strings if they are shorter, up to 4,096.</summary>
[MemoryDiagnoser]
public class TextBuilders
{
    private TextRivals? _rivals;

    /// <summary>The length of a string, in chars.</summary>
    [Params(10, 200, 1_000, 10_000, 100_000)]
    public int Length { get; set; }

    private TextRivals Rivals => _rivals ?? throw new InvalidOperationException("Setup has not run.");

    [GlobalSetup]
    public void Setup() => _rivals = new TextRivals(Length);

    [Benchmark(Baseline = true)]
    public void Plain() => Rivals.Run<PlainText>();

    [Benchmark]
    public void ListOnTheStack() => Rivals.Run<StackListText>();

    [Benchmark]
    public void ListOnScratch() => Rivals.Run<ScratchListText>();

    [Benchmark]
    public void StringBuilder() => Rivals.Run<StringBuilderText>();
}
