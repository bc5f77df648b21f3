using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>Strings of mixed sizes, which all rivals copy from the same source.</summary>
public class MixedSizes : StringPoolBenchmarks
{
    [Params(Pattern.Bulk, Pattern.Interleaved)]
    public Pattern Pattern { get; set; }

    /// <summary>Strings per operation.</summary>
    [Params(1_000, 10_000)]
    public int Count { get; set; }

    private protected override Pattern RunPattern => Pattern;

    private protected override IStringRivals CreateRivals() => new StringRivals<ManyTexts<char>>(Count, MixedLengths.Texts(Count, seed: 7));

    private protected override void RunManaged(IStringRivals rivals, Pattern pattern) => rivals.Copied(pattern);
}
