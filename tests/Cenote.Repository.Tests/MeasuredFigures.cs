using System.Text.RegularExpressions;

namespace Cenote.Repository.Tests;

/// <summary>
/// Finds measured figures in text: decimal numbers that are not part of a version or section number, and numbers of nanoseconds,
/// microseconds or milliseconds.
/// </summary>
internal static partial class MeasuredFigures
{
    // This phrase introduces the times of the calibration loop, which may be equal on two pages.
    private const string OfTheMachine = "calibration loop:";

    [GeneratedRegex(@"(?<![\d.])\d+\.\d+(?!\.?\d)|(?<![\d.,])\d[\d,]*(?= (?:ns|us|µs|μs|ms)\b)")]
    private static partial Regex Figure { get; }

    [GeneratedRegex(@"`[^`]*`|\]\([^)]*\)")]
    private static partial Regex CodeOrTarget { get; }

    /// <summary>The figures of a line of Markdown, in order; code and link targets are skipped.</summary>
    public static string[] In(string markdown) =>
        [.. Figure.Matches(CodeOrTarget.Replace(markdown, " ")).Select(match => match.Value)];

    /// <summary>The lines of text blocks: drawings and tables, but not program output.</summary>
    public static IEnumerable<(string Text, int Line)> Drawn(MarkdownPage page) => page.Blocks
        .Where(block => block is { Info: "text", Introduction: not "Output:" })
        .SelectMany(block => block.Text.Split('\n').Select((text, i) => (text, block.Line + i)));

    /// <summary>The figures of each row, of a table or of a text block.</summary>
    public static IEnumerable<(int Line, string[] Figures)> RowsOf(MarkdownPage page) =>
        page.Prose.Where(line => IsRow(line.Text)).Concat(Drawn(page)).Select(line => (line.Line, In(line.Text)));

    /// <summary>The figures of each sentence, with the line on which its paragraph begins.</summary>
    public static IEnumerable<(int Line, string[] Figures)> SentencesOf(MarkdownPage page) =>
        from paragraph in Paragraphs(page)
        from sentence in paragraph.Text.Split(". ")
        where !sentence.Contains(OfTheMachine, StringComparison.Ordinal)
        select (paragraph.Line, In(sentence));

    private static IEnumerable<(int Line, string Text)> Paragraphs(MarkdownPage page)
    {
        (int first, string text) = (0, "");
        foreach ((string line, int number) in page.Prose)
        {
            bool isBreak = string.IsNullOrWhiteSpace(line) || IsRow(line);
            if ((isBreak || line.TrimStart().StartsWith("- ", StringComparison.Ordinal)) && text.Length > 0)
            {
                yield return (first, text);
                text = "";
            }

            if (!isBreak)
            {
                first = text.Length == 0 ? number : first;
                text += line.Trim() + " ";
            }
        }

        yield return (first, text);
    }

    private static bool IsRow(string line) => line.StartsWith('|');
}
