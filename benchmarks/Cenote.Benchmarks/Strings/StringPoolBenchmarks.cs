using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Strings;

/// <summary>What the published patterns have in common: the counts and lengths, and managed strings as the baseline.</summary>
[MemoryDiagnoser]
public abstract class StringPoolBenchmarks
{
    private StringPatterns? _patterns;

    /// <summary>Strings per operation.</summary>
    [Params(1_000, 10_000)]
    public int Count { get; set; }

    /// <summary>Chars of each string.</summary>
    [Params(8, 32, 64, 128, 256)]
    public int Length { get; set; }

    private protected StringPatterns Patterns => _patterns ?? throw new InvalidOperationException("Setup has not run.");

    [GlobalSetup]
    public void Setup() => _patterns = new StringPatterns(Count, Length);

    [GlobalCleanup]
    public void Cleanup() => Patterns.Dispose();
}
