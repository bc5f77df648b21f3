namespace Cenote.Benchmarks.Strings;

/// <summary>N strings that are all live together, then freed.</summary>
public class BulkAllocate : PublishedBenchmarks
{
    private protected override Pattern RunPattern => Pattern.Bulk;
}
