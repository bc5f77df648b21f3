using System.Diagnostics;
using System.Text.Json;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>Several runs of an area, each in a process of its own, and of each row the median.</summary>
internal static class MedianOfRuns
{
    // How often a run is repeated, over all, because the machine was not quiet.
    private const int Patience = 2;

    /// <summary>Measures, prints the table of medians, and writes it as JSON. Returns the exit code.</summary>
    public static int Measure(IRatioArea area, int count, string? json)
    {
        long start = Stopwatch.GetTimestamp();
        List<RatioReport> reports = [];
        for (int attempt = 0; reports.Count < count; attempt++)
        {
            if (attempt == count * Patience)
            {
                Console.Error.WriteLine($"Not to be published: {reports.Count} of {attempt} runs had a quiet machine.");
                return RatioRunner.ExitCode.NotQuiet;
            }

            if (RunOnce(area) is { } report)
            {
                reports.Add(report);
                Console.Error.WriteLine($"run {reports.Count} of {count}: {RatioTable.Limits(report.Rows)}, {report.Seconds:0} s");
            }
        }

        RatioRow[] rows = Medians(reports);
        double seconds = Math.Round(Stopwatch.GetElapsedTime(start).TotalSeconds, 1);
        Console.WriteLine(reports[0].Machine);
        Console.WriteLine($"The medians of {count} runs; spread: of the runs.");
        reports.ForEach(report => Console.WriteLine($"{KnownProcessors.Current}; {report.Runs[0]}"));
        Console.WriteLine(RatioTable.Of(rows));
        Console.WriteLine(RatioTable.Summary(rows));
        Console.Write(area.Summarize(rows));
        Console.WriteLine($"{RatioTable.Limits(rows)}, {seconds:0} s");
        if (json is not null)
        {
            string command = $"{RatioRunner.Command} {area.Name} --runs {count}";
            Quietness[] quietness = [.. reports.Select(one => one.Runs[0])];
            var report = new RatioReport(
                RatioReport.CurrentSchema, area.Name, command, reports[0].Machine, seconds, quietness, rows);
            AtomicFile.Write(json, stream => JsonSerializer.Serialize(stream, report, RatioJson.Default.RatioReport));
        }

        return RatioRunner.ExitCode.Of(rows);
    }

    // Null if the machine was not quiet.
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
            catch (ChildProcessException exception) when (exception.ExitCode == RatioRunner.ExitCode.NotQuiet)
            {
                Console.Error.WriteLine(exception.Message);
                return null;
            }
            catch (ChildProcessException exception) when (exception.ExitCode == RatioRunner.ExitCode.LimitMissed)
            {
                // It has written its report all the same.
            }

            using FileStream stream = File.OpenRead(file);
            return JsonSerializer.Deserialize(stream, RatioJson.Default.RatioReport);
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static RatioRow[] Medians(List<RatioReport> reports) =>
        [.. Enumerable.Range(0, reports[0].Rows.Count).Select(row => RatioRow.Median([.. reports.Select(report => report.Rows[row])]))];
}
