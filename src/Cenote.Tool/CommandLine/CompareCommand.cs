using System.CommandLine;
using Cenote.Tool.Comparing;
using Cenote.Tool.Reports;
using Cenote.Tool.Results;

namespace Cenote.Tool.CommandLine;

/// <summary><c>cenote compare</c>: compares two reports.</summary>
internal static class CompareCommand
{
    public static Command Create(Terminal terminal)
    {
        var before = new Argument<string>("BEFORE") { Description = "A report of 'cenote measure --json'." };
        var after = new Argument<string>("AFTER") { Description = "A later report, by the same version of cenote if possible." };
        before.Validators.Add(UnknownOption.Reject);
        after.Validators.Add(UnknownOption.Reject);
        var failOnWorse = new Option<bool>("--fail-on-worse")
        {
            Description = $"Exit with code {ExitCodes.Worse} if anything became worse beyond the noise.",
        };
        var force = new Option<bool>("--force")
        {
            Description = "Compare reports of different text anyway, but only their time ratios.",
        };
        var command = new Command("compare", "Compares two reports and lists what became better or worse beyond the noise.")
        {
            before, after, failOnWorse, force,
        };
        command.SetAction(parsed => Run(
            terminal,
            parsed.GetRequiredValue(before),
            parsed.GetRequiredValue(after),
            parsed.GetValue(failOnWorse),
            parsed.GetValue(force)));
        return command;
    }

    private static int Run(Terminal terminal, string beforePath, string afterPath, bool failOnWorse, bool force)
    {
        MeasureReport before = ReportReader.Read(beforePath);
        MeasureReport after = ReportReader.Read(afterPath);
        if (!force && !RunComparer.IsSameText(before, after))
        {
            string problem = (before.Profile.Whole, after.Profile.Whole) switch
            {
                (null, _) => $"'{beforePath}' does not identify its text",
                (_, null) => $"'{afterPath}' does not identify its text",
                _ => $"'{beforePath}' and '{afterPath}' are reports of different text, {before.Input.Name} and {after.Input.Name}",
            };
            throw ToolException.Usage($"{problem}; use --force to compare them anyway.");
        }

        RunComparison comparison = RunComparer.Compare(before, after);
        if (comparison.Changes.Count == 0)
        {
            throw ToolException.Usage($"'{beforePath}' and '{afterPath}' have no figure in common.");
        }

        ComparisonReport.Write(terminal, before, after, comparison);
        return failOnWorse && comparison.Of(Outcome.Worse).Count > 0 ? ExitCodes.Worse : ExitCodes.Success;
    }
}
