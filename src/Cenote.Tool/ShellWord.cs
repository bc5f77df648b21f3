using System.Text.RegularExpressions;

namespace Cenote.Tool;

/// <summary>Words of command lines that people copy into a shell.</summary>
internal static partial class ShellWord
{
    /// <summary>What a shell would not take for one word, in quotes, in which nothing but the quote itself has a meaning.</summary>
    public static string Of(string text) =>
        OneWord.IsMatch(text) ? text : $"'{text.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    /// <summary>The name of a file, which no program takes for an option. What is not visible is written as an escape.</summary>
    public static string OfFile(string path) => Of(Printable.Of(path.StartsWith('-') ? $"./{path}" : path));

    [GeneratedRegex(@"\A[\w./,:+@%-]+\z", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex OneWord { get; }
}
