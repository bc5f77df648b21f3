using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>A thousand strings of one length, over all lengths where the rivals could change places.</summary>
public class SizeSweep : StringPoolBenchmarks
{
    private const int Count = 1_000;

    [Params(Pattern.Bulk, Pattern.Interleaved)]
    public Pattern Pattern { get; set; }

    /// <summary>Chars of each string.</summary>
    [Params(8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096)]
    public int Length { get; set; }

    private protected override Pattern RunPattern => Pattern;

    private protected override IStringRivals CreateRivals() => new StringRivals<OneText>(Count, new OneText(Length));
}
