using System.Text;
using Cenote.Benchmarks.Ratio;
using Cenote.Files;

namespace Cenote.Benchmarks.Publishing;

/// <summary>
/// Runs <c>publish [AREA...]</c>: measures areas three times; then updates the figures of pages, the text reports, the page of
/// missed goals and the plots from all results. Without areas, the command measures nothing. It must run inside the repository.
/// </summary>
internal static class Publisher
{
    /// <summary>The command.</summary>
    public const string Command = "publish";

    private const int Runs = 3;

    /// <summary>The command line.</summary>
    public const string Usage =
        "publish [AREA...]: measures areas three times, and writes the medians to benchmarks/results and docs/benchmarks\n";

    /// <summary>Returns 0, or the exit code for a wrong command line or a machine that was not quiet.</summary>
    public static int Run(string[] arguments)
    {
        IRatioArea?[] areas = [.. arguments.Select(RatioRunner.Find)];
        if (areas.Contains(null) || FindRepository() is not { } repository)
        {
            Console.Error.Write(Usage);
            return RatioRunner.WrongCommandLine;
        }

        var results = new ResultFolder(repository);
        foreach (IRatioArea area in areas.OfType<IRatioArea>())
        {
            if (MedianOfRuns.Measure(area, Runs) is not { } report)
            {
                return RatioRunner.NotQuiet;
            }

            results.Save(report);
        }

        IReadOnlyList<RatioReport> reports = results.Reports();
        WriteTexts(results, reports);
        FillPages(repository, reports);
        WriteText(Path.Combine(repository, "benchmarks", "goals.md"), Goals.Of(reports));
        foreach ((string name, string svg) in Plots.All(reports, repository))
        {
            WriteText(Path.Combine(repository, "docs", "benchmarks", "plots", name), svg);
        }

        return 0;
    }

    private static void WriteTexts(ResultFolder results, IReadOnlyList<RatioReport> reports)
    {
        foreach (RatioReport report in reports)
        {
            string text = Path.ChangeExtension(results.PathOf(report), ".txt");
            WriteText(text, RatioText.Of(report, RatioRunner.Find(report.Area)!));
        }
    }

    private static void FillPages(string repository, IReadOnlyList<RatioReport> reports)
    {
        foreach (string path in Directory.EnumerateFiles(Path.Combine(repository, "docs", "benchmarks"), "*.md"))
        {
            string page = File.ReadAllText(path);
            string filled = FigureBlocks.Fill(page, area => [.. reports.Where(report => report.Area == area)]);
            if (filled != page)
            {
                WriteText(path, filled);
            }
        }
    }

    private static void WriteText(string path, string text) =>
        FileTarget.Find(path).Write(FileTarget.ReadWrite, (stream, _) => stream.Write(Encoding.UTF8.GetBytes(text)));

    private static string? FindRepository()
    {
        string? folder = Environment.CurrentDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "Cenote.slnx")))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder;
    }
}
