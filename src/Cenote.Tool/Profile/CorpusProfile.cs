using System.Text.Json.Serialization;
using Cenote.Tool.Input;

namespace Cenote.Tool.Profile;

/// <summary>What the strings are like.</summary>
/// <param name="Count">How many there are.</param>
/// <param name="TotalChars">The length of all together.</param>
/// <param name="ShortestChars">The length of the shortest.</param>
/// <param name="MedianChars">The length of the one in the middle.</param>
/// <param name="Percentile99Chars">The length that 99 % of them do not exceed.</param>
/// <param name="LongestChars">The length of the longest.</param>
/// <param name="ShareUpTo8Chars">The share of strings of 8 chars or fewer.</param>
/// <param name="ShareUpTo32Chars">The share of strings of 32 chars or fewer.</param>
/// <param name="ShareUpTo128Chars">The share of strings of 128 chars or fewer, those a pool keeps in cells.</param>
/// <param name="DistinctCount">How many different strings there are.</param>
/// <param name="ManagedBytes">What all of them take as managed strings, without what refers to them.</param>
/// <param name="DuplicateBytes">What the repetitions of earlier strings take of that.</param>
/// <param name="AsciiShare">The share of strings that are all ASCII.</param>
/// <param name="Lengths">The histogram of lengths; powers of two, from the shortest string to the longest.</param>
internal sealed record CorpusProfile(
    long Count,
    long TotalChars,
    int ShortestChars,
    int MedianChars,
    int Percentile99Chars,
    int LongestChars,
    double ShareUpTo8Chars,
    double ShareUpTo32Chars,
    double ShareUpTo128Chars,
    long DistinctCount,
    long ManagedBytes,
    long DuplicateBytes,
    double AsciiShare,
    IReadOnlyList<LengthBucket> Lengths)
{
    /// <summary>What is known of all strings of the file; null in reports of versions that counted a sample only.</summary>
    public WholeText? Whole { get; init; }

    /// <summary>How many strings the file has.</summary>
    [JsonIgnore]
    public long StringsOfFile => Whole?.Strings ?? Count;

    /// <summary>What all strings of the file take as managed strings, in bytes.</summary>
    [JsonIgnore]
    public long BytesOfFile => Whole?.ManagedBytes ?? ManagedBytes;

    /// <summary>How many times as many strings the file has as were measured.</summary>
    [JsonIgnore]
    public double Scale => (double)StringsOfFile / Count;

    /// <summary>The share of strings up to the typical length.</summary>
    public const double MedianShare = 0.5;

    /// <summary>The share of strings up to the length that nearly all have room in.</summary>
    public const double LongShare = 0.99;
}
