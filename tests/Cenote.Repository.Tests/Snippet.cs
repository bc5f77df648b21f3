namespace Cenote.Repository.Tests;

/// <summary>A complete program on a page, with its documented output.</summary>
/// <param name="Page">The page, relative to the root of the repository.</param>
/// <param name="Line">The line of the page, from 1, on which the program starts.</param>
/// <param name="Code">Top-level statements, with the implicit usings of a console project.</param>
/// <param name="Output">The documented output; <see langword="null"/> if there is none.</param>
internal sealed record Snippet(string Page, int Line, string Code, string? Output)
{
    public string Place => $"{Page}:{Line}";

    /// <summary>
    /// A block marked <c>csharp</c> is a program; a <c>text</c> block that follows it after the line "Output:" is its output. C#
    /// that is not a program is marked <c>cs</c>.
    /// </summary>
    public static IEnumerable<Snippet> Read(string page, MarkdownPage content) =>
        content.Blocks
            .Zip(content.Blocks.Skip(1).Append(null))
            .Where(pair => pair.First.Info == "csharp")
            .Select(pair => new Snippet(page, pair.First.Line, pair.First.Text,
                pair.Second is { Info: "text", Introduction: "Output:" } output ? output.Text : null));
}
