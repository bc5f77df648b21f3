using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;
using Cenote.Tool.Tests.Reports.Html;

namespace Cenote.Tool.Tests.Results;

public sealed class ReportFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_report_that_fails_on_the_way_leaves_what_was_there_and_nothing_else()
    {
        string path = _folder.Write("report.html", "before");

        ToolException exception = Assert.Throws<ToolException>(() => ReportFile.Write(path, stream =>
        {
            stream.Write("<!DOCTYPE"u8);
            throw new IOException("No space left on device");
        }));

        Assert.Equal(ExitCodes.Failure, exception.ExitCode);
        Assert.Contains($"'{path}': No space left on device", exception.Message, StringComparison.Ordinal);
        Assert.Equal("before", File.ReadAllText(path));
        Assert.Single(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [Fact]
    public void A_page_replaces_what_was_there()
    {
        string path = _folder.Write("report.html", "before");

        HtmlReport.Write(path, FixedReport.Create());

        Assert.StartsWith("<!DOCTYPE html>", File.ReadAllText(path), StringComparison.Ordinal);
        Assert.Single(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [Fact]
    public void Checking_leaves_no_trace_and_takes_targets_that_do_not_meet()
    {
        ReportFile.CheckTargets(["-"], Path.Combine(_folder.Path, "a"), null, Path.Combine(_folder.Path, "b"));
        ReportFile.CheckTargets([], "-");

        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [Fact]
    public void Reports_and_empty_files_may_be_replaced()
    {
        string json = Path.Combine(_folder.Path, "a.json");
        string html = Path.Combine(_folder.Path, "a.html");
        JsonReport.Write(json, FixedReport.Create());
        HtmlReport.Write(html, FixedReport.Create());

        ReportFile.CheckTargets([], json, html, _folder.Write("empty", ""));
        ReportFile.CheckTargets([], _folder.Write("compact.json", """{"schema":3,"tool":"1.0","command":"cenote"}"""));
    }

    [Theory]
    [InlineData("{\"name\": \"a package\", \"schema\": 1}")]
    [InlineData("<!DOCTYPE html><html><head><title>cenote</title></head></html>")]
    [InlineData("one")]
    public void Files_of_others_may_not_be_replaced_nor_what_a_link_leads_to(string content)
    {
        string path = _folder.Write("file", content);
        string link = Path.Combine(_folder.Path, "link");
        File.CreateSymbolicLink(link, path);

        Assert.All([path, link], target => Assert.Throws<ToolException>(() => ReportFile.CheckTargets([], target)));
    }

    [Fact]
    public void Devices_are_taken_and_standard_output_by_all_its_names()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        ReportFile.CheckTargets([], "/dev/null", "/dev/null");
        ReportFile.Write("/dev/null", static stream => stream.Write("report"u8));

        Assert.All(["-", "/dev/stdout", "/dev/fd/1"], path => Assert.Equal("-", ReportFile.Named(path)));
        Assert.All([null, "", "/dev/null", "report.html"], path => Assert.Equal(path, ReportFile.Named(path)));
    }

    [Fact]
    public void A_link_to_another_target_is_refused()
    {
        string target = _folder.Write("target", "text");
        string link = Path.Combine(_folder.Path, "link");
        File.CreateSymbolicLink(link, target);

        ToolException exception = Assert.Throws<ToolException>(() => ReportFile.CheckTargets([target], link));

        Assert.Equal(ExitCodes.Usage, exception.ExitCode);
    }
}
