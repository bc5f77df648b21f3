using System.Text.Json.Serialization;
using Cenote.Tool.Input;

namespace Cenote.Tool.Profile;

/// <summary>The profile of the strings: count, lengths, duplicates.</summary>
/// <param name="Count">The number of strings.</param>
/// <param name="TotalChars">The total length of the strings, in chars.</param>
/// <param name="ShortestChars">The length of the shortest string.</param>
/// <param name="MedianChars">The median length.</param>
/// <param name="Percentile99Chars">The length that 99 % of the strings do not exceed.</param>
/// <param name="LongestChars">The length of the longest string.</param>
/// <param name="ShareUpTo8Chars">The share of strings of 8 chars or fewer.</param>
/// <param name="ShareUpTo32Chars">The share of strings of 32 chars or fewer.</param>
/// <param name="ShareUpTo128Chars">The share of strings of 128 chars or fewer.</param>
/// <param name="DistinctCount">The number of distinct strings.</param>
/// <param name="ManagedBytes">The memory of all strings as managed strings, without the references to them.</param>
/// <param name="DuplicateBytes">The part of that memory for strings that repeat an earlier one.</param>
/// <param name="AsciiShare">The share of strings that are pure ASCII.</param>
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
    /// <summary>The counts of all strings of the file; null in reports of older versions, which counted a sample only.</summary>
    public WholeText? Whole { get; init; }

    /// <summary>The average length of a char in UTF-8; null in reports of older versions.</summary>
    public double? Utf8BytesPerChar { get; init; }

    /// <summary>The number of strings in the file.</summary>
    [JsonIgnore]
    public long StringsOfFile => Whole?.Strings ?? Count;

    /// <summary>The memory of all strings of the file as managed strings, in bytes.</summary>
    [JsonIgnore]
    public long BytesOfFile => Whole?.ManagedBytes ?? ManagedBytes;

    /// <summary>The number of strings of the file, divided by the number measured.</summary>
    [JsonIgnore]
    public double Scale => (double)StringsOfFile / Count;

    /// <summary>The share of strings that are no longer than the median.</summary>
    public const double MedianShare = 0.5;

    /// <summary>The share of strings that are no longer than the 99th percentile.</summary>
    public const double LongShare = 0.99;
}
