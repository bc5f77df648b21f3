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
    // Making a pool takes about as long as making some hundred strings.
    private const long Few = 1_000;

    private const string OfSamples = "Blocks of neighbours from all over the text; "
        + "what repeats from far away is rarer in a sample than in all of it. --limit N takes N strings.";

    private const string OfFew =
        "So few strings that what each structure costs once is a good part of the time and the memory per string.";

    /// <summary>
    /// What has to be known before the figures are read; nothing, if it is all strings of a file that has many.
    /// </summary>
    /// <param name="count">How many strings were measured with.</param>
    public IReadOnlyList<string> Caveats(long count) =>
        [.. IsSample ? [OfSamples] : Array.Empty<string>(), .. count < Few ? [OfFew] : Array.Empty<string>()];

    /// <summary>What was measured with, for people.</summary>
    /// <param name="count">How many strings.</param>
    public string Strings(long count)
    {
        string sample = IsSample
            ? $", a uniform sample of {Units.Count(TotalStrings)} ({Units.Percent(SampleShare)})"
            : string.Empty;
        return $"{Units.Count(count)} strings, one for each {By}{sample}";
    }
}
