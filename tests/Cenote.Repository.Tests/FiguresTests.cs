namespace Cenote.Repository.Tests;

/// <summary>The convention that each measured figure is on one page, to which others link.</summary>
public sealed class FiguresTests
{
    /// <summary>Figures that look measured but belong to the design or to a title.</summary>
    private static readonly (string Page, string Text)[] s_constants =
    [
        ("docs/benchmarks/README.md", "with 2 cores, 23.5 GB"),
        ("docs/internals.md", "volume 1, 2.5"),
        ("docs/tool-method.md", "A turn takes about 20 ms"),
        ("docs/tool-method.md", "exponent 0.99"),
        ("docs/tool-method.md", "extended to at most 100 ms"),
    ];

    /// <summary>Pages that explain what to use or how something works.</summary>
    private static IEnumerable<string> PagesOfUse => Repository.FilesUnder("docs", "*.md").Where(page => !HasFigures(page));

    [Fact]
    public void A_page_of_use_has_no_figures_but_links_to_them()
    {
        IEnumerable<string> wrong =
            from page in PagesOfUse
            let content = MarkdownPage.Load(page)
            from line in content.Prose.Concat(MeasuredFigures.Drawn(content))
            from figure in MeasuredFigures.In(WithoutConstants(page, line.Text))
            select $"{page}:{line.Line}: {figure} is a measured figure. Move it to docs/benchmarks and link to it.";

        Findings.AssertNone(wrong);
    }

    [Fact]
    public void No_row_or_sentence_with_the_same_figures_stands_on_two_pages()
    {
        // Three figures of a row, or two of a sentence, are almost never equal by chance.
        IEnumerable<string> wrong =
            from page in Repository.Pages
            where page is not ("README.md" or "CHANGELOG.md")
            let content = MarkdownPage.Load(page)
            from line in MeasuredFigures.RowsOf(content).Where(row => row.Figures.Length >= 3)
                .Concat(MeasuredFigures.SentencesOf(content).Where(sentence => sentence.Figures.Length >= 2))
            group $"{page}:{line.Line}" by string.Join(", ", line.Figures) into same
            where same.Select(place => place.Split(':')[0]).Distinct(StringComparer.Ordinal).Skip(1).Any()
            select $"{same.Key} is on {string.Join(" and on ", same)}.";

        Findings.AssertNone(wrong);
    }

    [Fact]
    public void Every_constant_that_looks_like_a_figure_is_still_there()
    {
        IEnumerable<string> gone = s_constants
            .Where(constant => !TextOf(constant.Page).Contains(constant.Text, StringComparison.Ordinal))
            .Select(constant => $"{constant.Page} no longer has \"{constant.Text}\".");

        Findings.AssertNone(gone);
    }

    [Theory]
    [InlineData("takes 0.38 of it, and 1.4 times as long", "0.38", "1.4")]
    [InlineData("| **1.05** 0.99 |  | 34.48 |", "1.05", "0.99", "34.48")]
    [InlineData("in 3 ns, 1,020 µs or 20 ms", "3", "1,020", "20")]
    [InlineData(".NET 10.0.12, `1.5 ns` and [a page](2.5.md), 64 KiB of 1,000")]
    public void Figures_are_found(string text, params string[] figures) => Assert.Equal(figures, MeasuredFigures.In(text));

    [Fact]
    public void Figures_of_rows_and_sentences_are_found()
    {
        MarkdownPage page = MarkdownPage.Parse(
            """
            Some take 0.1. Others take 0.2
            and 0.3.

            | 0.4 | 0.5 |
            - the first 0.6
            - the second 0.7

            ```text
            0.8 0.9
            ```

            Output:

            ```text
            1.0
            ```
            """);

        Assert.Equal(["4: 0.4 0.5", "9: 0.8 0.9"], MeasuredFigures.RowsOf(page).Select(Text));
        Assert.Equal(
            ["1: 0.1", "1: 0.2 0.3", "5: 0.6", "6: 0.7"],
            MeasuredFigures.SentencesOf(page).Where(sentence => sentence.Figures.Length > 0).Select(Text));

        static string Text((int Line, string[] Figures) group) => $"{group.Line}: {string.Join(' ', group.Figures)}";
    }

    private static bool HasFigures(string page) => page is "docs/history.md"
        || (page.StartsWith("docs/benchmarks/", StringComparison.Ordinal) && page != "docs/benchmarks/README.md");

    private static string TextOf(string page) => File.ReadAllText(Repository.PathOf(page));

    private static string WithoutConstants(string page, string line) => s_constants
        .Where(constant => constant.Page == page)
        .Aggregate(line, (text, constant) => text.Replace(constant.Text, "", StringComparison.Ordinal));
}
