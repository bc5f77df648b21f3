using Cenote.Tool.Comparing;
using Cenote.Tool.Results;
using Spectre.Console;
using static Cenote.Tool.Reports.Consoles;

namespace Cenote.Tool.Reports;

/// <summary>
/// Prints a comparison of two runs: first the circumstances that differ, then the figures that became worse or better beyond the
/// noise.
/// </summary>
internal sealed class ComparisonReport
{
    private readonly IAnsiConsole _console;

    internal ComparisonReport(IAnsiConsole console) => _console = console;

    /// <summary>Writes a comparison.</summary>
    public static void Write(Terminal terminal, MeasureReport before, MeasureReport after, RunComparison comparison) =>
        new ComparisonReport(Consoles.Create(terminal.Out, terminal.IsOutTerminal, terminal.UseColor)).Write(
            before, after, comparison);

    internal void Write(MeasureReport before, MeasureReport after, RunComparison comparison)
    {
        WriteRun("Before", before);
        WriteRun("After", after);
        WriteCircumstances(comparison);
        WriteChanges("Worse beyond the noise", Tints.Bad, comparison.Of(Outcome.Worse));
        WriteChanges("Better beyond the noise", Tints.Good, comparison.Of(Outcome.Better));
        WriteAdvice("Advice that differs", [.. comparison.Advice.Where(change => !change.WasTooClose)]);
        WriteAdvice("Recommendations that one run found too close to call", [.. comparison.Advice.Where(change => change.WasTooClose)]);
        WriteMissing("Only before", comparison.OnlyBefore);
        WriteMissing("Only after", comparison.OnlyAfter);
        _console.WriteLine();
        Line(
            $"[bold]{Units.Count(comparison.Of(Outcome.Worse).Count)} worse, "
            + $"{Units.Count(comparison.Of(Outcome.Better).Count)} better, "
            + $"{Units.Count(comparison.Of(Outcome.Unchanged).Count)} unchanged.[/]");
    }

    private void WriteRun(string when, MeasureReport report)
    {
        string strings = $"{Units.Count(report.Profile.Count)} strings, one for each {Safe(report.Input.By)}";
        Line($"[bold]{when}: {Safe(report.Input.Name)}[/], {strings}");
        Line($"[{Tints.Quiet}]{Safe(report.Machine.ToString())}[/]");
    }

    private void WriteCircumstances(RunComparison comparison)
    {
        if (comparison.Circumstances.Count > 0)
        {
            _console.WriteLine();
            Line($"[{Tints.Unsure}]Differences between the runs that may explain the changes:[/]");
            foreach (Circumstance difference in comparison.Circumstances)
            {
                string change = $"{Safe(difference.Before)} before, {Safe(difference.After)} after";
                Line($"[{Tints.Unsure}]{difference.Name}: {change}[/]");
            }
        }

        if (!comparison.HasSameStrings)
        {
            Line($"[{Tints.Unsure}]The strings differ, so only ratios of time are compared.[/]");
        }
    }

    private void WriteChanges(string title, string color, IReadOnlyList<Change> changes)
    {
        if (changes.Count == 0)
        {
            return;
        }

        Heading(title);
        ConsoleTable.Write(
            _console,
            changes,
            new Column<Change>("", 0, change => Safe($"{change.Subject}, {change.Quantity}")),
            new Column<Change>("before", 0, change => change.Before.Value),
            new Column<Change>("95 %", 88, change => change.Before.Interval),
            new Column<Change>("after", 0, change => $"[{color}]{change.After.Value}[/]"),
            new Column<Change>("95 %", 88, change => change.After.Interval),
            new Column<Change>("change", 56, change => Percentage(change.Factor)));
    }

    private void WriteAdvice(string title, AdviceChange[] advice)
    {
        if (advice.Length == 0)
        {
            return;
        }

        Heading(title);
        foreach (AdviceChange change in advice)
        {
            Line($"{Safe(change.Topic)}: {Recommended(change.Before)} before, {Recommended(change.After)} after");
        }
    }

    private void WriteMissing(string title, IReadOnlyList<string> missing)
    {
        if (missing.Count > 0)
        {
            Heading(title);
            Line(Safe(string.Join("; ", missing)));
        }
    }

    private static string Recommended(string? name) => name is null ? "nothing" : Safe(name);

    private static string Percentage(double factor) => double.IsInfinity(factor)
        ? "from none"
        : $"{(factor < 1 ? "-" : "+")}{Units.Number(100 * Math.Abs(factor - 1))} %";

    private void Heading(string text)
    {
        _console.WriteLine();
        Line($"[bold]{text}[/]");
    }

    private void Line(string markup) => _console.MarkupLine(markup);
}
