namespace Cenote.Tool.Reports;

/// <summary>Where the strings came from.</summary>
/// <param name="Name">The name of the file without its folders, or what stood for a file.</param>
/// <param name="By">How it became strings: line, word or field.</param>
/// <param name="Delimiter">The delimiter between fields; null for lines and words.</param>
/// <param name="IsSample">Whether what was measured with is a uniform sample of the strings, because there were too many.</param>
/// <param name="TotalStrings">How many strings there were.</param>
/// <param name="SampleShare">The share of them that was measured with; 1 if it is not a sample.</param>
internal sealed record InputDescription(string Name, string By, string? Delimiter, bool IsSample, long TotalStrings, double SampleShare);
