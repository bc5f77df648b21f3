using System.Text;
using System.Text.RegularExpressions;

namespace Cenote.Tool.Results;

/// <summary>Recognizes reports of cenote by their first bytes.</summary>
internal static partial class ReportMark
{
    // Enough for the head of a page, and for the first members of a JSON object.
    private const int MaxStartBytes = 1_024;

    /// <summary>Whether a report may replace a file: it is a report, empty, or missing.</summary>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied.</exception>
    public static bool IsOnFile(string path)
    {
        if (!File.Exists(path))
        {
            return true;
        }

        byte[] start = new byte[MaxStartBytes];
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 1);
        int length = file.ReadAtLeast(start, MaxStartBytes, throwOnEndOfStream: false);
        return length == 0 || Start.IsMatch(Encoding.UTF8.GetString(start, 0, length));
    }

    [GeneratedRegex(
        """\A\uFEFF?\s*(\{\s*"schema"\s*:\s*\d+\s*,\s*"tool"\s*:|<!DOCTYPE html>[^\0]*<meta name="generator" content="cenote )""",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1_000)]
    private static partial Regex Start { get; }
}
