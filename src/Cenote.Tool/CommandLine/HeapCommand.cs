using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Cenote.Tool.Heaps;
using Cenote.Tool.Results;

namespace Cenote.Tool.CommandLine;

/// <summary>The options of <c>cenote heap</c>.</summary>
internal static class HeapCommand
{
    private const string List = "ps";

    /// <summary>Creates the command.</summary>
    public static Command Create(HeapRun run)
    {
        var target = new Argument<string>("PID|FILE|ps")
        {
            Description = "A process id, or a dump; 'ps' lists the processes that can be read.",
        };
        target.Validators.Add(UnknownOption.Reject);
        var live = new Option<bool>("--live")
        {
            Description = "Copy the heap while the process is stopped; never take a dump. Default: copy it if that is allowed.",
        };
        var dump = new Option<bool>("--dump")
        {
            Description = "Take a dump, which stops the process for longer. Default: only if copying is not allowed.",
        };
        var longest = new Option<TimeSpan?>("--longest-standstill")
        {
            Description = "Maximum time that the process may be stopped. "
                + "If copying takes longer, the process is resumed and no report is written.",
            HelpName = "SECONDS",
            Arity = ArgumentArity.ExactlyOne,
            CustomParser = ParseSeconds,
        };
        var top = new Option<int?>("--top")
        {
            Description = $"How many places and strings to show. Default: {HeapSettings.DefaultTop}.",
            HelpName = "N",
            Arity = ArgumentArity.ExactlyOne,
            CustomParser = ParseTop,
        };
        var showText = new Option<bool>("--show-text")
        {
            Description = "Show the most repeated strings, and some strings from each place with a recommendation. "
                + "They may contain secrets.",
        };
        var measure = new Option<bool>("--measure")
        {
            Description = "Also run sections of 'cenote measure' with strings from up to two places with a recommendation.",
        };
        var yes = new Option<bool>("--yes")
        {
            Description = "Do not ask before stopping a process for more than a second.",
        };
        Option<string?> against = File("--against", "Report growth since an earlier report that --json wrote.");
        Option<string?> keep = File("--keep-dump", "Keep the dump in this file. It contains all memory of the process, secrets included.");
        Option<string?> dac = File("--dac", "The libmscordaccore.so of the process's runtime, if this machine does not have it.");
        Option<string?> html = File("--html", "Also write the report to this file as an HTML page; '-' for standard output.");
        Option<string?> json = File("--json", "Also write the results to this file; '-' for standard output.");
        var command = new Command("heap", "Shows which strings of a running program repeat, what holds them, and what to change.")
        {
            target, live, dump, yes, longest, html, json, top, showText, measure, against, keep, dac,
        };
        command.Validators.Add(result =>
        {
            if (result.GetResult(target)?.Tokens is [{ Value: List }]
                && command.Options.FirstOrDefault(option => result.GetResult(option) is { Implicit: false }) is { } option)
            {
                result.AddError($"'{command.Name} {List}' only lists processes; remove '{option.Name}', or name a process or a dump.");
            }

            if (result.GetValue(live) && result.GetResult(keep) is not null)
            {
                result.AddError("Option '--keep-dump' cannot be combined with '--live', which takes no dump.");
            }

            if (result.GetValue(live) && result.GetValue(dump))
            {
                result.AddError("Options '--live' and '--dump' cannot be combined.");
            }
        });
        command.SetAction((parsed, cancellationToken) => parsed.GetRequiredValue(target) == List
            ? Task.FromResult(run.List())
            : run.RunAsync(
                new HeapSettings
                {
                    Target = parsed.GetRequiredValue(target),
                    IsLive = parsed.GetValue(live),
                    IsDump = parsed.GetValue(dump),
                    IsAgreed = parsed.GetValue(yes),
                    LongestStandstill = parsed.GetValue(longest),
                    Top = parsed.GetValue(top) ?? HeapSettings.DefaultTop,
                    ShowTexts = parsed.GetValue(showText),
                    Measures = parsed.GetValue(measure),
                    AgainstPath = parsed.GetValue(against),
                    KeepPath = parsed.GetValue(keep),
                    DacPath = parsed.GetValue(dac),
                    HtmlPath = ReportFile.Named(parsed.GetValue(html)),
                    JsonPath = ReportFile.Named(parsed.GetValue(json)),
                },
                cancellationToken));
        return command;
    }

    private static Option<string?> File(string name, string description) => new(name) { Description = description, HelpName = "FILE" };

    private static TimeSpan? ParseSeconds(ArgumentResult result)
    {
        string given = result.Tokens[0].Value;
        if (double.TryParse(given, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double seconds)
            && seconds is > 0 and <= HeapSettings.MaxStandstillSeconds)
        {
            return TimeSpan.FromSeconds(seconds);
        }

        result.AddError(
            $"Option '--longest-standstill' must be a number of seconds above 0, up to {HeapSettings.MaxStandstillSeconds}, not '{given}'.");
        return null;
    }

    private static int? ParseTop(ArgumentResult result)
    {
        string given = result.Tokens[0].Value;
        if (int.TryParse(given, NumberStyles.None, CultureInfo.InvariantCulture, out int top)
            && top is > 0 and <= HeapSettings.MaxTop)
        {
            return top;
        }

        result.AddError($"Option '--top' must be a number from 1 to {HeapSettings.MaxTop}, not '{given}'.");
        return null;
    }
}
