using System.Text.RegularExpressions;

namespace Cenote.Tool;

/// <summary>Quotes arguments of command lines that people copy into a shell.</summary>
internal static partial class ShellWord
{
    /// <summary>Puts an argument in single quotes, unless all its characters are safe without quotes.</summary>
    public static string Of(string text) =>
        OneWord.IsMatch(text) ? text : $"'{text.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    /// <summary>
    /// Quotes a file name so that no program mistakes it for an option. Invisible characters are escaped.
    /// </summary>
    public static string OfFile(string path) => Of(Printable.Of(path.StartsWith('-') ? $"./{path}" : path));

    [GeneratedRegex(@"\A[\w./,:+@%-]+\z", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex OneWord { get; }
}
