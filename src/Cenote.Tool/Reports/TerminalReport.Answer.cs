using Cenote.Tool.Advising;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;
using Spectre.Console;

namespace Cenote.Tool.Reports;

/// <content>The verdict, with its figures and code.</content>
internal sealed partial class TerminalReport
{
    /// <summary>Writes the verdict.</summary>
    /// <param name="report">A report with a verdict.</param>
    /// <param name="whereReports">The path of the whole report, or how to get one.</param>
    public void WriteAnswer(MeasureReport report, string whereReports)
    {
        Answer answer = report.Answer!;
        _console.WriteLine();
        Line($"[bold]{Markup.Escape(answer.Verdict)}[/]");
        foreach (string note in answer.Notes)
        {
            Line(Markup.Escape(note));
        }

        IReadOnlyList<Headline> figures = AnswerFigures.Of(report);
        if (figures.Count > 0)
        {
            Line(string.Join("   ", figures.Select(Marked)));
            WriteBars(answer);
        }

        var lines = new Grid().AddColumn(new GridColumn().NoWrap()).AddColumn();
        void Add(string label, string? text)
        {
            if (text is not null)
            {
                lines.AddRow(new Markup(label), new Spectre.Console.Text(text));
            }
        }

        if (answer.Kind == AnswerKind.Use)
        {
            Add("Use", answer.Recommends);
        }

        Add($"[{Tints.Good}]Saves[/]", answer.Saves);
        Add($"[{Tints.Bad}]Costs[/]", answer.Costs);
        if (answer.Snippet is Snippet snippet)
        {
            Add("Before", snippet.Before);
            Add("After", snippet.After);
        }

        Add("Report", whereReports);
        _console.Write(lines);
    }

    private static string Marked(Headline figure) =>
        $"[bold {(figure.IsGain ? Tints.Good : Tints.Bad)}]{Markup.Escape(figure.Figure)}[/] {Markup.Escape(figure.What)}";

    // Without colour, bars add nothing to the figures.
    private void WriteBars(Answer answer)
    {
        if (!ConsoleBar.HasTints(_console))
        {
            return;
        }

        (double before, double after, Func<double, string> format) = answer.Gain switch
        {
            EffectKind.Memory => (answer.BytesBefore, answer.BytesAfter, Units.Bytes),
            EffectKind.Time => (answer.BuildMillisecondsBefore, answer.BuildMillisecondsAfter, Milliseconds),
            _ => (answer.PauseMillisecondsBefore, answer.PauseMillisecondsAfter, (Func<double, string>)Milliseconds),
        };
        double longest = Math.Max(before, after);
        ConsoleTable.Write<(string Name, double Value, string Tint)>(
            _console,
            [(StringsSection.ManagedArray, before, Tints.Neutral), (answer.Recommends, after, Tints.Good)],
            new("", 0, row => Markup.Escape(row.Name)),
            new("", 0, row => ConsoleBar.Of(_console, (row.Value / longest, row.Tint))),
            new("", 0, row => Markup.Escape(format(row.Value))));
    }

    /// <summary>Writes the largest gains of all measured topics.</summary>
    public void WriteSummary(IReadOnlyList<SummaryPart> parts)
    {
        _console.WriteLine();
        Line(string.Join(Summary.Separator, parts.Select(Marked)));
    }

    private static string Marked(SummaryPart part) =>
        $"[bold]{Markup.Escape(part.Topic)}:[/] [bold {(part.IsGain ? Tints.Good : "default")}]{Markup.Escape(part.Result)}[/]";

    /// <summary>Writes a remark.</summary>
    public void WriteNote(string text) => _console.Write(new Spectre.Console.Text($"{text}\n"));
}
