using System.CommandLine;
using Cenote.Tool.Reports;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;

namespace Cenote.Tool.CommandLine;

/// <summary><c>cenote render</c>: writes the page of saved results.</summary>
internal static class RenderCommand
{
    public static Command Create(Terminal terminal)
    {
        var report = new Argument<string>("REPORT") { Description = "A report of 'cenote measure --json'." };
        report.Validators.Add(UnknownOption.Reject);
        var html = new Option<string>("--html")
        {
            Description = "Write the page to this file; '-' for standard output.",
            HelpName = "FILE",
            Required = true,
        };
        var command = new Command("render", "Writes saved results as an HTML page, like that of 'cenote measure --html'.")
        {
            report, html,
        };
        command.SetAction(parsed => Run(terminal, parsed.GetRequiredValue(report), ReportFile.Named(parsed.GetRequiredValue(html))!));
        return command;
    }

    private static int Run(Terminal terminal, string path, string html)
    {
        ReportFile.CheckTargets([path], html);
        MeasureReport report = ReportReader.Read(path);
        if (html == ReportFile.StandardOutput)
        {
            terminal.Out.WriteLine(HtmlReport.Render(report).ToString());
        }
        else
        {
            HtmlReport.Write(html, report);
            terminal.Out.WriteLine($"Report written to {Printable.Of(html)}");
        }

        return ExitCodes.Success;
    }
}
