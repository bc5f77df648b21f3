using Cenote.Tool.Reports;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;

namespace Cenote.Tool.CommandLine;

/// <summary>
/// Writes results to the terminal as they arrive, and to files at the end. If the terminal fails, for example because the reader
/// of a pipe has exited, the files are still written.
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

        // If a report goes to standard output, nothing else does.
        bool isOutTaken = settings.JsonPath == ReportFile.StandardOutput || settings.HtmlPath == ReportFile.StandardOutput;
        _report = isOutTaken
            ? TerminalReport.On(terminal.Error, terminal.IsErrorTerminal, terminal.UseColor)
            : TerminalReport.On(terminal.Out, terminal.IsOutTerminal, terminal.UseColor);
    }

    /// <summary>The paths of the requested reports; if there are none, the options that request a report.</summary>
    public string WhereReports => (_settings.HtmlPath, _settings.JsonPath) switch
    {
        (null, null) => "none; --html FILE writes a page, --json FILE results for programs",
        (string html, string json) => $"{Place(html)}, {Place(json)}",
        var (html, json) => Place((html ?? json)!),
    };

    /// <summary>Writes to the terminal, unless that has failed before.</summary>
    public void Show(Action<TerminalReport> write)
    {
        if (!_hasTerminalFailed)
        {
            _hasTerminalFailed = !Try(() => write(_report));
        }
    }

    /// <summary>Writes every requested report, even if one of them fails, and then throws one exception for all failures.</summary>
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
