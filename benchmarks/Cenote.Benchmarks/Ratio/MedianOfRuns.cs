using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>The median of each row over several runs of an area, each in a separate process.</summary>
internal static class MedianOfRuns
{
    // The maximum number of attempts per run, on average: runs are repeated if the machine was not quiet.
    private const int Patience = 2;

    /// <summary>Measures an area; returns null if the machine was quiet in too few runs.</summary>
    public static RatioReport? Measure(IRatioArea area, int count)
    {
        List<RatioReport> reports = [];
        for (int attempt = 0; attempt < count * Patience && reports.Count < count; attempt++)
        {
            if (RunOnce(area) is { } report)
            {
                reports.Add(report);
                Console.Error.WriteLine(
                    $"{area.Name}: run {reports.Count} of {count}: {RatioText.Limits(report.Rows)}, {report.Seconds:0} s");
            }
        }

        if (reports.Count < count)
        {
            Console.Error.WriteLine($"Rejected: the machine was quiet in only {reports.Count} of {count * Patience} runs.");
            return null;
        }

        IEnumerable<RatioRow> medians =
            from row in Enumerable.Range(0, reports[0].Rows.Count)
            select RatioRow.Median([.. reports.Select(report => report.Rows[row])]);
        return reports[0] with
        {
            Command = $"{RatioRunner.Command} {area.Name} --runs {count}",
            Seconds = Spread.Of([.. reports.Select(report => report.Seconds)]).Median,
            Runs = [.. reports.SelectMany(report => report.Runs)],
            Rows = [.. medians],
        };
    }

    // Returns null if the machine was not quiet.
    private static RatioReport? RunOnce(IRatioArea area)
    {
        string file = Path.GetTempFileName();
        try
        {
            var child = new ChildProcess(typeof(MedianOfRuns).Assembly);
            try
            {
                child.RunAsync([RatioRunner.Command, area.Name, "--json", file]).GetAwaiter().GetResult();
            }
            catch (ChildProcessException exception) when (exception.ExitCode == RatioRunner.NotQuiet)
            {
                Console.Error.WriteLine(exception.Message);
                return null;
            }
            catch (ChildProcessException exception) when (exception.ExitCode == RatioRunner.LimitMissed)
            {
                // A run that misses goals writes its report, too.
            }

            return RatioReport.Load(file);
        }
        finally
        {
            File.Delete(file);
        }
    }
}
