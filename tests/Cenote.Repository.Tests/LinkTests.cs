namespace Cenote.Repository.Tests;

public sealed class LinkTests
{
    public static TheoryData<string> Pages { get; } = [.. Repository.Pages];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Every_relative_link_leads_to_a_file_and_every_anchor_to_a_heading(string page)
    {
        IEnumerable<string> broken = MarkdownPage.Load(page).Links
            .Where(link => !Resolves(page, link.Target))
            .Select(link => $"{page}:{link.Line}: {link.Target} leads nowhere");

        Findings.AssertNone(broken);
    }

    [Theory]
    [InlineData("no-such-file.md")]
    [InlineData("LICENSE#no-anchors-outside-markdown")]
    [InlineData("#no-such-heading")]
    [InlineData("CONTRIBUTING.md#no-such-heading")]
    [InlineData("../outside.md")]
    public void A_broken_link_is_noticed(string target) => Assert.False(Resolves("README.md", target));

    [Fact]
    public void Links_and_anchors_are_read_as_github_reads_them()
    {
        MarkdownPage page = MarkdownPage.Parse(
            """
            # Twice: `code`, [a link](one.md) & more
            ## Twice
            ## Twice
            [two](two.md "title") and ![picture](three.png), `[not](a-link.md)`
            [four]: four.md
            <img src="five.svg"> <a id="six"></a>
            ```text
            [not](a-link.md)
            # Not a heading
            ```
            """);

        Assert.Equal(["one.md", "two.md", "three.png", "four.md", "five.svg"], page.Links.Select(link => link.Target));
        Assert.Equal(["six", "twice", "twice-1", "twice-code-a-link--more"], page.Anchors.Order(StringComparer.Ordinal));
    }

    private static bool Resolves(string page, string target)
    {
        if (Uri.TryCreate(target, UriKind.Absolute, out Uri? absolute) && absolute.Scheme is "http" or "https" or "mailto")
        {
            return true;
        }

        string[] parts = target.Split('#', 2);
        string file = parts[0].Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, parts[0]);
        string path = Path.GetFullPath(Repository.PathOf(file));
        bool exists = path.StartsWith(Repository.Root, StringComparison.Ordinal) && Path.Exists(path);
        return exists && (parts.Length == 1 || (file.EndsWith(".md", StringComparison.Ordinal)
            && MarkdownPage.Load(file).Anchors.Contains(parts[1])));
    }
}
