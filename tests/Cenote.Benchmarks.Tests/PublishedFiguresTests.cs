using System.Reflection;
using Cenote.Benchmarks.Publishing;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Tests;

/// <summary>The committed pages and results.</summary>
public class PublishedFiguresTests
{
    private static readonly string s_root = typeof(PublishedFiguresTests).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == "RepositoryRoot").Value!;

    private static readonly ResultFolder s_results = new(s_root);

    [Fact]
    public void Every_page_shows_what_the_results_say()
    {
        IReadOnlyList<RatioReport> reports = s_results.Reports();
        foreach (string path in Directory.EnumerateFiles(Path.Combine(s_root, "docs", "benchmarks"), "*.md"))
        {
            string page = File.ReadAllText(path);
            Assert.All(FigureBlocks.AreasOf(page), area => Assert.Contains(reports, report => report.Area == area));
            Assert.Equal(FigureBlocks.Fill(page, area => [.. reports.Where(report => report.Area == area)]), page);
        }

        Assert.Equal(Goals.Of(reports), File.ReadAllText(Path.Combine(s_root, "benchmarks", "goals.md")));
    }

    [Fact]
    public void Results_are_of_three_quiet_runs_and_every_area_exists()
    {
        Assert.All(s_results.Reports(), report =>
        {
            Assert.Equal(3, report.Runs.Count);
            Assert.Null(report.Objection);
            Assert.NotNull(RatioRunner.Find(report.Area));
            Assert.True(File.Exists(s_results.PathOf(report)), $"{report.Area} of {report.ProcessorName} is in another folder.");
        });
    }
}
