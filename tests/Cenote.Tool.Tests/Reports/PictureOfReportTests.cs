using System.Security.Cryptography;
using Cenote.Tool.Reports;
using Cenote.Tool.Results;

namespace Cenote.Tool.Tests.Reports;

/// <summary>docs/report.png, which <c>docs/picture-of-report</c> makes from a committed report.</summary>
public class PictureOfReportTests
{
    // The headline, the verdict, and the hashes of the picture and of the report.
    private static readonly string[] s_record = File.ReadAllLines(PathOf("docs/report.txt"));

    [Fact]
    public void Neither_it_nor_the_report_it_was_made_from_has_changed()
    {
        Assert.Equal("docs/report.png", FileOf(s_record[2]));
        Assert.All(s_record[2..4], line => Assert.Equal(HashOf(FileOf(line)), line.Split("  ")[0]));
    }

    [Fact]
    public void It_shows_what_a_page_of_that_report_shows_today()
    {
        MeasureReport report = ReportReader.Read(PathOf(FileOf(s_record[3])));

        Assert.Equal([Summary.Of(report)!, report.Answer!.Verdict], s_record[..2]);
    }

    private static string FileOf(string line) => line.Split("  ")[1];

    private static string HashOf(string file) => Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(PathOf(file))));

    private static string PathOf(string file) => Path.Combine(Repository.Folder, file);
}
