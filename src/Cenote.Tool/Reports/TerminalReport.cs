using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Results;
using Spectre.Console;

namespace Cenote.Tool.Reports;

/// <summary>The report for people: tables and bars for 80 columns; narrower consoles show fewer columns.</summary>
internal sealed partial class TerminalReport
{
    private const int MinWidthForFullCollections = 56;

    /// <summary>The minimum width of a console that shows advice to the right of topics.</summary>
    private const int MinWidthForAdviceColumn = 72;

    private readonly IAnsiConsole _console;

    internal TerminalReport(IAnsiConsole console) => _console = console;

    /// <summary>Creates a report on a terminal or other output.</summary>
    public static TerminalReport On(TextWriter writer, bool isTerminal, bool useColor) =>
        new(Consoles.Create(writer, isTerminal, useColor));

    /// <summary>Writes the head of the report, before anything is measured.</summary>
    public void WriteHead(MeasureReport report)
    {
        InputDescription input = report.Input;
        Line($"[bold]{Markup.Escape(input.Name)}[/]: {input.Strings(report.Profile.Count)}");
        foreach (string caveat in input.Caveats(report.Profile))
        {
            Line(Markup.Escape(caveat));
        }
    }

    /// <summary>Writes the conclusions of a section and, in a full report, its figures.</summary>
    /// <param name="section">The section.</param>
    /// <param name="advice">The recommendations based on it.</param>
    /// <param name="isFull">Whether the report is full: with tables, and with figures in the conclusions.</param>
    public void WriteSection(SectionResult section, IReadOnlyList<AdviceItem> advice, bool isFull)
    {
        // Writes no heading without content.
        if (section.Steps.Count == 0 && advice.Count == 0)
        {
            return;
        }

        foreach (
            IGrouping<string, StepResult> steps in section.Steps.Where(_ => isFull)
                .GroupBy(step => step.Title, StringComparer.Ordinal))
        {
            WriteTiming([.. steps]);
            foreach (StepResult step in steps)
            {
                WriteMemory(step);
            }
        }

        WriteAdvice(section.Name, advice, item => isFull ? item.Text : ConclusionOf(item));
    }

    /// <summary>Writes the method and the machine, for readers of the tables.</summary>
    public void WriteMethod(MeasureReport report)
    {
        Line($"[{Tints.Quiet}]{Markup.Escape(report.Machine.ToString())}[/]");
        Line(
            $"[{Tints.Quiet}]Geometric means of {report.Rounds} rounds, each in a separate process, "
            + "with 95 % confidence intervals.[/]");
    }

    private static string ConclusionOf(AdviceItem item) => item.Statement is { } statement ? $"{statement.Conclusion}." : item.Text;

    /// <summary>Writes the profile of the strings.</summary>
    public void WriteProfile(CorpusProfile profile)
    {
        Heading("Profile");
        var facts = new Grid().AddColumn().AddColumn(new GridColumn().RightAligned());
        void Fact(string name, string value) => facts.AddRow(Markup.Escape(name), Markup.Escape(value));
        Fact("Chars", Units.Count(profile.TotalChars));
        Fact(
            "Length, shortest / median / 99 % / longest",
            $"{Units.Count(profile.ShortestChars)} / {Units.Count(profile.MedianChars)} / "
            + $"{Units.Count(profile.Percentile99Chars)} / {Units.Count(profile.LongestChars)}");
        Fact(
            "Up to 8 / 32 / 128 chars",
            $"{Units.Percent(profile.ShareUpTo8Chars)} / {Units.Percent(profile.ShareUpTo32Chars)} / "
            + Units.Percent(profile.ShareUpTo128Chars));
        string ofFile = profile.StringsOfFile > profile.Count ? " (whole text)" : string.Empty;
        Fact(
            $"Distinct{ofFile}", $"{Units.Count(profile.DistinctOfFile())} ({Units.Percent(1 - profile.RepeatedStrings())})");
        Fact($"As managed strings{ofFile}", Units.Bytes(profile.BytesOfFile));
        Fact("of which duplicates", Units.Bytes(profile.RepeatedBytes()));
        Fact("All ASCII", Units.Percent(profile.AsciiShare));
        _console.Write(facts);
        _console.WriteLine();

        var histogram =
            new Grid().AddColumn(new GridColumn().RightAligned()).AddColumn(new GridColumn().RightAligned()).AddColumn();
        long most = profile.Lengths.Max(bucket => bucket.Count);
        foreach (LengthBucket bucket in WithEmptyOnesJoined(profile.Lengths))
        {
            string lengths = bucket.From == bucket.To
                ? Units.Count(bucket.From, "char")
                : $"{Units.Count(bucket.From)}-{Units.Count(bucket.To)} chars";
            histogram.AddRow(lengths, Units.Count(bucket.Count), ConsoleBar.Of(_console, ((double)bucket.Count / most, Tints.Neutral)));
        }

        _console.Write(histogram);
    }

