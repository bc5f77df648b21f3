namespace Cenote.Benchmarks.Strings;

/// <summary>N strings, of which three are live at a time.</summary>
public class Interleaved : PublishedBenchmarks
{
    private protected override Pattern RunPattern => Pattern.Interleaved;
}
