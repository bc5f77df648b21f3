using Cenote.Tool.Input;
using Cenote.Tool.Profile;

namespace Cenote.Tool.Results;

/// <summary>The source of the strings.</summary>
/// <param name="Name">The name of the file without its folders, or of another source.</param>
/// <param name="By">The unit of splitting: line, word or field.</param>
/// <param name="Delimiter">The delimiter between fields; null for lines and words.</param>
/// <param name="IsSample">Whether a uniform sample was measured, because there were too many strings.</param>
/// <param name="TotalStrings">The number of strings in the source.</param>
/// <param name="SampleShare">The share of the strings that was measured; 1 if all were.</param>
internal sealed record InputDescription(
    string Name, string By, string? Delimiter, bool IsSample, long TotalStrings, double SampleShare)
{
    /// <summary>
    /// The number of strings held for the verdict; null in reports of older versions, which held the sample.
    /// </summary>
    public long? HeldStrings { get; init; }

    // With fewer strings, the pool itself is a notable cost: creating it takes about as long as creating several hundred strings.
    private const long Few = 1_000;

    private const string OfSamples = "Blocks of adjacent strings from all over the text; totals are scaled to the whole text. "
        + "--limit N measures up to N strings in every section.";

    private const string OfFew =
        "With so few strings, the fixed cost of each structure is a large part of the time and memory per string.";

    /// <summary>Caveats on the input: a sample, few strings, or invalid UTF-8.</summary>
    /// <param name="profile">The profile of the measured strings.</param>
    public IReadOnlyList<string> Caveats(CorpusProfile profile) =>
    [
        .. IsSample ? [HeldStrings == TotalStrings ? $"The sample: {OfSamples}" : OfSamples] : Array.Empty<string>(),
        .. profile.Count < Few ? [OfFew] : Array.Empty<string>(),
        .. profile.Whole is { ReplacedChars: > 0 } whole ? [Replaced(whole)] : Array.Empty<string>(),
    ];

    private static string Replaced(WholeText whole) => $"{Units.Count(whole.ReplacedChars, "char")} "
        + $"({Units.Percent((double)whole.ReplacedChars / whole.Chars)}) are U+FFFD, which replaces bytes that are not valid "
        + "UTF-8; 'iconv -f ENCODING -t UTF-8' converts other encodings.";

    /// <summary>Describes the measured strings for people.</summary>
    /// <param name="count">The number of strings.</param>
    public string Strings(long count)
    {
        string sample = $"a uniform sample of {Units.Count(count)} ({Units.Percent(SampleShare)})";
        return HeldStrings switch
        {
            _ when !IsSample => $"{Units.Count(count)} strings, one for each {By}",
            long held when held == TotalStrings =>
                $"{Units.Count(TotalStrings)} strings, one for each {By}: all for the verdict, {sample} for the rest",
            long held when held > count => $"{Units.Count(TotalStrings)} strings, one for each {By}: a uniform sample of "
                + $"{Units.Count(held)} ({Units.Percent((double)held / TotalStrings)}) for the verdict, {sample} for the rest",
            _ => $"{Units.Count(count)} strings, one for each {By}, a uniform sample of {Units.Count(TotalStrings)} "
                + $"({Units.Percent(SampleShare)})",
        };
    }
}