    // Joins empty buckets: a single very long string among short ones would add many empty rows.
    private static List<LengthBucket> WithEmptyOnesJoined(IReadOnlyList<LengthBucket> lengths)
    {
        var joined = new List<LengthBucket>();
        foreach (LengthBucket bucket in lengths)
        {
            if (bucket.Count == 0 && joined is [.., { Count: 0 } last])
            {
                joined[^1] = last with { To = bucket.To };
            }
            else
            {
                joined.Add(bucket);
            }
        }

        return joined;
    }

    private void WriteMemory(StepResult step)
    {
        if (step.Memory.Count == 0)
        {
            return;
        }

        Heading($"{step.Title}: memory and pauses, each in a separate process");
        ConsoleTable.Write(
            _console,
            step.Memory,
            new Column<HoldMeasurement>("", 0, memory => Markup.Escape(memory.Name)),
            new Column<HoldMeasurement>("managed", 0, memory => Units.Bytes(memory.ManagedBytes)),
            new Column<HoldMeasurement>("native", 0, memory => Units.Bytes(memory.NativeBytes)),
            new Column<HoldMeasurement>("resident", 64, memory => Units.Bytes(memory.ResidentBytes)),
            new Column<HoldMeasurement>(
                "GCs 0/1/2", 80, memory => $"{memory.Building.Gen0}/{memory.Building.Gen1}/{memory.Building.Gen2}"),
            new Column<HoldMeasurement>("pauses", 80, memory => Milliseconds(memory.Building.TotalPauseMilliseconds)),
            new Column<HoldMeasurement>(
                "background", 90, memory => memory.LongestBackgroundPauseMilliseconds is double pause ? Milliseconds(pause) : "-"),
            new Column<HoldMeasurement>(
                "full GC", MinWidthForFullCollections, memory => Milliseconds(memory.LongestFullCollectionMilliseconds)));
        if (_console.Profile.Width >= MinWidthForFullCollections)
        {
            Line(
                $"[{Tints.Quiet}]GCs and pauses: while building. background: longest pause of a program that allocates, with "
                + "background GC and everything live. full GC: longest of up to five blocking collections.[/]");
        }
    }

    private void WriteAdvice(string title, IReadOnlyList<AdviceItem> advice, Func<AdviceItem, string> text)
    {
        Heading(title);
        if (_console.Profile.Width < MinWidthForAdviceColumn)
        {
            foreach (AdviceItem item in advice)
            {
                Line($"[bold]{Markup.Escape(item.Topic)}[/]");
                _console.Write(new Padder(new Spectre.Console.Text(text(item)), new Padding(2, 0, 0, 0)));
            }

            return;
        }

        var grid = new Grid().AddColumn(new GridColumn().NoWrap()).AddColumn();
        foreach (AdviceItem item in advice)
        {
            grid.AddRow(new Markup($"[bold]{Markup.Escape(item.Topic)}[/]"), new Spectre.Console.Text(text(item)));
        }

        _console.Write(grid);
    }

    private static string Milliseconds(double milliseconds) => Units.Time(milliseconds * 1e6);

    private void Heading(string text)
    {
        _console.WriteLine();
        Line($"[bold]{Markup.Escape(text)}[/]");
    }

    private void Line(string markup) => _console.MarkupLine(markup);
}
