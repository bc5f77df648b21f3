using Cenote.Benchmarks.Arenas;
using Cenote.Benchmarks.AtTheSource;
using Cenote.Benchmarks.Buffers;
using Cenote.Benchmarks.Caching;
using Cenote.Benchmarks.Collections;
using Cenote.Benchmarks.Heaps;
using Cenote.Benchmarks.Interning;
using Cenote.Benchmarks.Lines;
using Cenote.Benchmarks.Objects;
using Cenote.Benchmarks.Scale;
using Cenote.Benchmarks.Snapshots;
using Cenote.Benchmarks.Strings;

namespace Cenote.Benchmarks.Ratio;

/// <summary>Runs <c>ratio AREA [--runs N] [--json FILE]</c>.</summary>
internal static class RatioRunner
{
    /// <summary>The command.</summary>
    public const string Command = "ratio";

    public const int LimitsKept = 0;
    public const int LimitMissed = 1;
    public const int WrongCommandLine = 2;
    public const int NotQuiet = 3;

    private const int MostRuns = 99;

    private static readonly IRatioArea[] s_areas =
        [
            new StringsRatio(), new SizesRatio(), new Utf8Ratio(), new ThreadsRatio(), new ObjectsRatio(), new ArenaRatio(),
            new CollectionsRatio(), new InterningRatio(), new BuffersRatio(), new CacheRatio(), .. CacheRatio.Parts,
            new AtTheSourceRatio(), new LinesRatio(), new SnapshotsRatio(), new NativeRatio(), new ScaleRatio(),
            new HeapRatio("heap", enumerated: 2_000, 400, 2_000), new HeapRatio("large-heap", enumerated: 0, 6_000),
        ];

    /// <summary>The command line, with one line per area and the exit codes.</summary>
    public static string Usage { get; } =
        "ratio AREA [--runs N] [--json FILE]: compares rivals with a baseline, side by side; --runs: the medians of N runs\n"
        + string.Concat(s_areas.Select(area => $"  {area.Name,-11} {area.Description}\n"))
        + "  Exit codes: 0 all goals met, 1 a goal missed, 2 wrong command line, 3 the machine was not quiet, and no file was\n"
        + "  written\n";

    /// <summary>Returns the exit code.</summary>
    public static int Run(string[] arguments)
    {
        IRatioArea? area = arguments.Length > 0 ? Find(arguments[0]) : null;
        if (area is null || !TryReadOptions(arguments.AsSpan(1), out int? runs, out string? json))
        {
            Console.Error.Write(Usage);
            return WrongCommandLine;
        }

        RatioReport? report = runs is { } count ? MedianOfRuns.Measure(area, count) : SingleRun.Measure(area);
        if (report is null)
        {
            return NotQuiet;
        }

        Console.Write(RatioText.Of(report, area));
        if (report.Objection is { } objection)
        {
            Console.Error.WriteLine($"Rejected: {objection}.");
            return NotQuiet;
        }

        if (json is not null)
        {
            report.Save(json);
        }

        return report.Rows.All(row => row.IsMet) ? LimitsKept : LimitMissed;
    }

    /// <summary>The area with a name; null for an unknown name.</summary>
    public static IRatioArea? Find(string name) => s_areas.FirstOrDefault(area => area.Name == name);

    private static bool TryReadOptions(ReadOnlySpan<string> options, out int? runs, out string? json)
    {
        runs = null;
        json = null;
        for (; options.Length >= 2; options = options[2..])
        {
            switch (options[0])
            {
                case "--json":
                    json = options[1];
                    break;
                case "--runs" when int.TryParse(options[1], out int count) && count is > 0 and <= MostRuns:
                    runs = count;
                    break;
                default:
                    return false;
            }
        }

        return options.IsEmpty;
    }
}
