namespace Cenote.Repository.Tests;

/// <summary>Pages with figures are short and name the source of their figures; that source exists.</summary>
public sealed class BenchmarkPagesTests
{
    private const int MostLines = 150;
    private const long MostBytesOfProcessor = 1_000_000;
    private const string Results = "benchmarks/results";

    private static IEnumerable<string> Pages => Repository.FilesUnder("docs/benchmarks", "*.md")
        .Where(page => !page.EndsWith("README.md", StringComparison.Ordinal));

    [Fact]
    public void A_page_starts_with_the_command_that_prints_it_and_has_at_most_150_lines()
    {
        IEnumerable<string> wrong =
            from page in Pages
            let lines = File.ReadAllLines(Repository.PathOf(page))
            where lines.Length > MostLines || lines is not [['#', ' ', ..], "", "```sh", ..]
            select $"{page} has {lines.Length} lines and begins with \"{lines[2]}\".";

        Findings.AssertNone(wrong);
    }

    [Fact]
    public void The_index_lists_every_page()
    {
        IEnumerable<string> listed = MarkdownPage.Load("docs/benchmarks/README.md").Links
            .Select(link => $"docs/benchmarks/{link.Target}");

        Findings.AssertNone(Pages.Except(listed, StringComparer.Ordinal));
    }

    [Fact]
    public void Results_of_a_processor_stay_below_a_megabyte_and_are_all_listed()
    {
        string readme = File.ReadAllText(Repository.PathOf($"{Results}/README.md"));

        Assert.All(
            ResultFiles.GroupBy(file => file.Split('/')[2], StringComparer.Ordinal),
            files => Assert.InRange(files.Sum(file => new FileInfo(Repository.PathOf(file)).Length), 1, MostBytesOfProcessor));
        Assert.All(ResultFiles.Select(AreaOf), area => Assert.Contains($"`{area}/", readme, StringComparison.Ordinal));
    }

    [Fact]
    public void Every_figure_of_a_table_is_in_the_results_of_its_page()
    {
        ILookup<string, string> areas = MarkdownPage.Load($"{Results}/README.md").Prose
            .Where(row => row.Text.StartsWith("| `", StringComparison.Ordinal))
            .SelectMany(row => MarkdownPage.Parse(row.Text).Links, (row, link) => (PageOf(link.Target), ListedArea(row.Text)))
            .ToLookup(pair => pair.Item1, pair => pair.Item2, StringComparer.Ordinal);

        Findings.AssertNone(Pages.SelectMany(page => NotIn(PrintedNumbers.In(FilesOf(areas[page])), page)));

        static string PageOf(string target) => target.Replace("../../", "", StringComparison.Ordinal).Split('#')[0];
        static string ListedArea(string row) => row[3..row.IndexOf('/', StringComparison.Ordinal)];
    }

    [Fact]
    public void Every_line_of_a_quoted_report_is_in_the_report()
    {
        const string Page = "docs/heap.md";
        CodeBlock[] quotes = [.. MarkdownPage.Load(Page).Blocks.Where(block => ReportOf(block) is not null)];

        Assert.NotEmpty(quotes);
        Findings.AssertNone(
            from block in quotes
            let report = File.ReadAllLines(Repository.PathOf(ResultFiles.Single(file => file.EndsWith($"/real-programs/{ReportOf(block)}", StringComparison.Ordinal))))
            from line in block.Text.Split('\n').Skip(1)
            where line != "..." && !report.Contains(line, StringComparer.Ordinal)
            select $"{Page}:{block.Line}: \"{line}\" is not in {ReportOf(block)}.");

        static string? ReportOf(CodeBlock block) =>
            block.Text.Split('\n')[0].Split("# ") is [_, string name] && name.EndsWith(".txt", StringComparison.Ordinal) ? name : null;
    }

    private static IEnumerable<string> ResultFiles => Repository.FilesUnder(Results, "*").Where(file => file != $"{Results}/README.md");

    private static string AreaOf(string file) => file.Split('/')[3];

    private static IEnumerable<string> FilesOf(IEnumerable<string> areas) => ResultFiles.Where(file => areas.Contains(AreaOf(file)));

    private static IEnumerable<string> NotIn(PrintedNumbers results, string page) =>
        from row in MeasuredFigures.RowsOf(MarkdownPage.Load(page))
        from figure in row.Figures
        where !results.Contain(figure)
        select $"{page}:{row.Line}: {figure} is not in the results that {Results}/README.md names for this page.";
}
