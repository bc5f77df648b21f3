using System.Diagnostics;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>One run of an area, in this process.</summary>
internal static class SingleRun
{
    /// <summary>Measures, even if the machine is not quiet.</summary>
    public static RatioReport Measure(IRatioArea area)
    {
        MachineInfo machine = MachineInfo.Current();
        long start = Stopwatch.GetTimestamp();
        var watch = new QuietWatch(KnownProcessors.UsualNanoseconds);
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

        return new RatioReport
        {
            Area = area.Name,
            Command = $"{RatioRunner.Command} {area.Name}",
            Machine = machine,
            Processor = KnownProcessors.Current,
            Seconds = Math.Round(Stopwatch.GetElapsedTime(start).TotalSeconds, 1),
            Runs = [watch.Finish()],
            Rows = rows,
        };
    }
}
