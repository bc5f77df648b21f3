using System.Globalization;
using System.Reflection;
using Cenote.Measurement;

namespace Cenote.Samples;

/// <summary>Reads a file with each form in turn, each time in a separate child process, and prints one table.</summary>
/// <remarks>
/// In one process, memory of one form would be counted for the other, and a single layout of code and memory would bias all
/// rounds. Each process reads the file twice and times the second reading, so that neither startup nor compilation is included.
/// </remarks>
/// <param name="output">Receives the table.</param>
/// <param name="error">Receives progress messages.</param>
/// <param name="forms">The forms; the first is the baseline.</param>
/// <param name="group">The name of a group, in the singular.</param>
internal sealed class FormComparison(TextWriter output, TextWriter error, IReadOnlyList<Form> forms, string group)
{
    /// <summary>The child processes' command, followed by form, threads and file.</summary>
    public const string ReadCommand = "read";

    private readonly ChildProcess _child = new(Assembly.GetExecutingAssembly());

    /// <summary>Measures all forms.</summary>
    /// <param name="path">The file.</param>
    /// <param name="rounds">The number of times that each form reads the file.</param>
    /// <param name="threads">The number of threads that read.</param>
    /// <param name="cancellationToken">Stops the child process that measures.</param>
    /// <returns>The result, which is the same for all forms.</returns>
    /// <exception cref="ChildProcessException">A child failed, or two forms returned different results.</exception>
    public async Task<FormAnswer> RunAsync(string path, int rounds, int threads, CancellationToken cancellationToken)
    {
        var results = new FormResult[rounds, forms.Count];
        for (int round = 0; round < rounds; round++)
        {
            // Each round starts with a different form.
            for (int turn = 0; turn < forms.Count; turn++)
            {
                int form = (round + turn) % forms.Count;
                results[round, form] = await MeasureAsync(forms[form], path, threads, cancellationToken);
                string seconds = results[round, form].Seconds.ToString("0.000", CultureInfo.InvariantCulture);
                error.WriteLine($"round {round + 1} of {rounds}, {forms[form].Title}: {seconds} s");
            }
        }

        Check(results);
        FormAnswer answer = results[0, 0].Answer;
        output.WriteLine(MachineInfo.Current());
        output.WriteLine(
            $"{Units.Count(answer.Rows, "row")}, {Units.Count(answer.Groups, group)}, "
            + $"{Units.Count(threads, "thread")}, {Units.Count(rounds, "round")}, each reading in a separate process");
        output.WriteLine();
        output.Write(Tabulate(results));
        output.WriteLine();
        output.WriteLine("Both forms give the same answer.");
        return answer;
    }

    private Task<FormResult> MeasureAsync(Form form, string path, int threads, CancellationToken cancellationToken) =>
        _child.RunAsync(
            [ReadCommand, form.Id, threads.ToString(CultureInfo.InvariantCulture), path],
            FormJson.Default.FormResult,
            cancellationToken: cancellationToken);

    private static void Check(FormResult[,] results)
    {
        foreach (FormResult result in results)
        {
            if (result.Answer != results[0, 0].Answer)
            {
                throw new ChildProcessException("The two forms returned different results.");
            }
        }
    }

    // Ratios are computed within a round, in which the forms run right after each other.
    private TextTable Tabulate(FormResult[,] results)
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
                forms[form].Title,
                Units.Time(seconds.Median * 1e9),
                Units.Count((long)(own[0].Answer.Rows / seconds.Median)),
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
