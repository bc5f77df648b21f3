using System.Reflection;
using System.Text.RegularExpressions;

namespace Cenote.Repository.Tests;

/// <summary>The glossary: the types that it names exist, and each term is explained once.</summary>
public sealed partial class TermsTests
{
    private static readonly string[][] s_rows =
    [
        .. MarkdownPage.Load("docs/terms.md").Prose
            .Where(line => line.Text.StartsWith("| ", StringComparison.Ordinal))
            .Select(line => line.Text.Trim('|').Split('|', StringSplitOptions.TrimEntries))
            .Where(row => row[0] != "word"),
    ];

    [GeneratedRegex("`(?<name>[^`]+)`")]
    private static partial Regex Code { get; }

    [Fact]
    public void Every_type_of_the_glossary_exists()
    {
        var types = Assembly.Load("Cenote").GetTypes().Select(type => type.Name.Split('`')[0]).ToHashSet(StringComparer.Ordinal);

        IEnumerable<string> named = s_rows.SelectMany(row => Code.Matches(row[2])).Select(match => match.Groups["name"].Value);

        Assert.Empty(named.Except(types, StringComparer.Ordinal));
    }

    [Fact]
    public void Every_word_is_explained_once_in_at_most_three_sentences()
    {
        Assert.True(s_rows.Length >= 40);
        Assert.Distinct(s_rows.Select(row => row[0]), StringComparer.Ordinal);
        Assert.All(s_rows, row => Assert.InRange(row[1].Split(". ").Length, 1, 3));
    }
}
