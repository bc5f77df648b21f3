using Cenote.Tool.Reports;
using Spectre.Console;
using static Cenote.Tool.Reports.Consoles;

namespace Cenote.Tool.Heaps;

/// <summary>Writes the report to the terminal, with the answer in the first line.</summary>
internal sealed class HeapTerminalReport
{
    private const int MaxTextLength = 60;
    private const int NarrowestForBars = 80;

    // The colours of the parts of a bar: one copy of each string, repeated strings, and cached byte arrays.
    private static readonly string[] s_tints = [Tints.Neutral, Tints.Unsure, Tints.Quiet];

    // The minimum size of a listed place, as a share of the heap.
    private const double SmallestShare = 0.001;

    private readonly IAnsiConsole _console;

    internal HeapTerminalReport(IAnsiConsole console) => _console = console;

    /// <summary>Writes a report.</summary>
    public static void Write(Terminal terminal, HeapReport report) =>
        new HeapTerminalReport(Consoles.Create(terminal.Out, terminal.IsOutTerminal, terminal.UseColor)).Write(report);

    internal void Write(HeapReport report)
    {
        Line($"[bold]{Safe(HeapSummary.Headline(report))}[/]");
        _console.WriteLine();
        Line($"{Safe(report.Target.Name)}: {Safe(HeapSummary.Of(report))}");
        Line($"[{Tints.Quiet}]{Safe(HeapSummary.Scope(report))}[/]");
        HeapPlace[] places = [.. report.Places.Where(place => place.Size() >= SmallestShare * report.Bytes)];
        if (places.Length > 0)
        {
            WritePlaces(places, report.Bytes);
            Line($"[{Tints.Quiet}]{HeapSummary.Signs(report)}[/]");
        }

        int others = report.OtherPlaces + report.Places.Count - places.Length;
        if (others > 0)
        {
            // Places are sorted by size: if a listed one is too small, those beyond --top are, too.
            string hint = places.Length == report.Places.Count ? " --top N shows more of them;" : string.Empty;
            string more = $"{Units.Count(others, "place")} more.{hint} {(hint.Length > 0 ? "places" : "Places")} that take less than "
                + $"{Units.Percent(SmallestShare)} of the heap are only in the reports of --html and --json.";
            Line($"[{Tints.Quiet}]{more}[/]");
        }

        Heading("Advice");
        foreach (HeapAdvice item in report.Advice)
        {
            Line($"[bold]{Safe(item.Place)}[/]: {Safe(item.Text)}");
            foreach (string example in item.Examples)
            {
                Line($"[{Tints.Quiet}]  {Safe(Shortened(example))}[/]");
            }
        }

        if (HeapSummary.Sum(report) is { Length: > 0 } sum)
        {
            Line(Safe(sum));
        }

        HeapGrowthTable.Write(_console, report);
        WriteTexts(report);
        foreach (HeapMeasurement measured in report.Measured)
        {
            WriteMeasured(measured);
        }

        foreach (string sentence in report.NotMeasured)
        {
            _console.WriteLine();
            Line(Safe(sentence));
        }
    }

    private void WritePlaces(HeapPlace[] places, long heapBytes)
    {
        bool hasBars = ConsoleBar.HasTints(_console) && _console.Profile.Width >= NarrowestForBars;
        long longest = places.Max(place => place.Size());
        _console.WriteLine();
        ConsoleTable.Write(
            _console,
            places,
            new Column<HeapPlace>("", 0, place => Safe(place.Name)),
            new Column<HeapPlace>("", hasBars ? 0 : int.MaxValue, place => Bar(place, longest)),
            new Column<HeapPlace>("strings", 0, place => Units.Count(place.Strings)),
            new Column<HeapPlace>("distinct", hasBars ? 104 : 56, place => Units.Count(place.Distinct)),
            new Column<HeapPlace>("take", 72, place => Units.Bytes(place.Bytes)),
            new Column<HeapPlace>("values", places.Any(static place => place.ValueBytes > 0) ? 88 : int.MaxValue, Values),
            new Column<HeapPlace>("repeated", 0, place => Units.Bytes(place.RepeatedBytes)),
            new Column<HeapPlace>("interned", 64, place => Saved(place.SavedAsInterned)),
            new Column<HeapPlace>(
                "shared", places.Any(static place => place.SavedAsOne > 0) ? 84 : int.MaxValue, place => Saved(place.SavedAsOne)),
            new Column<HeapPlace>("ids or pooled keys", hasBars ? 96 : 84, place => Saved(place.SavedAsIds ?? place.SavedAsPooled)));
        if (hasBars)
        {
            string cached = places.Any(place => place.ValueBytes > 0) ? $"  {Key(2)} cached byte arrays" : string.Empty;
            string share = Units.Percent((double)longest / heapBytes);
            Line($"{Key(0)} one of each value  {Key(1)} repeated{cached}. The longest bar is {share} of the heap.");
        }
    }

