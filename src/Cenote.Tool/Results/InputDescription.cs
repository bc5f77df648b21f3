using Cenote.Tool.Input;
using Cenote.Tool.Profile;

namespace Cenote.Tool.Results;

/// <summary>Where the strings came from.</summary>
/// <param name="Name">The name of the file without its folders, or what stood for a file.</param>
/// <param name="By">How it became strings: line, word or field.</param>
/// <param name="Delimiter">The delimiter between fields; null for lines and words.</param>
/// <param name="IsSample">Whether what was measured with is a uniform sample of the strings, because there were too many.</param>
/// <param name="TotalStrings">How many strings there were.</param>
/// <param name="SampleShare">The share of them that was measured with; 1 if it is not a sample.</param>
internal sealed record InputDescription(
    string Name, string By, string? Delimiter, bool IsSample, long TotalStrings, double SampleShare)
{
    /// <summary>
    /// How many strings were held for the verdict; null in reports of versions that held no more than the sample.
    /// </summary>
    public long? HeldStrings { get; init; }

    // Making a pool takes about as long as making some hundred strings.
    private const long Few = 1_000;

    private const string OfSamples = "Blocks of neighbours from all over the text, scaled to all of it. --limit N takes N strings for everything.";

    private const string OfFew =
        "So few strings that what each structure costs once is a good part of the time and the memory per string.";

    /// <summary>
    /// What has to be known before the figures are read; nothing, if it is all strings of a file that has many.
    /// </summary>
    /// <param name="profile">What was measured with.</param>
    public IReadOnlyList<string> Caveats(CorpusProfile profile) =>
    [
        .. IsSample ? [HeldStrings == TotalStrings ? $"The sample: {OfSamples}" : OfSamples] : Array.Empty<string>(),
        .. profile.Count < Few ? [OfFew] : Array.Empty<string>(),
        .. profile.Whole is { ReplacedChars: > 0 } whole ? [Replaced(whole)] : Array.Empty<string>(),
    ];

    private static string Replaced(WholeText whole) => $"{Units.Count(whole.ReplacedChars, "char")} "
        + $"({Units.Percent((double)whole.ReplacedChars / whole.Chars)}) are U+FFFD, which stands for bytes that are no valid "
        + "UTF-8; 'iconv -f ENCODING -t UTF-8' converts other encodings.";

    /// <summary>What was measured with, for people.</summary>
    /// <param name="count">How many strings.</param>
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
