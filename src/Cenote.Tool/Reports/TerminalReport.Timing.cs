using Cenote.Tool.Measuring;
using Spectre.Console;

namespace Cenote.Tool.Reports;

/// <content>Tables of times.</content>
internal sealed partial class TerminalReport
{
    // Steps that differ only in their number of threads share a table.
    private void WriteTiming(StepResult[] steps)
    {
        Heading($"{steps[0].Title}: time per string");
        Row[] rows = [.. steps.SelectMany(step => step.Timing.Rivals.Select(rival => new Row(step.Threads, rival, step.HitRatioOf(rival.Name))))];
        double longest = rows.Max(row => row.Rival.Nanoseconds.Median);
        bool hasThreads = steps.Length > 1;
        var name = new Column<Row>("", 0, row => Markup.Escape(row.Rival.Name));
        var threads = new Column<Row>("threads", 0, row => Units.Count(row.Threads));
        var time = new Column<Row>("time", hasThreads ? 48 : 0, row => Units.Time(row.Rival.Nanoseconds.Median));
        var ratio = new Column<Row>("ratio", 0, row => $"[{ColorOf(row.Rival.Verdict)}]{Units.Ratio(row.Rival.Ratio.Median)}[/]");
        var interval = new Column<Row>("95 %", hasThreads ? 64 : 56, row => IntervalOf(row.Rival));
        var allocated = new Column<Row>("alloc", 68, row => Units.Bytes(row.Rival.AllocatedBytes));
        var bar = new Column<Row>(
            "", hasThreads ? 98 : 84, row => ConsoleBar.Of(_console, (row.Rival.Nanoseconds.Median / longest, ColorOf(row.Rival.Verdict))));
        var collections = new Column<Row>("GCs 0/1/2 per M", hasThreads ? 84 : 68, row => CollectionsPerMillion(row.Rival));
        var pauses = new Column<Row>(
            "pauses per M", 112, row => Milliseconds(row.Rival.PerMillion(row.Rival.Collections.TotalPauseMilliseconds)));
        Column<Row>[] columns = hasThreads
            ? [name, threads, time, ratio, interval, bar, allocated, collections, pauses]
            : [name, time, ratio, interval, bar, collections];
        if (rows.Any(row => row.Hits is not null))
        {
            // A miss costs less here than in a program, which has to load the value.
            var hits = new Column<Row>("hits", 0, row => row.Hits is double share ? Units.Percent(share) : string.Empty);
            columns = [name, time, ratio, hits, .. columns.Skip(3)];
        }

        ConsoleTable.Write(_console, rows, columns);
        string[] unsure =
        [
            .. rows.Where(row => row.Rival.IsTooNoisy).GroupBy(row => row.Rival.Name, row => row.Threads, StringComparer.Ordinal)
                .Select(group => hasThreads ? $"{group.Key} (threads: {string.Join(", ", group)})" : group.Key),
        ];
        if (unsure.Length > 0)
        {
            // Plain text, because markup may break a name at a bracket.
            string sentence = $"Too close to call against {rows[0].Rival.Name}: {string.Join(", ", unsure)}\n";
            _console.Write(new Spectre.Console.Text(sentence, Style.Parse(Tints.Unsure)));
        }
    }

    private static string IntervalOf(RivalResult rival) => rival.Verdict == Verdict.Baseline
        ? string.Empty
        : Units.Ratios(rival.RatioInterval);

    private static string CollectionsPerMillion(RivalResult rival)
    {
        int[] generations = [rival.Collections.Gen0, rival.Collections.Gen1, rival.Collections.Gen2];
        return string.Join('/', generations.Select(count => Units.Number(rival.PerMillion(count))));
    }

    private static string ColorOf(Verdict verdict) => verdict switch
    {
        Verdict.Faster => Tints.Good,
        Verdict.Slower => Tints.Bad,
        Verdict.TooCloseToCall => Tints.Unsure,
        _ => "default",
    };

    /// <summary>A line of a table of times.</summary>
    private sealed record Row(int Threads, RivalResult Rival, double? Hits);
}
