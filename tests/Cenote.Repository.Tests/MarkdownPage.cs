using System.Text.RegularExpressions;

namespace Cenote.Repository.Tests;

/// <summary>The parts of a Markdown page that the tests need: code blocks, links and anchors.</summary>
internal sealed partial class MarkdownPage
{
    private readonly List<CodeBlock> _blocks = [];
    private readonly List<(string Target, int Line)> _links = [];
    private readonly HashSet<string> _anchors = new(StringComparer.Ordinal);
    private readonly List<(string Text, int Line)> _prose = [];

    private MarkdownPage(string[] lines)
    {
        string introduction = "";
        for (int i = 0; i < lines.Length; i++)
        {
            Match fence = Fence.Match(lines[i]);
            if (fence.Success)
            {
                int start = i + 1;
                int end = Array.FindIndex(lines, start, line => line.Trim() == fence.Groups["ticks"].Value);
                i = end >= 0 ? end : throw new FormatException($"The code block before line {start + 1} is never closed.");
                string text = string.Join('\n', lines[start..end]);
                _blocks.Add(new CodeBlock(fence.Groups["info"].Value, start + 1, text, introduction));
                introduction = "";
                continue;
            }

            _prose.Add((lines[i], i + 1));
            ReadProse(lines[i], i + 1);
            introduction = string.IsNullOrWhiteSpace(lines[i]) ? introduction : lines[i].Trim();
        }
    }

    public IReadOnlyList<CodeBlock> Blocks => _blocks;

    public IReadOnlyList<(string Target, int Line)> Links => _links;

    public IReadOnlySet<string> Anchors => _anchors;

    /// <summary>The lines outside code blocks, with their numbers from 1.</summary>
    public IReadOnlyList<(string Text, int Line)> Prose => _prose;

    /// <summary>Reads a page by its path relative to the root of the repository.</summary>
    public static MarkdownPage Load(string path) => new(File.ReadAllLines(Repository.PathOf(path)));

    public static MarkdownPage Parse(string text) => new(text.ReplaceLineEndings("\n").Split('\n'));

    [GeneratedRegex(@"^\s*(?<ticks>`{3,})(?<info>[^`]*?)\s*$")]
    private static partial Regex Fence { get; }

    [GeneratedRegex("`[^`]*`")]
    private static partial Regex InlineCode { get; }

    // Inline links and images, matched after their text, which may span lines; link definitions; and HTML.
    [GeneratedRegex(@"\]\((?<target>[^)\s]+)[^)]*\)|^\s*\[[^\]]+\]:\s*(?<target>\S+)|(?:src|href)=""(?<target>[^""]+)""")]
    private static partial Regex Link { get; }

    [GeneratedRegex(@"^#{1,6}\s+(?<title>.+?)\s*#*$")]
    private static partial Regex Heading { get; }

    [GeneratedRegex(@"<a (?:id|name)=""(?<anchor>[^""]+)""")]
    private static partial Regex ExplicitAnchor { get; }

    [GeneratedRegex(@"\]\([^)]*\)")]
    private static partial Regex LinkTarget { get; }

    private void ReadProse(string line, int number)
    {
        foreach (Match link in Link.Matches(InlineCode.Replace(line, "")))
        {
            _links.Add((link.Groups["target"].Value, number));
        }

        foreach (Match anchor in ExplicitAnchor.Matches(line))
        {
            _anchors.Add(anchor.Groups["anchor"].Value);
        }

        Match heading = Heading.Match(line);
        if (heading.Success)
        {
            string anchor = AnchorOf(heading.Groups["title"].Value);
            string unique = anchor;
            for (int copy = 1; !_anchors.Add(unique); copy++)
            {
                unique = $"{anchor}-{copy}";
            }
        }
    }

    /// <summary>
    /// The anchor that GitHub gives a heading: lower-case letters, digits, hyphens and underscores; spaces become hyphens.
    /// </summary>
    private static string AnchorOf(string title) =>
        string.Concat(LinkTarget.Replace(title, "").ToLowerInvariant()
            .Where(c => char.IsLetterOrDigit(c) || c is ' ' or '-' or '_')
            .Select(c => c == ' ' ? '-' : c));
}
