using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>A new pool, its first thousand strings, and its end.</summary>
[MemoryDiagnoser]
public class ColdStart
{
    /// <summary>Strings per operation.</summary>
    internal const int Count = 1_000;

    /// <summary>Instead of a length: mixed sizes.</summary>
    internal const int Mixed = 0;

    private IColdStarts? _starts;

    /// <summary>Chars of each string; 0 for mixed sizes.</summary>
    [Params(8, 32, 128, Mixed)]
    public int Length { get; set; }

    private IColdStarts Starts => _starts ?? throw new InvalidOperationException("Setup has not run.");

    [GlobalSetup]
    public void Setup() => _starts = Of(Length);

    [Benchmark(Baseline = true)]
    public void Managed() => Starts.Managed();

    [Benchmark]
    public void SegmentedRefs() => Starts.Refs();

    [Benchmark]
    public void Contiguous() => Starts.Contiguous();

    /// <summary>Cold starts with strings of a length, or with mixed ones.</summary>
    internal static IColdStarts Of(int length) => length == Mixed
        ? new ColdStarts<ManyTexts<char>>(Count, MixedLengths.Texts(Count, seed: 5))
        : new ColdStarts<OneText>(Count, new OneText(length));
}