    private static string Values(HeapPlace place) => place.ValueBytes == 0 ? string.Empty : Units.Bytes(place.ValueBytes);

    private string Bar(HeapPlace place, double longest) => ConsoleBar.Of(
        _console,
        ((place.Bytes - place.RepeatedBytes) / longest, s_tints[0]),
        (place.RepeatedBytes / longest, s_tints[1]),
        (place.ValueBytes / longest, s_tints[2]));

    private string Key(int part) => $"[{s_tints[part]}]{ConsoleBar.BlockOf(_console, part)}[/]";

    private static string Saved(long? bytes) => bytes is null or 0
        ? HeapSummary.Saved(bytes)
        : $"[{(bytes > 0 ? Tints.Good : Tints.Bad)}]{HeapSummary.Saved(bytes)}[/]";

    private void WriteTexts(HeapReport report)
    {
        if (report.Texts.Any(static text => text.Text is not null))
        {
            WriteShownTexts(
                [.. report.Texts.Where((text, rank) => rank < HeapSettings.DefaultTop || text.RepeatedBytes >= SmallestShare * report.Bytes)]);
        }
        else if (report.Texts.Count(text => text.RepeatedBytes >= SmallestShare * report.Bytes) is > 0 and int notable)
        {
            // The numbers are useless without the strings.
            long bytes = report.Texts.Take(notable).Sum(static text => text.RepeatedBytes);
            _console.WriteLine();
            Line(
                $"[{Tints.Quiet}]Copies of the {Units.Count(notable, "string")} that repeat most take {Units.Bytes(bytes)}; --show-text shows "
                + "them. They may contain secrets of the program.[/]");
        }
    }

    private void WriteShownTexts(IReadOnlyList<HeapText> texts)
    {
        Heading("Most repeated strings");
        ConsoleTable.Write(
            _console,
            texts,
            new Column<HeapText>("strings", 0, text => Units.Count(text.Strings)),
            new Column<HeapText>("repeated", 0, text => Units.Bytes(text.RepeatedBytes)),
            new Column<HeapText>("chars", 0, text => Units.Count(text.Chars)),
            new Column<HeapText>("", 0, text => text.Text is { } shown ? Safe(Shortened(shown)) : string.Empty));
    }

    private void WriteMeasured(HeapMeasurement measured)
    {
        Heading($"Measured with {Units.Count(measured.Strings)} strings of {measured.Place}");
        foreach (Measuring.StepResult step in measured.Section.Steps)
        {
            Line(Safe(step.Title));
            ConsoleTable.Write(
                _console,
                step.Timing.Rivals,
                new Column<RivalResult>("", 0, rival => Safe(rival.Name)),
                new Column<RivalResult>("time", 0, rival => Units.Time(rival.Nanoseconds.Median)),
                new Column<RivalResult>("ratio", 0, rival => Units.Ratio(rival.Ratio.Median)),
                new Column<RivalResult>("memory", 0, rival => MemoryOf(step, rival)),
                new Column<RivalResult>("full collection", 72, rival => CollectionOf(step, rival)));
        }

        foreach (Advising.AdviceItem item in measured.Advice)
        {
            Line($"[bold]{Safe(item.Topic)}[/]: {Safe(item.Text)}");
        }
    }

    internal static string MemoryOf(Measuring.StepResult step, RivalResult rival) =>
        step.Memory.FirstOrDefault(memory => memory.Name == rival.Name) is { } found ? Units.Bytes(found.TotalBytes) : string.Empty;

    internal static string CollectionOf(Measuring.StepResult step, RivalResult rival) =>
        step.Memory.FirstOrDefault(memory => memory.Name == rival.Name) is { } found
            ? Units.Time(found.LongestFullCollectionMilliseconds * 1e6)
            : string.Empty;

    private static string Shortened(string text)
    {
        string line = HeapSummary.Line(text);
        return line.Length <= MaxTextLength ? line : line[..MaxTextLength] + "...";
    }

    private void Heading(string text)
    {
        _console.WriteLine();
        Line($"[bold]{Safe(text)}[/]");
    }

    private void Line(string markup) => _console.MarkupLine(markup);
}
