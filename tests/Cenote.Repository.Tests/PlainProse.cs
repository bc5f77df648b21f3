using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Cenote.Repository.Tests;

/// <summary>
/// The prose of pages and comments, with its line numbers, but without code, link targets and generated tables.
/// </summary>
internal static partial class PlainProse
{
    // Inline code counts as one word.
    private const string Word = "X";

    [GeneratedRegex("`[^`]+`")]
    private static partial Regex InlineCode { get; }

    [GeneratedRegex(@"<!-- (?:figures|run)\b.*?<!-- end -->|<[a-z/!][^>\n]*>|(?<=\])\([^)]*\)", RegexOptions.Singleline)]
    private static partial Regex Unread { get; }

    [GeneratedRegex("<code>.*?</code>|<c>.*?</c>|</?[a-z][^>]*>|`[^`\n]+`", RegexOptions.Singleline)]
    private static partial Regex CodeOrTag { get; }

    [GeneratedRegex(@"^\s*(?:///?|/\*+|\*/)\s?")]
    private static partial Regex CommentMark { get; }

    // Blank lines, tables, headings and pictures.
    [GeneratedRegex(@"^\s*(?:$|\||#|!\[)")]
    private static partial Regex NoProse { get; }

    [GeneratedRegex(@"^\s*(?:[-*]|\d+\.) +")]
    private static partial Regex ListMark { get; }

    [GeneratedRegex(@"(?<=[.!?][""”)*_]*) +(?=[""“(*_\[]|[A-Z0-9])")]
    private static partial Regex SentenceEnd { get; }

    /// <summary>The prose of a page, including tables that are not generated.</summary>
    public static string OfPage(MarkdownPage page)
    {
        string[] lines = [.. Enumerable.Repeat("", page.Prose.Max(line => line.Line))];
        foreach ((string text, int line) in page.Prose)
        {
            lines[line - 1] = text;
        }

        string withoutCode = InlineCode.Replace(string.Join('\n', lines), static code => Word + LineBreaksOf(code));
        return Unread.Replace(withoutCode, LineBreaksOf);
    }

    /// <summary>The comments and XML docs of a file, without code and tags.</summary>
    public static string OfComments(SyntaxTree file)
    {
        string[] lines = [.. Enumerable.Repeat("", file.GetText().Lines.Count)];
        foreach (SyntaxTrivia comment in file.GetRoot().DescendantTrivia().Where(IsComment))
        {
            int line = file.GetLineSpan(comment.FullSpan).StartLinePosition.Line;
            foreach (string text in comment.ToFullString().TrimEnd().Split('\n'))
            {
                lines[line++] += CommentMark.Replace(text, "").TrimEnd();
            }
        }

        return CodeOrTag.Replace(string.Join('\n', lines), static code => $" {Word} {LineBreaksOf(code)}");
    }

    /// <summary>
    /// The sentences of a page, each with the line on which its paragraph begins. A list item is at least one sentence; headings,
    /// tables and list items that begin with a link contain no sentences.
    /// </summary>
    public static IEnumerable<(string Text, int Line)> SentencesOf(string prose) =>
        from paragraph in ParagraphsOf(prose)
        let text = ListMark.Replace(paragraph.Text, "")
        where text == paragraph.Text || !text.StartsWith('[')
        from sentence in SentenceEnd.Split(text)
        where WordsOf(sentence) > 0
        select (sentence, paragraph.Line);

    /// <summary>The number of words of a sentence.</summary>
    public static int WordsOf(string sentence) => sentence.Split(' ').Count(static word => word.Any(char.IsLetterOrDigit));

    private static IEnumerable<(string Text, int Line)> ParagraphsOf(string prose)
    {
        (int first, string text) = (0, "");
        foreach ((int index, string line) in prose.Split('\n').Index())
        {
            bool isBreak = NoProse.IsMatch(line);
            if (isBreak || ListMark.IsMatch(line))
            {
                yield return (text.TrimEnd(), first);
                text = "";
            }

            if (!isBreak)
            {
                first = text.Length == 0 ? index + 1 : first;
                text += line.Trim() + " ";
            }
        }

        yield return (text.TrimEnd(), first);
    }

    private static bool IsComment(SyntaxTrivia trivia) => trivia.Kind()
        is SyntaxKind.SingleLineCommentTrivia or SyntaxKind.MultiLineCommentTrivia
        or SyntaxKind.SingleLineDocumentationCommentTrivia or SyntaxKind.MultiLineDocumentationCommentTrivia;

    private static string LineBreaksOf(Match match) => new('\n', match.Value.Count(static unit => unit == '\n'));
}
