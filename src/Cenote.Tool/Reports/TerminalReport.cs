using Cenote.Tool.Advising;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Spectre.Console;

namespace Cenote.Tool.Reports;

/// <summary>The report for people: tables and bars that fit 80 columns and bear with fewer.</summary>
internal sealed class TerminalReport
{
    private const int BarWidth = 24;

    private readonly IAnsiConsole _console;

    private TerminalReport(IAnsiConsole console) => _console = console;

    /// <summary>Writes a report.</summary>
    public static void Write(Terminal terminal, MeasureReport report)
    {
        var writer = new TerminalReport(Consoles.Create(terminal.Out, terminal.IsOutTerminal, terminal.UseColor));
        writer.WriteHead(report);
        writer.WriteProfile(report.Profile);
        foreach (StepResult step in report.Sections.SelectMany(section => section.Steps))
        {
            writer.WriteTiming(step);
            writer.WriteMemory(step);
        }

        writer.WriteAdvice(report.Advice);
    }

    private void WriteHead(MeasureReport report)
    {
        InputDescription input = report.Input;
        string truncated = input.IsTruncated ? ", the first of more" : string.Empty;
        Line($"[bold]{Markup.Escape(input.Name)}[/]: {Units.Count(report.Profile.Count)} strings, one for each {input.By}{truncated}");
        Line($"[dim]{Markup.Escape(report.Machine.ToString())}[/]");
        Line($"[dim]Medians of {report.Rounds} interleaved rounds, and where the true ratio lies with 95 % confidence.[/]");
    }

    private void WriteProfile(CorpusProfile profile)
    {
        Heading("Profile");
        var facts = new Grid().AddColumn().AddColumn(new GridColumn().RightAligned());
        void Fact(string name, string value) => facts.AddRow(Markup.Escape(name), Markup.Escape(value));
        Fact("Chars", Units.Count(profile.TotalChars));
        Fact(
            "Length, shortest / median / longest",
            $"{Units.Count(profile.ShortestChars)} / {Units.Count(profile.MedianChars)} / {Units.Count(profile.LongestChars)}");
        Fact(
            "Up to 8 / 32 / 128 chars",
            $"{Units.Percent(profile.ShareUpTo8Chars)} / {Units.Percent(profile.ShareUpTo32Chars)} / {Units.Percent(profile.ShareUpTo128Chars)}");
        Fact("Distinct", $"{Units.Count(profile.DistinctCount)} ({Units.Percent((double)profile.DistinctCount / profile.Count)})");
        Fact("As managed strings", Units.Bytes(profile.ManagedBytes));
        Fact("of that, duplicates", Units.Bytes(profile.DuplicateBytes));
        Fact("All ASCII", Units.Percent(profile.AsciiShare));
        _console.Write(facts);
        _console.WriteLine();

        var histogram = new Grid().AddColumn(new GridColumn().RightAligned()).AddColumn(new GridColumn().RightAligned()).AddColumn();
        long most = profile.Lengths.Max(bucket => bucket.Count);
        foreach (LengthBucket bucket in profile.Lengths)
        {
            string lengths = bucket.From == bucket.To
                ? Units.Count(bucket.From)
                : $"{Units.Count(bucket.From)}-{Units.Count(bucket.To)}";
            histogram.AddRow($"{lengths} chars", Units.Count(bucket.Count), $"[blue]{Bar((double)bucket.Count / most)}[/]");
        }

        _console.Write(histogram);
    }

    private void WriteTiming(StepResult step)
    {
        Heading($"{step.Title}: time per string");
        Table table = NewTable("", "time", "ratio", "95 %", "", "GCs 0/1/2 per M");
        double longest = step.Timing.Rivals.Max(rival => rival.Nanoseconds.Median);
        foreach (RivalResult rival in step.Timing.Rivals)
        {
            double millions = rival.CollectionsOperations / 1e6;
            CollectionStatistics collections = rival.Collections;
            table.AddRow(
                Markup.Escape(rival.Name),
                Units.Time(rival.Nanoseconds.Median),
                Emphasized(rival),
                rival.Verdict == Verdict.Baseline ? string.Empty : $"{Units.Ratio(rival.RatioInterval.Lower)}-{Units.Ratio(rival.RatioInterval.Upper)}",
                $"[{ColorOf(rival.Verdict)}]{Bar(rival.Nanoseconds.Median / longest)}[/]",
                string.Join('/', new[] { collections.Gen0, collections.Gen1, collections.Gen2 }.Select(count => Units.Number(count / millions))));
        }

        _console.Write(table);
        string[] unsure = [.. step.Timing.Rivals.Where(rival => rival.IsTooNoisy).Select(rival => rival.Name)];
        if (unsure.Length > 0)
        {
            Line($"[yellow]Too close to call against {Markup.Escape(step.Timing.Rivals[0].Name)}: {Markup.Escape(string.Join(", ", unsure))}[/]");
        }
    }

    private void WriteMemory(StepResult step)
    {
        if (step.Memory.Count == 0)
        {
            return;
        }

        Heading($"{step.Title}: memory and pauses, each in a process of its own");
        Table table = NewTable("", "managed", "native", "resident", "GCs 0/1/2", "pauses", "full GC");
        foreach (HoldMeasurement memory in step.Memory)
        {
            CollectionStatistics building = memory.Building;
            table.AddRow(
                Markup.Escape(memory.Name),
                Units.Bytes(memory.ManagedBytes),
                Units.Bytes(memory.NativeBytes),
                Units.Bytes(memory.ResidentBytes),
                $"{building.Gen0}/{building.Gen1}/{building.Gen2}",
                Milliseconds(building.TotalPauseMilliseconds),
                Milliseconds(memory.LongestFullCollectionMilliseconds));
        }

        _console.Write(table);
        Line("[dim]GCs and pauses while building; full GC: the longest of five with everything live.[/]");
    }

    private void WriteAdvice(IReadOnlyList<AdviceItem> advice)
    {
        Heading("Advice");
        var grid = new Grid().AddColumn(new GridColumn().NoWrap()).AddColumn();
        foreach (AdviceItem item in advice)
        {
            grid.AddRow($"[bold]{Markup.Escape(item.Topic)}[/]", Markup.Escape(item.Text));
        }

        _console.Write(grid);
    }

    private static Table NewTable(params string[] headers)
    {
        Table table = new Table().Border(TableBorder.None);
        foreach (string header in headers)
        {
            // The names to the left, as well as bars, which have no header either; numbers to the right.
            var column = new TableColumn(Markup.Escape(header)) { Alignment = header.Length == 0 ? Justify.Left : Justify.Right };
            table.AddColumn(column.NoWrap());
        }

        return table;
    }

    private static string Emphasized(RivalResult rival) => $"[{ColorOf(rival.Verdict)}]{Units.Ratio(rival.Ratio.Median)}[/]";

    private static string ColorOf(Verdict verdict) => verdict switch
    {
        Verdict.Faster => "green",
        Verdict.Slower => "red",
        Verdict.TooCloseToCall => "yellow",
        _ => "default",
    };

    private static string Milliseconds(double milliseconds) => Units.Time(milliseconds * 1e6);

    private string Bar(double share)
    {
        string block = _console.Profile.Capabilities.Unicode ? "█" : "#";
        int width = share <= 0 ? 0 : Math.Max(1, (int)Math.Round(share * BarWidth));
        return string.Concat(Enumerable.Repeat(block, width));
    }

    private void Heading(string text)
    {
        _console.WriteLine();
        Line($"[bold]{Markup.Escape(text)}[/]");
    }

    private void Line(string markup) => _console.MarkupLine(markup);
}
