using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Strings;

/// <summary>Benchmarks of the string pools.</summary>
internal sealed partial class StringsRatio : IRatioArea
{
    private const string Managed = "managed";
    private const string Refs = "refs";
    private const string Ids = "ids";
    private const string Batch = "batch";
    private const string Contiguous = "contiguous";

    public string Name => "strings";

    public string Description => "segmented and contiguous pools: published patterns, many live strings, reads, sizes, formatting";

    public IEnumerable<RatioRow> Measure()
    {
        IEnumerable<RatioRow>[] parts =
        [
            PublishedCells(), SizedPools(), PatternsInTurn(), LiveCollections(), Reads(), MixedSizes(), Replacements(),
            LargeStrings(), ColdStarts(), Drift(), Formatting(),
        ];
        return parts.SelectMany(part => part);
    }
}
