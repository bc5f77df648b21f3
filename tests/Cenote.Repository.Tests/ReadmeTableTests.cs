using System.Globalization;
using System.Text.RegularExpressions;

namespace Cenote.Repository.Tests;

/// <summary>
/// The table of README says "2.6x" where the page that a row links to has the ratio 0.38, and "54 % less" where it has 0.46.
/// </summary>
public sealed partial class ReadmeTableTests
{
    private const int Parts = 9;

    private static readonly char[] s_separators = [' ', '|', '*', '\n'];

    [GeneratedRegex(
        @"(?<times>\d+(?:\.\d)?)x\b|(?<percent>\d+) % less|(?<value>\d+(?:\.\d+)?) (?:ms|bytes)|instead of (?<value>\d+)")]
    private static partial Regex Claim { get; }

    [Fact]
    public void Every_claim_follows_from_the_pages_that_its_row_links_to()
    {
        (string Text, int Line)[] rows =
            [.. MarkdownPage.Load("README.md").Prose.Where(line => line.Text.StartsWith("| [", StringComparison.Ordinal))];

        Assert.Equal(Parts, rows.Length);
        Findings.AssertNone(
            from row in rows
            from claim in Unfounded(row.Text, FiguresLinkedFrom(row.Text))
            select $"README.md:{row.Line}: \"{claim}\" does not follow from the pages that the row links to.");
    }

    [Theory]
    [InlineData("2.8x as fast", "0.36", true)]
    [InlineData("2.8x as fast", "0.35", false)]
    [InlineData("11x as fast", "0.087", true)]
    [InlineData("54 % less memory", "0.46", true)]
    [InlineData("54 % less memory", "0.45", false)]
    [InlineData("0.10 ms instead of 224", "0.10, 224", true)]
    [InlineData("0.10 ms instead of 224", "0.10, 225", false)]
    public void A_claim_that_does_not_follow_is_noticed(string text, string figures, bool follows) =>
        Assert.Equal(follows, Unfounded(text, figures.Split(", ")).Length == 0);

    private static string[] FiguresLinkedFrom(string row)
    {
        IEnumerable<MarkdownPage> pages = MarkdownPage.Parse(row).Links
            .Select(link => link.Target)
            .Where(target => target.StartsWith("docs/benchmarks/", StringComparison.Ordinal)
                || target.StartsWith("samples/", StringComparison.Ordinal))
            .Select(MarkdownPage.Load);
        return
        [
            .. pages.SelectMany(page => page.Prose.Select(line => line.Text).Concat(page.Blocks.Select(block => block.Text)))
                .SelectMany(text => text.Split(s_separators, StringSplitOptions.RemoveEmptyEntries)),
        ];
    }

    private static string[] Unfounded(string text, string[] figures)
    {
        double[] ratios = [.. figures.Where(figure => figure.Contains('.')).Select(RatioOf).Where(ratio => ratio > 0)];
        return [.. Claim.Matches(text).Where(claim => !Follows(claim)).Select(claim => claim.Value)];

        bool Follows(Match claim) => claim switch
        {
            _ when claim.Groups["times"] is { Success: true, Value: string times } =>
                ratios.Any(ratio => Math.Round(1 / ratio, times.Contains('.') ? 1 : 0) == PrintedNumbers.Parse(times)),
            _ when claim.Groups["percent"] is { Success: true, Value: string percent } =>
                ratios.Any(ratio => Math.Round(100 * (1 - ratio)) == PrintedNumbers.Parse(percent)),
            _ => figures.Contains(claim.Groups["value"].Value, StringComparer.Ordinal),
        };
    }

    private static double RatioOf(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double ratio) ? ratio : 0;
}
