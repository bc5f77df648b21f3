using System.Text;
using Cenote.Benchmarks.Ratio;
using Cenote.Files;

namespace Cenote.Benchmarks.Publishing;

/// <summary>
/// Runs <c>publish [AREA...]</c>: measures areas three times, and writes the texts and pages of figures from all results there
/// are; without areas only the latter. To be run within the repository.
/// </summary>
internal static class Publisher
{
    /// <summary>What to type first.</summary>
    public const string Command = "publish";

    private const int Runs = 3;

    /// <summary>How to call it.</summary>
    public const string Usage =
        "publish [AREA...]: measures areas three times, and puts the medians into benchmarks/results and docs/benchmarks\n";

    /// <summary>Returns 0, or the exit code of a command line or machine that it refuses.</summary>
    public static int Run(string[] arguments)
    {
        IRatioArea?[] areas = [.. arguments.Select(RatioRunner.Find)];
        if (areas.Contains(null) || FindRepository() is not { } repository)
        {
            Console.Error.Write(Usage);
            return RatioRunner.WrongCommandLine;
        }

        foreach (IRatioArea area in areas.OfType<IRatioArea>())
        {
            if (MedianOfRuns.Measure(area, Runs) is not { } report)
            {
                return RatioRunner.NotQuiet;
            }

            string folder = Path.Combine(ResultsOf(repository), area.Name);
            Directory.CreateDirectory(folder);
            report.Save(Path.Combine(folder, "ratio.json"));
        }

        WriteTexts(repository);
        FillPages(repository);
        return 0;
    }

    private static void WriteTexts(string repository)
    {
        foreach (string folder in Directory.EnumerateDirectories(ResultsOf(repository)))
        {
            string name = Path.GetFileName(folder);
            if (RatioRunner.Find(name) is { } area && ReportOf(repository, name) is { } report)
            {
                WriteText(Path.Combine(folder, "ratio.txt"), RatioText.Of(report, area));
            }
        }
    }

    private static void FillPages(string repository)
    {
        foreach (string path in Directory.EnumerateFiles(Path.Combine(repository, "docs", "benchmarks"), "*.md"))
        {
            string page = File.ReadAllText(path);
            string filled = FigureBlocks.Fill(page, area => ReportOf(repository, area));
            if (filled != page)
            {
                WriteText(path, filled);
            }
        }
    }

    private static RatioReport? ReportOf(string repository, string area)
    {
        string path = Path.Combine(ResultsOf(repository), area, "ratio.json");
        return File.Exists(path) ? RatioReport.Load(path) : null;
    }

    private static void WriteText(string path, string text) =>
        FileTarget.Find(path).Write(FileTarget.ReadWrite, (stream, _) => stream.Write(Encoding.UTF8.GetBytes(text)));

    private static string ResultsOf(string repository) => Path.Combine(repository, "benchmarks", "results");

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
