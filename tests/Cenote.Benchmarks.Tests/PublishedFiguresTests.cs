using System.Reflection;
using Cenote.Benchmarks.Publishing;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Tests;

/// <summary>The committed pages and results.</summary>
public class PublishedFiguresTests
{
    private static readonly string s_root = typeof(PublishedFiguresTests).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == "RepositoryRoot").Value!;

    private static readonly string s_results = Path.Combine(s_root, "benchmarks", "results");

    [Fact]
    public void Every_page_shows_what_the_results_say()
    {
        foreach (string path in Directory.EnumerateFiles(Path.Combine(s_root, "docs", "benchmarks"), "*.md"))
        {
            string page = File.ReadAllText(path);
            Assert.All(FigureBlocks.AreasOf(page), area => Assert.True(File.Exists(ReportOf(area)), $"{path}: no result of {area}"));
            Assert.Equal(FigureBlocks.Fill(page, area => RatioReport.Load(ReportOf(area))), page);
        }
    }

    [Fact]
    public void Results_are_of_three_quiet_runs_and_every_area_exists()
    {
        foreach (string path in Directory.EnumerateFiles(s_results, "ratio.json", SearchOption.AllDirectories))
        {
            RatioReport report = RatioReport.Load(path);

            Assert.Equal(3, report.Runs.Count);
            Assert.Null(report.Objection);
            Assert.NotNull(RatioRunner.Find(report.Area));
            Assert.Equal(ReportOf(report.Area), path);
        }
    }

    private static string ReportOf(string area) => Path.Combine(s_results, area, "ratio.json");
}
