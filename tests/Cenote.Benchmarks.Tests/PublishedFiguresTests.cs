using System.Reflection;
using Cenote.Benchmarks.Publishing;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Tests;

/// <summary>The committed pages and results.</summary>
public class PublishedFiguresTests
{
    internal static readonly string Root = typeof(PublishedFiguresTests).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == "RepositoryRoot").Value!;

    private static readonly ResultFolder s_results = new(Root);

    [Fact]
    public void Every_page_shows_what_the_results_say()
    {
        IReadOnlyList<RatioReport> reports = s_results.Reports();
        foreach (string path in Directory.EnumerateFiles(Path.Combine(Root, "docs", "benchmarks"), "*.md"))
        {
            string page = File.ReadAllText(path);
            Assert.All(FigureBlocks.AreasOf(page), area => Assert.Contains(reports, report => report.Area == area));
            Assert.Equal(FigureBlocks.Fill(page, area => [.. reports.Where(report => report.Area == area)]), page);
        }

        Assert.Equal(Goals.Of(reports), File.ReadAllText(Path.Combine(Root, "benchmarks", "goals.md")));
    }

    [Fact]
    public void Every_plot_shows_what_the_results_say()
    {
        string folder = Path.Combine(Root, "docs", "benchmarks", "plots");
        (string Name, string Svg)[] plots = [.. Plots.All(s_results.Reports(), Root)];

        Assert.All(plots, plot => Assert.Equal(plot.Svg, File.ReadAllText(Path.Combine(folder, plot.Name))));
        Assert.Equal(
            plots.Select(plot => plot.Name).Order(StringComparer.Ordinal),
            Directory.EnumerateFiles(folder).Select(Path.GetFileName).Order(StringComparer.Ordinal)!);
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
