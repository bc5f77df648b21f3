using System.Globalization;
using System.Text.RegularExpressions;
using Cenote.Benchmarks.Publishing;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Tests;

/// <summary>
/// Every figure of README's parts table, in order, with the result rows it comes from. A figure comes from the processor with the
/// worst result, or from the second harness if that is worse.
/// </summary>
public sealed partial class ReadmeClaimsTests
{
    // The second harness's "times as fast" column.
    private const int CheckedTimes = 3;

    private static readonly IReadOnlyList<RatioReport> s_reports = new ResultFolder(PublishedFiguresTests.Root).Reports();

    private static readonly Dictionary<string, string[]> s_claims = new(StringComparer.Ordinal)
    {
        ["string pools"] =
        [
            Times(Mean(Rows("strings", "one length", "x managed", "ids"))),
            Times(Worst(Rows("strings", "one length", "x managed", "ids"))),
            Times(Mean(Rows("strings", "one length", "x managed", "refs"))),
            Times(Worst(Rows("strings", "one length", "x managed", "refs"))),
            Less(Worst(Rows("strings", "many live", "x managed", "ids", "resident"))),
            .. Pair("strings", "many live", "ids", "managed"),
        ],
        ["string arenas"] =
        [
            Times(Checked(Worst(Rows("arena", "create", "x managed", "arena", "new memory")), "string arena: strings made and released")),
            Times(Worst(Rows("arena", "corpora", "x managed", "arena", "00,000,"))),
            Times(Worst(Rows("arena", "shared", "x managed", "arena", "00,000,"))),
            Times(Checked(Worst(Rows("arena", "sort", "x managed", "arena")), "string arena: sorted")),
            Times(Printed("cpp/native.txt", "sort long", "sort tiny")),
        ],
        ["dictionaries, sets"] =
        [
            Times(Checked(
                Mean(Rows("collections", "hit", "x Dictionary", "compact", "00,000, hit")), "dictionary: hits by span, random order")),
            Times(Checked(
                Worst(Rows("collections", "batch", "x Dictionary", "compact", ",000,000, hit")), "dictionary: a million hits in batches of ranges")),
            Less(Worst(Rows("collections", "resident", "x Dictionary", "compact"))),
            .. Pair("collections", "full GC", "compact", "Dictionary"),
        ],
        ["interners"] =
        [
            Times(Checked(
                Mean(Rows("interning", "hit", "x ConcurrentDictionary", "exact")), "interner: strings that are there, by span")),
            Times(Worst(Rows("interning", "hit", "x ConcurrentDictionary", "exact"))),
            Bytes(Printed("jabber/jabber.txt", "class, server and resource interned")),
            Bytes(Printed("jabber/jabber.txt", "class, nothing shared")),
        ],
        ["object pools"] =
        [
            Times(Checked(Worst(Rows("objects", "pair", "x Microsoft", "policy")), "object pool: 1 thread(s)")),
            Times(Checked(Worst(Rows("objects", "threads", "x Microsoft", "policy")), "object pool: 8 thread(s)")),
        ],
        ["scratch buffers"] =
        [
            Times(Checked(
                Worst(Rows("buffers", "each line written", "x ArrayPool", "scratch", "256 bytes, each line written, one held")),
                "scratch: 256 bytes, each line written")),
            Times(Checked(
                Worst(Rows("buffers", "each line written", "x ArrayPool", "scratch", "256, 512")),
                "scratch: 256, 512 and 1,024 bytes at a time, each line written")),
        ],
        ["caches"] =
        [
            Times(Worst(Rows("cache", "compared", "x best cache of objects", "ByteCache", "time of a request"))),
            Times(Worst(Rows("cache", "compared", "x better FASTER", "ByteCache, 576 MiB", "time of a request"))),
            Times(Worst(Rows("cache", "compared", "x better FASTER", "ByteCache, 576 MiB", "p99"))),
            .. Pair("cache", "load", "ByteCache", "ConcurrentLru"),
        ],
        ["snapshots"] = [.. Pair("snapshots", "first load", "Cenote", "MemoryPack, Dictionary")],
        ["lines and fields"] =
        [
            Times(Checked(
                Checked(Worst(Rows("lines", "strings", "x fastest with strings", "Utf8LineReader")), "lines of a file"),
                "lines of a file, some 300 bytes")),
        ],
    };

    // A number with a unit: "2.8x", "16 % less", "3.00 ms". Numbers of threads and keys have no such unit.
    [GeneratedRegex(@"\d[\d.,]*(?:x| % less| ms| s| bytes)\b")]
    private static partial Regex Figure { get; }

    [GeneratedRegex(@"\d[\d.,]*(?:x| % less| ms| MB| GB)\b")]
    private static partial Regex Amount { get; }

