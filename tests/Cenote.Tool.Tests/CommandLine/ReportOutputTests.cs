using Cenote.Tool.CommandLine;
using Cenote.Tool.Reports;
using Cenote.Tool.Tests.Reports.Html;

namespace Cenote.Tool.Tests.CommandLine;

public sealed class ReportOutputTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_report_that_cannot_be_written_does_not_keep_the_other_one_from_being_written()
    {
        string gone = Path.Combine(_folder.Path, "gone");
        string json = Path.Combine(gone, "a.json");
        string html = Path.Combine(_folder.Path, "b.html");

        ToolException exception = Assert.Throws<ToolException>(() => Output(json, html).Finish(FixedReport.Create(), null));

        Assert.Equal(ExitCodes.Failure, exception.ExitCode);
        Assert.StartsWith($"The report cannot be written to '{json}': ", exception.Message, StringComparison.Ordinal);
        Assert.StartsWith("<!DOCTYPE html>", File.ReadAllText(html), StringComparison.Ordinal);
    }

    [Fact]
    public void All_that_cannot_be_written_is_told()
    {
        string json = Path.Combine(_folder.Path, "gone", "a.json");
        string html = Path.Combine(_folder.Path, "gone", "b.html");

        ToolException exception = Assert.Throws<ToolException>(() => Output(json, html).Finish(FixedReport.Create(), null));

        Assert.Contains($"'{json}'", exception.Message, StringComparison.Ordinal);
        Assert.Contains($"'{html}'", exception.Message, StringComparison.Ordinal);
    }

    private static ReportOutput Output(string json, string html)
    {
        var terminal = new Terminal(
            TextWriter.Null, TextWriter.Null, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: false, UseColor: true);
        return new ReportOutput(terminal, new MeasureSettings { JsonPath = json, HtmlPath = html });
    }
}
