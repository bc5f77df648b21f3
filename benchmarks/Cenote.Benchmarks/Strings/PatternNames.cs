namespace Cenote.Benchmarks.Strings;

/// <summary>The patterns by the names that reports call them.</summary>
internal static class PatternNames
{
    public static readonly Pattern[] All = [Pattern.Bulk, Pattern.Interleaved];

    public static string Name(this Pattern pattern) => pattern == Pattern.Bulk ? "bulk" : "interleaved";
}
