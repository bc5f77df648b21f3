using Cenote.Tool.Reports;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;

namespace Cenote.Tool.CommandLine;

/// <summary>
/// Where results go: to the terminal as they come, and to files at the end. A terminal that fails, such as a pipe whose reader
/// has left, does not keep the files from being written.
/// </summary>
internal sealed class ReportOutput
{
    private readonly Terminal _terminal;
    private readonly MeasureSettings _settings;
    private readonly TerminalReport _report;
    private readonly List<ToolException> _failures = [];
    private bool _hasTerminalFailed;

    public ReportOutput(Terminal terminal, MeasureSettings settings)
    {
        _terminal = terminal;
        _settings = settings;

        // What was asked for on standard output is there alone.
        bool isOutTaken = settings.JsonPath == ReportFile.StandardOutput || settings.HtmlPath == ReportFile.StandardOutput;
        _report = isOutTaken
            ? TerminalReport.On(terminal.Error, terminal.IsErrorTerminal, terminal.UseColor)
            : TerminalReport.On(terminal.Out, terminal.IsOutTerminal, terminal.UseColor);
    }

    /// <summary>Where the report will be, or how to get one.</summary>
    public string WhereReports => (_settings.HtmlPath, _settings.JsonPath) switch
    {
        (null, null) => "none was asked for; --html FILE writes one as a page, --json FILE for programs",
        (string html, string json) => $"{Place(html)}, {Place(json)}",
        var (html, json) => Place((html ?? json)!),
    };

    /// <summary>Writes something to the terminal, if that still works.</summary>
    public void Show(Action<TerminalReport> write)
    {
        if (!_hasTerminalFailed)
        {
            _hasTerminalFailed = !Try(() => write(_report));
        }
    }

    /// <summary>Writes the reports that were asked for, each whether or not another one fails, and complains then.</summary>
    /// <exception cref="ToolException">The terminal has failed, or a report cannot be written.</exception>
    public void Finish(MeasureReport report, MeasureReport? baseline)
    {
        if (_settings.JsonPath is string jsonPath)
        {
            Write(jsonPath, "Results", path => JsonReport.Write(path, report), () => JsonReport.Render(report));
        }

        if (_settings.HtmlPath is string htmlPath)
        {
            Write(
                htmlPath,
                "Report",
                path => HtmlReport.Write(path, report, baseline),
                () => HtmlReport.Render(report, baseline).ToString());
        }

        if (_failures.Count > 0)
        {
            throw ToolException.Failure(string.Join(' ', _failures.Select(failure => failure.Message)));
        }
    }

    private static string Place(string path) => path == ReportFile.StandardOutput ? "standard output" : Printable.Of(path);

    private void Write(string path, string what, Action<string> toFile, Func<string> render)
    {
        if (path == ReportFile.StandardOutput)
        {
            Try(() => _terminal.Out.WriteLine(render()));
        }
        else if (Try(() => toFile(path)))
        {
            Show(report => report.WriteNote($"{what} written to {Printable.Of(path)}"));
        }
    }

    private bool Try(Action write)
    {
        try
        {
            write();
            return true;
        }
        catch (ToolException exception)
        {
            _failures.Add(exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            _failures.Add(ToolException.OutputFailure(exception));
        }

        return false;
    }
}
