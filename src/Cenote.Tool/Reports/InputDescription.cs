namespace Cenote.Tool.Reports;

/// <summary>Where the strings came from.</summary>
/// <param name="Name">The name of the file without its folders, or what stood for a file.</param>
/// <param name="By">How it became strings: line, word or field.</param>
/// <param name="Delimiter">The delimiter between fields; null for lines and words.</param>
/// <param name="IsTruncated">Whether there were more strings than were measured with.</param>
internal sealed record InputDescription(string Name, string By, string? Delimiter, bool IsTruncated);
