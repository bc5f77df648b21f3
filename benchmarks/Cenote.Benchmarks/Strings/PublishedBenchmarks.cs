using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>The counts and lengths of the published cells.</summary>
public abstract class PublishedBenchmarks : StringPoolBenchmarks
{
    /// <summary>Strings per operation.</summary>
    [Params(1_000, 10_000)]
    public int Count { get; set; }

    /// <summary>Chars of each string.</summary>
    [Params(8, 32, 64, 128, 256)]
    public int Length { get; set; }

    private protected override IStringRivals CreateRivals() => new StringRivals<OneText>(Count, new OneText(Length));
}
