using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Publishing;

/// <summary>The reports of a repository: <c>benchmarks/results/PROCESSOR/AREA/ratio.json</c>.</summary>
internal sealed class ResultFolder(string repository)
{
    private const string FileName = "ratio.json";

    private readonly string _results = Path.Combine(repository, "benchmarks", "results");

    /// <summary>All reports, the newest first.</summary>
    public IReadOnlyList<RatioReport> Reports() =>
        [
            .. Directory.EnumerateFiles(_results, FileName, SearchOption.AllDirectories)
                .Select(RatioReport.Load)
                .OrderByDescending(report => report.Machine.Date),
        ];

    /// <summary>The path of a report, from its area and processor.</summary>
    public string PathOf(RatioReport report) => Path.Combine(FolderOf(report), FileName);

    /// <summary>Writes a report, and replaces the previous one of the same area and processor.</summary>
    public void Save(RatioReport report)
    {
        Directory.CreateDirectory(FolderOf(report));
        report.Save(PathOf(report));
    }

    /// <summary>The name of a processor's folder.</summary>
    public static string NameOf(RatioReport report) => string.Concat(
        report.ProcessorName.Select(letter => char.IsAsciiLetterOrDigit(letter) ? char.ToLowerInvariant(letter) : '-'));

    private string FolderOf(RatioReport report) => Path.Combine(_results, NameOf(report), report.Area);
}
