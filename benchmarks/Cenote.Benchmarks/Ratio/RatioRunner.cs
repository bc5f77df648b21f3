using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Cenote.Benchmarks.Arenas;
using Cenote.Benchmarks.Buffers;
using Cenote.Benchmarks.Collections;
using Cenote.Benchmarks.Interning;
using Cenote.Benchmarks.Objects;
using Cenote.Benchmarks.Strings;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>Runs <c>ratio AREA [--json FILE]</c>: prints the table, and writes it as JSON.</summary>
internal static class RatioRunner
{
    private const int Schema = 2;

    private static readonly IRatioArea[] s_areas =
        [
            new StringsRatio(), new SizesRatio(), new Utf8Ratio(), new ThreadsRatio(), new ObjectsRatio(), new ArenaRatio(),
            new CollectionsRatio(), new InterningRatio(), new BuffersRatio(),
        ];

    /// <summary>How to call it: the areas, one a line.</summary>
    public static string Usage { get; } = "ratio AREA [--json FILE]: rivals side by side, each against a baseline\n"
        + string.Concat(s_areas.Select(area => $"  {area.Name,-11} {area.Description}\n"));

    /// <summary>Returns 0 if every limit is kept, 1 if one is not, 2 for a wrong command line.</summary>
    public static int Run(string[] arguments)
    {
        IRatioArea? area = s_areas.FirstOrDefault(area => arguments.Length > 0 && area.Name == arguments[0]);
        string? json = arguments is [_, "--json", string path] ? path : null;
        if (area is null || (arguments.Length != 1 && json is null))
        {
            Console.Error.Write(Usage);
            return 2;
        }

        MachineInfo machine = MachineInfo.Current();
        Console.WriteLine(machine);
        long start = Stopwatch.GetTimestamp();
        List<RatioRow> rows = [];
        foreach (RatioRow row in area.Measure())
        {
            rows.Add(row);
            if (!Console.IsErrorRedirected)
            {
                Console.Error.WriteLine($"  {row.Group}: {row.Case}: {row.Rival} {row.Value:0.00}");
            }
        }

        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        Console.WriteLine(Table(rows));
        Console.Write(area.Summarize(rows));
        int missed = rows.Count(row => !row.IsMet);
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{rows.Count(row => row.Limit is not null)} limits, {missed} missed, {seconds:0} s"));
        if (json is not null)
        {
            var report = new RatioReport(Schema, area.Name, $"ratio {area.Name}", machine, Math.Round(seconds, 1), rows);
            AtomicFile.Write(json, stream => JsonSerializer.Serialize(stream, report, RatioJson.Default.RatioReport));
        }

        return missed == 0 ? 0 : 1;
    }

    private static TextTable Table(List<RatioRow> rows)
    {
        var table = new TextTable("group", "case", "rival", "value", "quartiles", "limit", "met", "unit", "baseline ns", "B/op");
        foreach (RatioRow row in rows)
        {
            table.Add(
                row.Group,
                row.Case,
                row.Rival,
                Number(row.Value),
                row.Low == row.High ? "" : $"{Number(row.Low)}..{Number(row.High)}",
                row.Limit is { } limit ? Number(limit) : "",
                row.Limit is null ? "" : row.IsMet ? "yes" : "NO",
                row.Unit,
                row.BaselineNanoseconds is { } nanoseconds ? Number(nanoseconds) : "",
                row.AllocatedBytes is { } bytes ? Number(bytes) : "");
        }

        return table;
    }

    private static string Number(double value)
    {
        string format = Math.Abs(value) switch
        {
            < 0.1 and not 0 => "0.000",
            < 100 => "0.00",
            _ => "0",
        };
        return value.ToString(format, CultureInfo.InvariantCulture);
    }
}
