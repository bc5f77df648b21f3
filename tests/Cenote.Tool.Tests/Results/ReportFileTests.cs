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
    public void A_link_to_another_target_is_refused()
    {
        string target = _folder.Write("target", "text");
        string link = Path.Combine(_folder.Path, "link");
        File.CreateSymbolicLink(link, target);

        ToolException exception = Assert.Throws<ToolException>(() => ReportFile.CheckTargets([target], link));

        Assert.Equal(ExitCodes.Usage, exception.ExitCode);
    }
}