    [Fact]
    public void Every_figure_of_the_table_is_that_of_its_rows()
    {
        string[] rows = [.. File.ReadLines(Path.Combine(PublishedFiguresTests.Root, "README.md"))
            .SkipWhile(line => !line.StartsWith("| part |", StringComparison.Ordinal))
            .Skip(2)
            .TakeWhile(line => line.StartsWith('|'))];

        Assert.Equal(s_claims.Keys, rows.Select(PartOf));
        Assert.All(rows, row => Assert.Equal(s_claims[PartOf(row)], Figure.Matches(row).Select(figure => figure.Value)));
    }

    [Fact]
    public void Every_figure_before_the_table_is_in_it_or_in_a_quoted_result()
    {
        string[] lines = [.. File.ReadLines(Path.Combine(PublishedFiguresTests.Root, "README.md"))
            .TakeWhile(line => !line.StartsWith("| part |", StringComparison.Ordinal))];
        string quoted = string.Join('\n', Results("catalog/catalog.txt").Concat(Results("real-programs/docfx.txt")));
        string[] ofTable = [.. s_claims.Values.SelectMany(figures => figures), Less(Worst(Rows("at-the-source", "EF Core", "x plain", "interning", "kept memory")))];

        string[] figures = [.. lines.SelectMany(line => Amount.Matches(line)).Select(figure => figure.Value)];

        Assert.True(figures.Length > 10);
        Assert.DoesNotContain(
            figures, figure => !ofTable.Contains(figure) && !Regex.IsMatch(quoted, $@"(?<![\d.,]){Regex.Escape(figure)}"));
    }

    private static string PartOf(string row) => row[(row.IndexOf('[', StringComparison.Ordinal) + 1)..row.IndexOf(']', StringComparison.Ordinal)];

    // The matching rows, grouped by processor.
    private static RatioRow[][] Rows(string area, string group, string unit, string rival, string partOfCase = "")
    {
        RatioRow[][] rows =
        [
            .. s_reports.Where(report => report.Area == area)
                .Select(report => report.Rows.Where(row => row.Group == group && row.Unit == unit && row.Rival == rival
                    && row.Case.Contains(partOfCase, StringComparison.Ordinal)).ToArray())
                .Where(rows => rows.Length > 0),
        ];
        return rows.Length > 0 ? rows : throw new InvalidOperationException($"No results of {area}, {group}, {rival}, {partOfCase}.");
    }

    private static double Mean(RatioRow[][] rows) => rows.Max(RatioRow.GeometricMean);

    private static double Worst(RatioRow[][] rows) => rows.Max(ofProcessor => ofProcessor.Max(row => row.Value));

    // Milliseconds of two rivals, on the processor where the first rival takes longest.
    private static string[] Pair(string area, string group, string rival, string other)
    {
        RatioRow[] own = [.. Rows(area, group, "ms", rival).Select(rows => rows.Single())];
        RatioRow[] others = [.. Rows(area, group, "ms", other).Select(rows => rows.Single())];
        int worst = Array.IndexOf(own, own.MaxBy(row => row.Value)!);
        return [Milliseconds(own[worst].Value), Milliseconds(others[worst].Value)];
    }

    // The worse of this ratio and the second harness's ratio.
    private static double Checked(double ratio, string what)
    {
        double[] times =
        [
            .. Results("check/check.txt")
                .Select(line => line.Split('|', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
                .Where(cells => cells.Length > CheckedTimes && cells[0] == what)
                .Select(cells => double.Parse(cells[CheckedTimes], CultureInfo.InvariantCulture)),
        ];
        return Math.Max(ratio, 1 / times.Min());
    }

    // The maximum of the second column in lines whose first column is in the list, except lines of the arena's sort in C++.
    private static double Printed(string file, params string[] starts) => Results(file)
        .Select(line => line.Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        .Where(cells => cells.Length > 1 && starts.Contains(cells[0], StringComparer.Ordinal) && !IsOwnSort(cells[^1]))
        .Max(cells => double.Parse(cells[1], CultureInfo.InvariantCulture));

    // Whether a rival is the arena's sort, written in C++.
    private static bool IsOwnSort(string rival) => rival.EndsWith(", key sort", StringComparison.Ordinal);

    // The lines of a result file, for all processors.
    private static IEnumerable<string> Results(string file) => Directory
        .EnumerateDirectories(Path.Combine(PublishedFiguresTests.Root, "benchmarks", "results"))
        .Select(folder => Path.Combine(folder, file))
        .Where(File.Exists)
        .SelectMany(File.ReadLines);

    private static string Times(double ratio) => string.Create(CultureInfo.InvariantCulture, $"{1 / ratio:0.0}x");

    private static string Less(double ratio) => string.Create(CultureInfo.InvariantCulture, $"{100 * (1 - ratio):0} % less");

    private static string Bytes(double value) => value < 100 ? $"{value:0.0} bytes" : $"{value:0} bytes";

    private static string Milliseconds(double value) => $"{RatioText.Number(value)} ms";
}
