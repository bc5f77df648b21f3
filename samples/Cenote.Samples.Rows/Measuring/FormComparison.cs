using System.Globalization;
using System.Reflection;
using Cenote.Measurement;

namespace Cenote.Samples.Rows.Measuring;

/// <summary>Lets the forms read a file in turns, each time in a child process of its own, and prints them in one table.</summary>
/// <remarks>
/// In one process the memory of one form would count as that of the other, and a single layout of code and memory would decide a
/// run. Each process reads the file twice and times the second reading, so that neither start nor compiler counts.
/// </remarks>
internal sealed class FormComparison(TextWriter output, TextWriter error)
{
    /// <summary>The command of the child processes: form, threads and file follow.</summary>
    public const string ReadCommand = "read";

    private readonly ChildProcess _child = new(Assembly.GetExecutingAssembly());

    /// <summary>Measures all forms.</summary>
    /// <param name="path">The file.</param>
    /// <param name="settings">Rounds and threads.</param>
    /// <param name="cancellationToken">Ends the child process that is measuring.</param>
    /// <exception cref="ChildProcessException">A child failed, or two forms gave different statistics.</exception>
    public async Task RunAsync(string path, Settings settings, CancellationToken cancellationToken)
    {
        int forms = TableForm.All.Count;
        var results = new FormResult[settings.Rounds, forms];
        for (int round = 0; round < settings.Rounds; round++)
        {
            // The form that begins changes from round to round.
            for (int turn = 0; turn < forms; turn++)
            {
                int form = (round + turn) % forms;
                results[round, form] = await MeasureAsync(TableForm.All[form], path, settings.Threads, cancellationToken);
                string seconds = results[round, form].Seconds.ToString("0.000", CultureInfo.InvariantCulture);
                error.WriteLine($"round {round + 1} of {settings.Rounds}, {TableForm.All[form].Title}: {seconds} s");
            }
        }

        Check(results);
        FormResult first = results[0, 0];
        output.WriteLine(MachineInfo.Current());
        output.WriteLine(
            $"{Units.Count(first.Rows, "row")}, {Units.Count(first.Stations, "station")}, "
            + $"{Units.Count(settings.Threads, "thread")}, {Units.Count(settings.Rounds, "round")}, "
            + "each reading in a process of its own");
        output.WriteLine();
        output.Write(Tabulate(results));
        output.WriteLine();
        output.WriteLine("Both forms give the same statistics.");
        if (settings.PrintsResults)
        {
            output.WriteLine(first.Text);
        }
    }

    private Task<FormResult> MeasureAsync(TableForm form, string path, int threads, CancellationToken cancellationToken) =>
        _child.RunAsync(
            [ReadCommand, form.Id, threads.ToString(CultureInfo.InvariantCulture), path],
            FormJson.Default.FormResult,
            cancellationToken: cancellationToken);

    private static void Check(FormResult[,] results)
    {
        foreach (FormResult result in results)
        {
            if (result.Text != results[0, 0].Text || result.Rows != results[0, 0].Rows)
            {
                throw new ChildProcessException("The two forms gave different statistics.");
            }
        }
    }

    // Ratios are those of a round, in which the two forms are neighbours in time.
    private static TextTable Tabulate(FormResult[,] results)
    {
        var table = new TextTable(
            "form", "time", "rows/s", "ratio", "min..max", "allocated", "gen0", "gen1", "gen2", "pauses", "peak memory");
        int[] rounds = [.. Enumerable.Range(0, results.GetLength(0))];
        for (int form = 0; form < results.GetLength(1); form++)
        {
            FormResult[] own = [.. rounds.Select(round => results[round, form])];
            var seconds = Spread.Of([.. own.Select(result => result.Seconds)]);
            var ratio = Spread.Of([.. rounds.Select(round => results[round, form].Seconds / results[round, 0].Seconds)]);
            CollectionStatistics collections = own.Select(result => result.Collections).Aggregate((sum, next) => sum.Plus(next));
            table.Add(
                TableForm.All[form].Title,
                Units.Time(seconds.Median * 1e9),
                Units.Count((long)(own[0].Rows / seconds.Median)),
                Units.Ratio(ratio.Median),
                $"{Units.Ratio(ratio.Min)}..{Units.Ratio(ratio.Max)}",
                Units.Bytes(Spread.Of([.. own.Select(result => (double)result.AllocatedBytes)]).Median),
                Units.Count(collections.Gen0),
                Units.Count(collections.Gen1),
                Units.Count(collections.Gen2),
                Units.Time(collections.TotalPauseMilliseconds * 1e6),
                Units.Bytes(own.Max(result => result.PeakBytes)));
        }

        return table;
    }
}
