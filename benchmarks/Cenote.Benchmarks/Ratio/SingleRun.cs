using System.Diagnostics;
using System.Text.Json;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>One run of an area, in this process.</summary>
internal static class SingleRun
{
    /// <summary>Measures, prints the table, and writes it as JSON if the machine was quiet. Returns the exit code.</summary>
    public static int Measure(IRatioArea area, string? json)
    {
        MachineInfo machine = MachineInfo.Current();
        long start = Stopwatch.GetTimestamp();
        var watch = new QuietWatch(KnownProcessors.BestNanoseconds);
        List<RatioRow> rows = [];
        foreach (RatioRow row in area.Measure())
        {
            rows.Add(row);
            watch.Pass();
            if (!Console.IsErrorRedirected)
            {
                Console.Error.WriteLine($"  {row.Group}: {row.Case}: {row.Rival} {row.Value:0.00}");
            }
        }

        Quietness quietness = watch.Finish();
        double seconds = Math.Round(Stopwatch.GetElapsedTime(start).TotalSeconds, 1);
        Console.WriteLine(machine);
        Console.WriteLine($"{KnownProcessors.Current}; {quietness}");
        Console.WriteLine(RatioTable.Of(rows));
        Console.WriteLine(RatioTable.Summary(rows));
        Console.Write(area.Summarize(rows));
        Console.WriteLine($"{RatioTable.Limits(rows)}, {seconds:0} s");
        if (quietness.Objection is { } objection)
        {
            Console.Error.WriteLine($"Not to be published: {objection}.");
            return RatioRunner.ExitCode.NotQuiet;
        }

        if (json is not null)
        {
            string command = $"{RatioRunner.Command} {area.Name}";
            var report = new RatioReport(RatioReport.CurrentSchema, area.Name, command, machine, seconds, [quietness], rows);
            AtomicFile.Write(json, stream => JsonSerializer.Serialize(stream, report, RatioJson.Default.RatioReport));
        }

        return RatioRunner.ExitCode.Of(rows);
    }
}
