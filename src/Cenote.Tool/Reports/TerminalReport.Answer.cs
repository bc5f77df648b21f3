using Cenote.Tool.Advising;
using Spectre.Console;

namespace Cenote.Tool.Reports;

/// <content>The verdict, and the lines that one acts on.</content>
internal sealed partial class TerminalReport
{
    /// <summary>Writes the verdict.</summary>
    /// <param name="answer">The verdict.</param>
    /// <param name="whereReports">Where the whole report is, or how to get one.</param>
    public void WriteAnswer(Answer answer, string whereReports)
    {
        _console.WriteLine();
        Line($"[bold]{Markup.Escape(answer.Verdict)}[/]");
        foreach (string note in answer.Notes)
        {
            Line(Markup.Escape(note));
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

        Add("Saves", answer.Saves);
        Add("Costs", answer.Costs);
        if (answer.Snippet is Snippet snippet)
        {
            Add("Before", snippet.Before);
            Add("After", snippet.After);
        }

        Add("Report", whereReports);
        _console.Write(lines);
    }

    /// <summary>Writes the largest gains over all questions.</summary>
    public void WriteSummary(string summary) => Heading(summary);

    /// <summary>Writes a remark.</summary>
    public void WriteNote(string text) => _console.Write(new Spectre.Console.Text($"{text}\n"));
}
